import { findQuarantine, endQuarantine } from '../../platform/recovery/quarantine.ts'
import { CliError } from '../cli/cli-error.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

const description = `Show whether the database is in quarantine, and why: no money moves then, no trader gets mail and no webhook is taken. "quarantine release" ends it, which two operators, each with the role payments or finance, do at the desk under Recovery. Do it only when the database was compared with the statements of all processors.`

export function addQuarantineCommand(program: OperatorCommand): void {
  program
    .command('quarantine')
    .argument('[release]', 'ends it')
    .summary('show or end the quarantine of a restored database')
    .description(description)
    .changesData(([verb]) => verb !== undefined)
    .handle(async ({ app, by, print, confirmEmergency }, verb) => {
      const quarantine = await findQuarantine(app.db)
      if (verb === undefined) {
        const text =
          quarantine === null
            ? 'The database is not in quarantine.\n'
            : `In quarantine since ${quarantine.beganAt.toISOString()} (${quarantine.cause}). The database knows what happened until ${quarantine.knownUntil.toISOString()}.\n`
        return print(quarantine, text)
      }
      if (verb !== 'release') throw new CliError('Use "quarantine release" to end it.')
      if (quarantine === null) throw new CliError('The database is not in quarantine.')
      await confirmEmergency('Payouts, refunds, mails and webhooks go out within seconds.', 'two')
      if (!(await endQuarantine(app.db, quarantine.id, { by, at: app.clock.now() })))
        throw new CliError('The quarantine has already ended. Nothing was changed.')
      print({ released: quarantine.id }, 'The quarantine has ended.\n')
    })
}
