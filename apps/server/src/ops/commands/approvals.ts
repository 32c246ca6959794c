import { listOpenApprovals } from '../../modules/operators/approval-store.ts'
import { decideApproval } from '../../modules/operators/service.ts'
import { CliError } from '../cli/cli-error.ts'
import type { OperatorContext } from '../cli/command-context.ts'
import { formatMoney, formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseCount } from '../cli/parse-input.ts'
import { acceptClaim } from './claims.ts'
import { acceptMoney, endReview, refundMoney, reverseMoney } from './money.ts'
import { payPrize } from './tournaments.ts'
import { approvePayouts, recordPayment, returnMoney } from './withdrawals.ts'

/** Commands that can need the approval of a second operator: each calls `isAllowed`. */
const approvableCommands = {
  resolve: endReview,
  refund: refundMoney,
  reverse: reverseMoney,
  accept: acceptMoney,
  'withdrawals approve': approvePayouts,
  'withdrawals pay': recordPayment,
  'withdrawals return': returnMoney,
  'claims accept': acceptClaim,
  'tournaments pay': payPrize,
}

const parseId = parseCount('ID', 999_999_999)

export function addApprovalCommands(program: OperatorCommand): void {
  const approvals = addListCommand(program, {
    name: 'approvals',
    summary: 'money commands that wait for a second operator',
    description:
      'List the money commands above the setting approval_limit that wait for a second operator, oldest first. The operator who gave the command cannot approve it.',
    listRows: (app, limit) => listOpenApprovals(app.db, limit),
    columns: {
      id: (row) => row.id,
      at: (row) => formatTime(row.createdAt),
      operator: (row) => row.requestedBy,
      command: (row) => row.command,
      'attempt or withdrawal': (row) => row.reference,
      amount: (row) => formatMoney(row.amount, row.currency),
      why: (row) => row.reason,
    },
    emptyMessage: 'Nothing waits for approval.',
  })
  approvals
    .command('approve <ID>')
    .summary('run a command that another operator has requested')
    .description(
      'Run a command that another operator has requested. An approval is used once, even if the command is refused.',
    )
    .changesData()
    .handleAsOperator(approveCommand, (_options, text: string) => parseId(text))
  approvals
    .command('reject <ID>')
    .summary('do not run a command that was requested')
    .changesData()
    .handleAsOperator(rejectCommand, (_options, text: string) => parseId(text))
}

async function approveCommand(context: OperatorContext, text: string): Promise<void> {
  const approval = await decide(context, text, true)
  const run = Object.entries(approvableCommands).find(([name]) => name === approval.command)?.[1]
  if (run === undefined) throw new CliError(`The command ${approval.command} no longer exists: nothing was changed.`)
  const { operator, by } = context
  await run(
    {
      ...context,
      options: approval.options,
      approved: approval,
      by: { ...by, actor: approval.requestedBy, reason: approval.reason, approvedBy: operator.name },
      authenticate: () => Promise.reject(new Error('An approved command has its operators')),
      confirm: async () => undefined,
    },
    approval.reference,
  )
}

async function rejectCommand(context: OperatorContext, text: string): Promise<void> {
  const { id } = await decide(context, text, false)
  context.print({ id, message: 'Rejected.' }, 'Rejected. Nothing was changed.\n')
}

async function decide({ app, operator, by, confirm }: OperatorContext, text: string, isApproved: boolean) {
  const id = parseId(text)
  const open = (await listOpenApprovals(app.db, 10_000)).find((approval) => approval.id === id)
  if (open === undefined) throw new CliError(`Nothing waits for approval ${id}.`)
  const about = `${open.command} of ${formatMoney(open.amount, open.currency)} by ${open.requestedBy} (“${open.reason}”)`
  await confirm(`${isApproved ? 'Run' : 'Reject'}: ${about}.`)
  const decided = await decideApproval(app, id, isApproved, operator, by)
  if (decided === null) throw new CliError(`Approval ${id} was decided by another operator.`)
  return decided
}
