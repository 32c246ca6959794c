import { type Command, neverMutates } from '../cli/command.ts'
import { parseLimit } from '../cli/parse-input.ts'
import { exitCodes } from '../cli/cli-error.ts'
import { formatTable, formatTime } from '../cli/terminal.ts'

export const auditCommand: Command = {
  name: 'audit',
  usage: '',
  about: 'who changed what by hand, and why, newest first',
  details: ['The database refuses to change or remove what stands there. --json shows before and after.'],
  options: { limit: { type: 'string', value: 'N', about: 'how many rows at most; 100' } },
  argumentCount: [0, 0],
  isMutating: neverMutates,
  run: async ({ services: session, getOption: option, print }) => {
    const rows = await session.cards.listAuditEntries(parseLimit(option('limit')))
    print(
      rows,
      formatTable(
        ['at', 'who', 'account', 'did', 'to', 'why'],
        rows.map(({ at, actor, osUser, action, subject, why }) => [
          formatTime(at),
          actor,
          osUser,
          action,
          subject,
          why,
        ]),
        'Nobody has changed anything by hand.',
      ),
    )
    return exitCodes.done
  },
}
