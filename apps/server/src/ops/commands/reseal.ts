import { formatTable } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

export function addResealCommand(program: OperatorCommand): void {
  program
    .command('reseal')
    .summary('encrypt old values again with the first key of SECRET_KEY')
    .description(
      'After a new first key was added to SECRET_KEY, encrypt card numbers, documents, tickets, contact requests and the secret of the market again with it, and show whether the other keys can be removed.',
    )
    .changesData()
    .handle(async (context) => {
      const { services, by, confirm } = context
      await confirm('Values that were encrypted with earlier keys are encrypted again.')
      const counts = await services.reseal(by)
      const unreadable = counts.reduce((sum, count) => sum + count.unreadable, 0)
      const advice =
        unreadable === 0
          ? 'The other keys can be removed from SECRET_KEY in two days, when mails that wait have been sent.'
          : 'Some values open with no key of SECRET_KEY: add the key that they were encrypted with, and run this again.'
      const rows = counts.map(({ kind, ...count }) => [kind, String(count.resealed), String(count.unreadable)])
      context.print(
        { counts, advice },
        `${formatTable(['values', 'encrypted again', 'unreadable'], rows, '')}${advice}\n`,
      )
    })
}
