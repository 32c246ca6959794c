import { listContactRequests } from '../../modules/contact/service.ts'
import { listErrorGroups } from '../../modules/telemetry/store.ts'
import { formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

export function addInboxCommands(program: OperatorCommand): void {
  addListCommand(program, {
    name: 'contacts',
    summary: 'messages to us and requests for a call, newest first',
    description:
      'List messages to us and requests for a call, newest first. Each was mailed to support_email too. They are kept for 90 days. --json shows messages in full.',
    listRows: (app, limit) => listContactRequests(app, limit),
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
    emptyMessage: 'No messages.',
  })

  addListCommand(program, {
    name: 'errors',
    summary: 'errors in browsers, newest first',
    description:
      'List the errors that browsers have reported, newest first. Errors with the same cause are one row. --json shows what was thrown; secrets are removed before it is stored.',
    listRows: (app, limit) => listErrorGroups(app.db, limit),
    columns: {
      last: (row) => formatTime(row.lastAt),
      times: (row) => row.times,
      error: (row) => row.message.slice(0, 100),
      at: (row) => `${row.url.slice(0, 80)}:${row.line}:${row.column}`,
    },
    emptyMessage: 'No browser has reported an error.',
  })
}
