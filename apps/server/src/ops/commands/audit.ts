import { listAuditEntries } from '../../platform/audit.ts'
import { formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

export function addAuditCommand(program: OperatorCommand): void {
  addListCommand(program, {
    name: 'audit',
    summary: 'who changed what by hand, and why, newest first',
    description:
      'List the changes made by hand, newest first. The database refuses to change or delete them. --json shows the values before and after.',
    listRows: (app, limit) => listAuditEntries(app.reports, limit),
    columns: {
      at: (row) => formatTime(row.at),
      who: (row) => row.actor,
      account: (row) => row.osUser,
      did: (row) => row.action,
      to: (row) => row.subject,
      why: (row) => row.why,
    },
    emptyMessage: 'Nothing has been changed by hand.',
  })
}
