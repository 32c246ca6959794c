import { findTotals } from '../../modules/log/log-store.ts'
import { CliError } from '../cli/cli-error.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseDay } from '../cli/parse-input.ts'

const description = `Print the totals of ledger and trades of a day (UTC) with the salt of their hash, whose hash is in the public log. Give the file only to those who may know the totals: with "npm run verify -- URL --totals FILE" they check that it is what was logged then. Nothing is changed.`

export function addLogCommands(program: OperatorCommand): void {
  program
    .command('log-totals <DAY>')
    .summary('print the totals of a day, to open their hash in the public log')
    .description(description)
    .handle(async ({ app, print }, day = '') => {
      const date = parseDay('DAY')(day).toISOString().slice(0, 10)
      const found = await findTotals(app.db, date)
      if (found === null) throw new CliError(`The totals of ${date} are not logged.`)
      const opened = { date, salt: found.salt.toString('hex'), totals: found.totals }
      print(opened, `${JSON.stringify(opened)}\n`)
    })
}
