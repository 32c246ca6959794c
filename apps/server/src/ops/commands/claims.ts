import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'
import { isClaimCode, isClaimReached } from '@tradefront/rules/deposits/claims'

import { decideClaim } from '../../modules/deposits/claims.ts'
import { findSameTransaction, listClaims } from '../../modules/deposits/operator-store.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatMoney, formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseAmount, parseTraderText } from '../cli/parse-input.ts'
import { findDepositByReference } from '../find-deposit.ts'

type AcceptOptions = { readonly received?: string }
type RejectOptions = { readonly reason?: string }

export function addClaimCommands(program: OperatorCommand): void {
  const claims = addListCommand(program, {
    name: 'claims',
    summary: 'payments from outside that traders have reported, and that wait for a decision',
    description:
      'List the payments by bank, WebMoney or coins that traders have reported, oldest first. Look for the money at the bank or wallet; "note" is what the trader says about it, "language" is the one to write a reason in, and "same transaction" names other claims of the same coins. Then use claims accept or claims reject.',
    listRows: (app, limit) => listClaims(app.reports, limit),
    columns: {
      deposit: (row) => formatReceiptNumber(row.depositId),
      trader: (row) => row.userId,
      'e-mail': (row) => row.email,
      method: (row) => row.method,
      amount: (row) => formatMoney(row.amount, row.currency),
      bonus: (row) => formatMoney(row.bonus, row.currency),
      note: (row) => row.note,
      language: (row) => row.language,
      'same transaction': (row) => row.sameTransaction,
      since: (row) => formatTime(row.since),
    },
    emptyMessage: 'No claim waits for a decision.',
  })
  claims
    .command('accept <REF>')
    .summary('credit the money that has arrived')
    .description(
      'Credit a claim with the amount that has arrived, in the currency of the account. Convert coins at the rate of their arrival, as the trader was told. With at least the claimed amount, the deposit succeeds with its bonus. With less, the money is credited without a bonus.',
    )
    .option('--received <AMOUNT>', 'what has arrived, e.g. 1000.00')
    .changesData()
    .handle(acceptClaim)
  claims
    .command('reject <REF>')
    .summary('end a claim without money')
    .option('--reason <TEXT>', 'why, in the language of the trader (see claims), who reads it')
    .changesData()
    .handle(rejectClaim)
}

function parseReceived(received: string | undefined, currency: string): number {
  if (received === undefined) throw usageError('Write the amount that has arrived: --received 1000.00.')
  return parseAmount(received, currency, '--received')
}

async function acceptClaim(context: CommandContext<AcceptOptions>, reference: string): Promise<void> {
  const { app, by, options, confirmEmergency } = context
  // The amount is read again when the currency of the deposit is known.
  parseReceived(options.received, 'USD')
  const { deposit, attempt } = await findClaim(context, reference)
  const received = parseReceived(options.received, deposit.currency)
  const isReached = isClaimReached(deposit.amount, received)
  const bonus = isReached && deposit.bonus > 0 ? ` and a bonus of ${formatMoney(deposit.bonus, deposit.currency)}` : ''
  const others = await findSameTransaction(app.reports, deposit.id)
  const warning = others === null ? '' : ` The same transaction was also reported as ${others}: credit it once.`
  await confirmEmergency(
    `Trader ${deposit.userId} has claimed ${formatMoney(deposit.amount, deposit.currency)}: credit ${formatMoney(received, deposit.currency)}${bonus}.${warning}`,
    'two',
  )
  const result = await decideClaim(app, attempt.reference, { kind: 'accepted', received }, by)
  if (!result.ok) throw new CliError('Another operator has decided about this claim: nothing was changed.')
  const message = isReached ? 'Credited.' : 'Credited without a bonus, because less than claimed has arrived.'
  context.print({ message, id: deposit.id, received }, `${message}\n`)
}

async function rejectClaim(context: CommandContext<RejectOptions>, reference: string): Promise<void> {
  const { app, by, options, confirm } = context
  const reason = parseTraderText(options.reason, '--reason')
  const { deposit, attempt } = await findClaim(context, reference)
  await confirm(
    `The claim of ${formatMoney(deposit.amount, deposit.currency)} by trader ${deposit.userId} is rejected: “${reason}”.`,
  )
  const result = await decideClaim(app, attempt.reference, { kind: 'rejected', reason }, by)
  if (!result.ok) throw new CliError('Another operator has decided about this claim: nothing was changed.')
  context.print({ message: 'Rejected.', id: deposit.id }, 'Rejected. The trader reads why.\n')
}

async function findClaim({ app }: CommandContext, reference: string) {
  const { deposit } = await findDepositByReference(app, reference)
  const attempt = deposit.attempts.find(({ processor }) => isClaimCode(processor))
  if (attempt === undefined) throw new CliError(`Deposit ${formatReceiptNumber(deposit.id)} is not a claim.`)
  return { deposit, attempt }
}
