import type { Command } from '../cli/command.ts'
import { createListCommand } from '../cli/list-command.ts'
import { formatTime } from '../cli/terminal.ts'

const contactsCommand = createListCommand({
  name: 'contacts',
  about: 'messages to us and wishes to be called, latest first',
  details: ['Each was mailed to support_email too. They are kept for 90 days; --json shows messages whole.'],
  findRows: (session, limit) => session.contact.listRequests(limit),
  columns: {
    at: (row) => formatTime(row.at),
    reference: (row) => row.id.slice(0, 8).toUpperCase(),
    what: (row) => row.kind,
    trader: (row) => row.userId,
    name: (row) => row.name,
    'e-mail': (row) => row.email,
    phone: (row) => row.phone,
    message: (row) => row.message.replaceAll(/\s+/g, ' ').slice(0, 60),
  },
  emptyMessage: 'Nobody has written.',
})

const errorsCommand = createListCommand({
  name: 'errors',
  about: 'what went wrong in browsers, latest first',
  details: ['Errors of one cause are one row. --json shows what was thrown; secrets are taken out before it is kept.'],
  findRows: (session, limit) => session.telemetry.listErrorGroups(limit),
  columns: {
    last: (row) => formatTime(row.lastAt),
    times: (row) => row.times,
    error: (row) => row.message.slice(0, 100),
    at: (row) => `${row.url.slice(0, 80)}:${row.line}:${row.column}`,
  },
  emptyMessage: 'No browser has reported an error.',
})

export const inboxCommands: readonly Command[] = [contactsCommand, errorsCommand]
