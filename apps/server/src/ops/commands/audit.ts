import { type Command, never } from '../cli/command.ts'
import { readLimit } from '../cli/parse-input.ts'
import { exitCodes } from '../cli/cli-error.ts'
import { table, time } from '../cli/terminal.ts'

export const auditCommand: Command = {
  name: 'audit',
  usage: '',
  about: 'who changed what by hand, and why, newest first',
  details: ['The database refuses to change or remove what stands there. --json shows before and after.'],
  options: { limit: { type: 'string', value: 'N', about: 'how many rows at most; 100' } },
  takes: [0, 0],
  changes: never,
  run: async ({ session, option, print }) => {
    const rows = await session.cards.audit(readLimit(option('limit')))
    print(
      rows,
      table(
        ['at', 'who', 'account', 'did', 'to', 'why'],
        rows.map(({ at, actor, osUser, action, subject, why }) => [time(at), actor, osUser, action, subject, why]),
        'Nobody has changed anything by hand.',
      ),
    )
    return exitCodes.done
  },
}
