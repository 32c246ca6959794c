import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'
import { currencies } from '@tradefront/rules/ledger/money'

import {
  acceptSuspense,
  type DepositMatch,
  refundCapture,
  requestInquiry,
  resolveReview,
  reverseCapture,
  type ReviewFinding,
} from '../../modules/deposits/operator.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatMoney } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseAmount, parseCount } from '../cli/parse-input.ts'
import {
  findAttemptToAsk,
  findAttemptToResolve,
  listCaptures,
  findDepositByReference,
  requireRefundableCapture,
  requireReversibleCapture,
  requireSuspenseCapture,
} from '../find-deposit.ts'

type ChargeOptions = { readonly charge?: number }
type ResolveOptions = {
  readonly paid?: string
  readonly currency?: string
  readonly reference?: string
  readonly unpaid?: true
}

export function addMoneyCommands(program: OperatorCommand): void {
  program
    .command('ask <REF>')
    .summary('ask a processor again for the state of a charge or its refund')
    .description(
      'Ask a processor for the state of a charge or its refund. The reply is applied like any other. If the attempt is already decided, write its reference as REF: a success that we missed is then credited. With --cancel, the processor is also asked never to make the charge, unless it has taken money.',
    )
    .option('--cancel', 'also ask it never to make the charge')
    .changesData()
    .handle(askProcessor)

  program
    .command('resolve <REF>')
    .summary('end a review with the answer of the processor’s support')
    .description(
      'End a review. Use ask first: a clear reply ends the review. With --paid and the amount of the deposit, the deposit is credited with its bonus. With --paid and another amount, the money goes to suspense. With --unpaid, the deposit fails. If the processor reports the charge after that, it is credited to cash and the trader is offered a refund.',
    )
    .option('--paid <AMOUNT>', 'the amount that the processor has taken, e.g. 1000.00')
    .option('--currency <CUR>', 'its currency, if it is not the deposit’s')
    .option(
      '--reference <REFERENCE>',
      'the processor’s own reference of the charge, as in its statement; without it, a report under another reference than before counts as a second charge',
    )
    .option('--unpaid', 'the processor has taken nothing and will take nothing')
    .changesData()
    .handle(endReview)

  program
    .command('refund <REF>')
    .summary('send money back that is in suspense or came late')
    .description(
      'Send money back. The processor is asked at once, and a running server keeps asking until the processor confirms. Money that was credited as requested cannot be sent back with this command.',
    )
    .option(
      '--charge <N>',
      'which charge, if the processor has charged the attempt more than once',
      parseCount('--charge', 99),
    )
    .changesData()
    .handle(refundMoney)

  program
    .command('reverse <REF>')
    .summary('undo a credit that was made by mistake')
    .description(
      'Undo the booking of money that the processor has not taken, e.g. after a wrong resolve --paid. The money leaves the account or suspense. The bonus and its wagering requirement are taken back. A balance never becomes negative: money that the trader has spent is owed: it blocks withdrawals and is taken from the next cash. Withdrawals that wait are stopped first. If the processor has taken the money, use refund.',
    )
    .option(
      '--charge <N>',
      'which charge, if the processor has charged the attempt more than once',
      parseCount('--charge', 99),
    )
    .changesData()
    .handle(reverseMoney)

  program
    .command('accept <REF>')
    .summary('credit money in suspense to the trader’s account')
    .description(
      'Credit money in suspense to cash, without a bonus. The deposit fails, and the trader is offered a refund. Money in another currency than the account’s can only be refunded.',
    )
    .option(
      '--charge <N>',
      'which charge, if the processor has charged the attempt more than once',
      parseCount('--charge', 99),
    )
    .changesData()
    .handle(acceptMoney)
}

