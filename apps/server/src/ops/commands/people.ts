import { type Command, never } from '../command.ts'
import { readLimit } from '../inputs.ts'
import { exitCodes } from '../refusal.ts'
import { table, time } from '../terminal.ts'

const limit = { limit: { type: 'string', value: 'N', about: 'how many rows at most; 100' } } as const

const contacts: Command = {
  name: 'contacts',
  usage: '',
  about: 'messages to us and wishes to be called, latest first',
  details: ['Each was mailed to support_email too. They are kept for 90 days; --json shows messages whole.'],
  options: limit,
  takes: [0, 0],
  changes: never,
  run: async ({ session, option, print }) => {
    const rows = await session.contact.list(readLimit(option('limit')))
    print(
      rows,
      table(
        ['at', 'reference', 'what', 'trader', 'name', 'e-mail', 'phone', 'message'],
        rows.map(({ id, kind, at, userId, name, email, phone, message }) => [
          time(at),
          id.slice(0, 8).toUpperCase(),
          kind,
          userId,
          name,
          email,
          phone,
          message.replaceAll(/\s+/g, ' ').slice(0, 60),
        ]),
        'Nobody has written.',
      ),
    )
    return exitCodes.done
  },
}

const errors: Command = {
  name: 'errors',
  usage: '',
  about: 'what went wrong in browsers, latest first',
  details: ['Errors of one cause are one row. --json shows what was thrown; secrets are taken out before it is kept.'],
  options: limit,
  takes: [0, 0],
  changes: never,
  run: async ({ session, option, print }) => {
    const rows = await session.telemetry.list(readLimit(option('limit')))
    print(
      rows,
      table(
        ['last', 'times', 'error', 'at'],
        rows.map(({ lastAt, times, message, url, line, column }) => [
          time(lastAt),
          times,
          message.slice(0, 100),
          `${url.slice(0, 80)}:${line}:${column}`,
        ]),
        'No browser has reported an error.',
      ),
    )
    return exitCodes.done
  },
}

export const peopleCommands: readonly Command[] = [contacts, errors]
