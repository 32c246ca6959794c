import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'
import { describeAlertKind, listOpenAlerts, resolveAlert } from '../../modules/alerts/service.ts'
import { CliError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseCount } from '../cli/parse-input.ts'

const maxId = 999_999_999

export function addAlertCommands(program: OperatorCommand): void {
  addListCommand(program, {
    name: 'alerts',
    summary: 'cases that a person must look at, newest first',
    description:
      'List the open alerts, newest first. Each was also logged and mailed to support_email. An alert about a deposit is closed when the deposit is decided, or with alerts resolve ID.',
    listRows: async (app, limit) =>
      (await listOpenAlerts(app.reports, limit)).map((alert) => ({ ...alert, ...describeAlertKind(alert.kind) })),
    columns: {
      id: (row) => row.id,
      raised: (row) => formatTime(row.raisedAt),
      alert: (row) => row.kind,
      deposit: (row) => (row.depositId === null ? '' : formatReceiptNumber(row.depositId)),
      trader: (row) => row.userId,
      about: (row) => `${row.subject} ${JSON.stringify(row.detail)}`.replace(/ (?:\{\}|null)$/, ''),
      'what to do': (row) => row.whatToDo.replaceAll('`', ''),
    },
    emptyMessage: 'No alert is open.',
  })
    .command('resolve <ID>')
    .summary('close an alert that is dealt with')
    .description('Close an alert. It is raised again if the same happens again.')
    .changesData()
    .handle(runResolve)
}

async function runResolve({ app, by, print, confirm }: CommandContext, text: string): Promise<void> {
  const id = parseCount('ID', maxId)(text)
  await confirm(`Alert ${id} is closed.`)
  if (!(await resolveAlert(app.db, id, by, app.clock.now()))) throw new CliError(`There is no open alert ${id}.`)
  print({ id, message: 'Resolved.' }, 'Resolved.\n')
}