async function askProcessor(context: CommandContext<{ cancel?: true }>, reference: string): Promise<void> {
  const { app, by, options, confirm } = context
  const cancel = options.cancel === true
  const match = await findDepositByReference(app, reference)
  const attempt = findAttemptToAsk(match)
  if (!attempt.isCharging)
    throw new CliError(`${attempt.processor} was not asked for money: there is nothing to ask about.`)
  if (cancel) await confirm(`${attempt.processor} is asked never to charge ${formatDepositAmount(match)}.`)
  const { reported, isRefund } = await requestInquiry(app, match, attempt, cancel, by)
  if (reported === 'busy')
    throw new CliError(`${attempt.processor} is being asked right now: try again in half a minute.`)
  const outcome = isRefund
    ? 'The refund was requested again'
    : reported === null
      ? 'It gave no clear answer'
      : reported === 'not_found'
        ? 'It does not know the charge'
        : `It says: ${reported}`
  await printReport(context, match, `${attempt.processor} was asked. ${outcome}.`, { reported })
}

async function endReview(context: CommandContext<ResolveOptions>, reference: string): Promise<void> {
  const { app, by, options, confirmEmergency } = context
  checkResolveOptions(options)
  const match = await findDepositByReference(app, reference)
  const { deposit } = match
  const receiptNumber = formatReceiptNumber(deposit.id)
  const attempt = findAttemptToResolve(match)
  const finding = parseFinding(options, deposit.currency)
  const taken = finding.kind === 'paid' ? formatMoney(finding.amount, finding.currency) : 'nothing'
  await confirmEmergency(
    `Deposit ${receiptNumber} of ${formatDepositAmount(match)}: ${attempt.processor} has taken ${taken}.`,
    finding.kind === 'paid' ? 'two' : 'one',
  )
  const result = await resolveReview(app, match, attempt, finding, by)
  if (result.ok) {
    const message = result.value === 'resolved' ? 'Resolved.' : 'Nothing was changed: it is resolved so already.'
    return printReport(context, match, message)
  }
  switch (result.code) {
    case 'deposits.review_ended':
      throw new CliError(
        `Deposit ${receiptNumber} is not in review: ${attempt.processor} is ${attempt.state}. If it has taken money all the same, ask about attempt ${attempt.reference}.`,
      )
    case 'deposits.review_captured':
      throw new CliError(
        `${attempt.processor} has taken money for deposit ${receiptNumber}, and it is booked (${listCaptures(
          match,
          attempt,
        )
          .map(({ status }) => status)
          .join(', ')}): use refund or accept if it is in suspense.`,
      )
    case 'deposits.review_early':
      throw new CliError(
        `Deposit ${receiptNumber} is not in review: the server is still finding out. Ask the processor, or wait.`,
      )
  }
}

/** If the money was already sent back, the command succeeds without a change. */
const repeatedRefundMessages = {
  'deposits.refund_ordered': 'Nothing was changed: it is on its way back already.',
  'deposits.is_refunded': 'Nothing was changed: it has been refunded already.',
}

async function refundMoney(context: CommandContext<ChargeOptions>, reference: string): Promise<void> {
  const { app, by, options, confirmEmergency } = context
  const match = await findDepositByReference(app, reference)
  const { attempt, capture } = requireRefundableCapture(match, options.charge)
  const receiptNumber = formatReceiptNumber(match.deposit.id)
  if (capture.status === 'suspense' || capture.status === 'credited_late') {
    const source = capture.status === 'suspense' ? 'suspense' : 'the trader’s account'
    await confirmEmergency(
      `${formatMoney(capture.amount, capture.currency)} of deposit ${receiptNumber} go back from ${source} to the card, by ${attempt.processor}.`,
      'two',
    )
  }
  const result = await refundCapture(app, match, capture, by)
  if (result.ok) return printReport(context, match, 'The refund is recorded, and the processor was asked.')
  switch (result.code) {
    case 'deposits.is_reversed':
      throw new CliError('It was booked by mistake and has been reversed: the processor has taken nothing.')
    case 'deposits.is_taken_back':
      throw new CliError('The processor or the card’s bank has taken it back already: there is nothing to send.')
    case 'deposits.refund_ordered':
    case 'deposits.is_refunded':
      return printReport(context, match, repeatedRefundMessages[result.code])
    case 'deposits.refund_spent':
      throw new CliError('The trader’s account no longer holds that much: nothing was changed.')
    case 'deposits.refund_credited':
      throw new CliError(`Deposit ${receiptNumber} got the money it asked for: this command does not send it back.`)
    case 'deposits.refund_held':
      throw new CliError(
        'The money is in suspense again, because the processor refused: nothing was changed. Look at it with show.',
      )
    case 'deposits.refund_gone':
      throw new CliError(`${attempt.processor} has taken no money with attempt ${attempt.reference}.`)
  }
}

async function reverseMoney(context: CommandContext<ChargeOptions>, reference: string): Promise<void> {
  const { app, by, options, confirmEmergency } = context
  const match = await findDepositByReference(app, reference)
  const { deposit } = match
  const { attempt, capture } = requireReversibleCapture(match, options.charge)
  if (capture.status === 'reversed')
    return printReport(context, match, 'Nothing was changed: it has been reversed already.')
  await confirmEmergency(
    `${attempt.processor} has not taken ${formatMoney(capture.amount, capture.currency)} of deposit ${formatReceiptNumber(deposit.id)}: it is taken back (${capture.status}), with the bonus that it gave.`,
    'two',
  )
  const result = await reverseCapture(app, match, attempt, capture, by)
  if (!result.ok)
    throw new CliError(`The money is ${capture.status}: only money on the account or in suspense can be reversed.`)
  const owed = result.value?.owed ?? 0
  const rest = owed > 0 ? ` The trader had spent ${formatMoney(owed, capture.currency)}: the trader owes it.` : ''
  await printReport(context, match, `Reversed.${rest}`, { reversal: result.value })
}

async function acceptMoney(context: CommandContext<ChargeOptions>, reference: string): Promise<void> {
  const { app, by, options, confirmEmergency } = context
  const match = await findDepositByReference(app, reference)
  const { deposit } = match
  const { attempt, capture } = requireSuspenseCapture(match, options.charge)
  if (capture.status === 'credited_late')
    return printReport(context, match, 'Nothing was changed: it is on the account already.')
  if (capture.status !== 'suspense')
    throw new CliError(`The money of attempt ${attempt.reference} is not in suspense, but ${capture.status}.`)
  await confirmEmergency(
    `${formatMoney(capture.amount, capture.currency)} go from suspense to the account of trader ${deposit.userId}, who had chosen ${formatDepositAmount(match)}.`,
    'two',
  )
  const result = await acceptSuspense(app, attempt, capture, by)
  if (result.ok) return printReport(context, match, 'Credited.')
  switch (result.code) {
    case 'deposits.suspense_gone':
      return printReport(context, match, 'Nothing was changed: another operator has decided about it.')
    case 'deposits.suspense_credited':
      throw new CliError('The deposit has its money already: send this back with refund.')
    case 'deposits.suspense_other_currency':
      throw new CliError(
        `It was taken in ${capture.currency}, and the account is in ${deposit.currency}: send it back with refund.`,
      )
  }
}

function checkResolveOptions(options: ResolveOptions): void {
  if ((options.paid !== undefined) === (options.unpaid === true))
    throw usageError('Write either --paid AMOUNT or --unpaid.')
  // The amount is read again when the currency of the deposit is known.
  parseFinding(options, 'USD')
}

function parseFinding(options: ResolveOptions, depositCurrency: string): ReviewFinding {
  const { paid, currency = depositCurrency, reference } = options
  if (paid === undefined) return { kind: 'unpaid' }
  if (!currencies.some((known) => known === currency))
    throw usageError(`--currency must be one of ${currencies.join(', ')}.`)
  return { kind: 'paid', amount: parseAmount(paid, currency), currency, processorReference: reference }
}

function formatDepositAmount({ deposit }: DepositMatch): string {
  return formatMoney(deposit.amount, deposit.currency)
}

/** Prints what was done and the new state of the deposit. */
async function printReport(
  { app, print }: CommandContext,
  { deposit: { id } }: DepositMatch,
  message: string,
  details: object = {},
): Promise<void> {
  const { deposit } = await findDepositByReference(app, id)
  const captures = deposit.captures.map(({ processor, amount, currency, status }) => ({
    processor,
    amount,
    currency,
    status,
  }))
  const money = captures.map(({ amount, currency, status }) => `${formatMoney(amount, currency)} ${status}`)
  print(
    { message, deposit: { id, state: deposit.state, reason: deposit.reason, captures }, ...details },
    `${message}\nDeposit ${formatReceiptNumber(id)} is ${deposit.state}; money: ${money.join(', ') || 'none'}.\n`,
  )
}
