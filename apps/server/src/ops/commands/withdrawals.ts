import { withdrawalStates } from '@tradefront/rules/withdrawal/withdrawal-states'

import type { AppContext } from '../../context.ts'
import {
  approveWithdrawal,
  askAboutPayout,
  decidePayout,
  findByReference,
  listAccountsAgainst,
  rejectWithdrawal,
  returnWithdrawal,
  listAllWithdrawals,
} from '../../modules/withdrawal/operator.ts'
import { formatWithdrawalNumber, type Payout, type Withdrawal } from '../../modules/withdrawal/service.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatFields, formatMoney, formatTable, formatTime } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseCount, parseTraderText } from '../cli/parse-input.ts'
import { addRecordList } from '../cli/record-list.ts'

type ReasonOptions = { readonly reason?: string }
type PayoutOptions = { readonly payout?: number }
type PayOptions = PayoutOptions & { readonly reference?: string }

const confirmedStates = withdrawalStates.filter(
  (state) => state !== 'unconfirmed' && state !== 'given_up' && state !== 'expired',
)
const payoutOption = ['--payout <N>', 'which part, if it has several', parseCount('--payout', 99)] as const
const reasonOption = ['--reason <TEXT>', 'why, in the language of the trader, who reads it'] as const

export function addWithdrawalCommands(program: OperatorCommand): void {
  const withdrawals = addRecordList(program, {
    name: 'withdrawals',
    summary: 'money that traders have asked for',
    description: 'List the confirmed withdrawals. Those that wait for you: --state waiting_approval.',
    states: confirmedStates,
    listRows: async (app, filter, before, limit) => {
      const last = before === null ? null : await findWithdrawal(app, before)
      return listAllWithdrawals(app, filter, last?.id ?? null, limit)
    },
    columns: {
      withdrawal: ({ id }) => formatWithdrawalNumber(id),
      trader: ({ userId }) => userId,
      'e-mail': ({ email }) => email,
      method: ({ method }) => method,
      amount: ({ amount, currency }) => formatMoney(amount, currency),
      fee: ({ fee, currency }) => formatMoney(fee, currency),
      state: ({ state }) => state,
      since: ({ confirmedAtMs }) => formatTime(confirmedAtMs),
      ended: ({ endedAtMs }) => formatTime(endedAtMs),
    },
    emptyMessage: 'There are no such withdrawals.',
  })
  withdrawals.command('show <REF>').summary('one withdrawal: its parts, and where each goes').handle(showWithdrawal)
  withdrawals
    .command('approve <REF>')
    .summary('send the money')
    .description(
      'Approve a withdrawal: a running server sends its parts. The documents of the trader must be approved. Opposite trades with related accounts (see `marks TRADER`) are named before you confirm.',
    )
    .changesData()
    .handle(approvePayouts)
  withdrawals
    .command('reject <REF>')
    .summary('return the money of a withdrawal that waits')
    .option(...reasonOption)
    .changesData()
    .handle(reject)
  withdrawals
    .command('ask <REF>')
    .summary('ask again whether a part was sent')
    .option(...payoutOption)
    .changesData()
    .handle(askProvider)
  withdrawals
    .command('pay <REF>')
    .summary('record that a part in doubt was sent')
    .description(
      'Record that a part in doubt has reached the trader, as the provider’s support or your bank says. Nothing is sent by this command.',
    )
    .option(...payoutOption)
    .option('--reference <REFERENCE>', 'the provider’s own reference of the payment')
    .changesData()
    .handle(recordPayment)
  withdrawals
    .command('return <REF>')
    .summary('return money that was not sent')
    .description(
      'Return an approved withdrawal of which nothing was sent yet, or a part in doubt that was not sent and never will be, as the provider’s support says.',
    )
    .option(...payoutOption)
    .option(...reasonOption)
    .changesData()
    .handle(returnMoney)
}

async function findWithdrawal(app: AppContext, reference: string): Promise<Withdrawal> {
  const found = await findByReference(app, reference)
  if (found === 'none') throw new CliError(`There is no withdrawal "${reference}".`)
  if (found === 'several') throw new CliError(`More than one withdrawal matches "${reference}": write its whole id.`)
  return found
}

async function showWithdrawal({ app, print }: CommandContext, reference: string): Promise<void> {
  const withdrawal = await findWithdrawal(app, reference)
  const money = (minor: number) => formatMoney(minor, withdrawal.currency)
  const fields = formatFields([
    ['withdrawal', withdrawal.id],
    ['number', formatWithdrawalNumber(withdrawal.id)],
    ['trader', withdrawal.userId],
    ['method', withdrawal.method],
    ['amount', money(withdrawal.amount)],
    ['fee', money(withdrawal.fee)],
    ['returned', money(withdrawal.returned)],
    ['case', withdrawal.caseName],
    ['state', withdrawal.state],
    ['reason', withdrawal.reason],
    ['review', await describeOppositeAccounts(app, withdrawal)],
    ['confirmed', formatTime(withdrawal.confirmedAtMs)],
    ['ended', formatTime(withdrawal.endedAtMs)],
  ])
  const table = formatTable(
    [
      'part',
      'method',
      'to',
      'charge',
      'amount',
      'state',
      'tries',
      'reference',
      'provider’s reference',
      'sent as',
      'reason',
    ],
    withdrawal.payouts.map((payout) => [
      payout.number,
      payout.method,
      describePlace(payout),
      describeCharge(payout, money),
      money(payout.amount),
      payout.state,
      payout.tries,
      payout.reference,
      payout.sentReference,
      payout.sentAs,
      payout.reason,
    ]),
    'It has no parts.',
  )
  print(withdrawal, `${fields}\n${table}`)
}

/** Describes opposite accounts. Returns null if there are none. */
async function describeOppositeAccounts(app: AppContext, withdrawal: Withdrawal): Promise<string | null> {
  const accounts = await listAccountsAgainst(app, withdrawal)
  if (accounts.length === 0) return null
  const list = accounts.map(
    ({ userId, trades, stake }) => `${userId} (${trades} trades, ${formatMoney(stake, withdrawal.currency)})`,
  )
  return `opposite trades with related accounts ${list.join(', ')}`
}

/** Says what is refunded, and whether it is still on the account. */
function describeCharge({ charge }: Payout, money: (minor: number) => string): string | null {
  return charge && `${money(charge.amount)} ${charge.status}, deposit ${charge.depositId}`
}

function describePlace({ account, processor, cardKind, cardHint }: Payout): string {
  return account ?? `${processor} ${cardKind ?? 'card'} …${cardHint ?? ''}`
}

async function approvePayouts(context: CommandContext, reference: string): Promise<void> {
  const { app, by, confirmEmergency } = context
  const withdrawal = await findWithdrawal(app, reference)
  const places = withdrawal.payouts.map(
    (payout) => `${formatMoney(payout.amount, withdrawal.currency)} to ${describePlace(payout)}`,
  )
  const review = await describeOppositeAccounts(app, withdrawal)
  await confirmEmergency(
    `Trader ${withdrawal.userId} gets ${places.join(', ')}.${review === null ? '' : ` Review: ${review}.`}`,
    'two',
  )
  const result = await approveWithdrawal(app, withdrawal, by)
  if (!result.ok) throw new CliError(explain(result.code))
  await printState(context, withdrawal, 'Approved. A running server sends the money.')
}

async function reject(context: CommandContext<ReasonOptions>, reference: string): Promise<void> {
  const { app, by, options, confirmEmergency } = context
  const reason = parseTraderText(options.reason, '--reason')
  const withdrawal = await findWithdrawal(app, reference)
  await confirmEmergency(
    `${formatMoney(withdrawal.amount, withdrawal.currency)} return to the account of trader ${withdrawal.userId}: “${reason}”.`,
    'one',
  )
  const result = await rejectWithdrawal(app, withdrawal, reason, by)
  if (!result.ok) throw new CliError(explain(result.code))
  await printState(context, withdrawal, 'Rejected. The trader reads why.')
}

async function askProvider(context: CommandContext<PayoutOptions>, reference: string): Promise<void> {
  const { app, by, options } = context
  const withdrawal = await findWithdrawal(app, reference)
  const payout = requirePayout(withdrawal, options.payout)
  const isAsked = await askAboutPayout(app, withdrawal, payout, by)
  if (!isAsked) throw new CliError(`Part ${payout.number} is ${payout.state}: there is nothing to ask about.`)
  await printState(context, withdrawal, 'The provider was asked.')
}

function parseSentReference(reference: string | undefined): string {
  if (reference === undefined || !/^[\x21-\x7e]{1,200}$/.test(reference))
    throw usageError('Write the provider’s own reference of the payment: --reference REFERENCE.')
  return reference
}

async function recordPayment(context: CommandContext<PayOptions>, reference: string): Promise<void> {
  const { app, by, options, confirmEmergency } = context
  const sentReference = parseSentReference(options.reference)
  const withdrawal = await findWithdrawal(app, reference)
  const payout = requirePayout(withdrawal, options.payout)
  const amount = formatMoney(payout.amount, withdrawal.currency)
  await confirmEmergency(
    `${amount} have reached ${describePlace(payout)} as ${sentReference}. Nothing is sent now.`,
    'two',
  )
  const decision = { state: 'paid', sentReference } as const
  if (!(await decidePayout(app, withdrawal, payout, decision, by))) throw new CliError(explain('withdrawal.decided'))
  await printState(context, withdrawal, 'Recorded as paid.')
}

async function returnMoney(context: CommandContext<PayoutOptions & ReasonOptions>, reference: string): Promise<void> {
  const { app, by, options, confirmEmergency } = context
  const reason = parseTraderText(options.reason, '--reason')
  const withdrawal = await findWithdrawal(app, reference)
  const payout = withdrawal.state === 'approved' ? null : requirePayout(withdrawal, options.payout)
  const amount = payout?.amount ?? withdrawal.amount
  await confirmEmergency(
    `${formatMoney(amount, withdrawal.currency)} were not sent and never will be. They return to the account of trader ${withdrawal.userId}.`,
    'two',
  )
  if (payout === null) {
    const result = await returnWithdrawal(app, withdrawal, reason, by)
    if (!result.ok) throw new CliError(explain(result.code))
  } else if (!(await decidePayout(app, withdrawal, payout, { state: 'refused', reason }, by)))
    throw new CliError(explain('withdrawal.decided'))
  await printState(context, withdrawal, 'Returned.')
}

/** Returns the payout with the number; without one, the only one that is being sent. */
function requirePayout({ payouts, state }: Withdrawal, number: number | undefined): Payout {
  const candidates = payouts.filter((payout) =>
    number === undefined ? payout.state === 'sent' || payout.state === 'in_doubt' : payout.number === number,
  )
  const [only, ...others] = candidates
  if (only === undefined) throw new CliError(`The withdrawal is ${state}, and no such part of it is being sent.`)
  if (others.length > 0)
    throw new CliError(
      `Several parts are being sent: name one with --payout: ${candidates.map((payout) => payout.number).join(', ')}.`,
    )
  return only
}

const explanations = {
  'withdrawal.unverified': 'The documents of the trader are not approved: nothing was changed.',
  'withdrawal.charge_gone':
    'A charge that it refunds was taken back or refunded: nothing was changed. Look at it with withdrawals show, then reject it.',
  'withdrawal.trader_owes': 'The trader owes money after a chargeback: nothing was changed. Reject the withdrawal.',
  'withdrawal.destination_gone': 'The account that it goes to was removed: nothing was changed. Reject the withdrawal.',
  'withdrawal.decided':
    'It was decided already, or does not wait for this: nothing was changed. Look at it with withdrawals show.',
} as const

function explain(code: keyof typeof explanations): string {
  return explanations[code]
}

async function printState({ app, print }: CommandContext, { id }: Withdrawal, message: string): Promise<void> {
  const withdrawal = await findWithdrawal(app, id)
  print(
    { message, withdrawal },
    `${message}\nWithdrawal ${formatWithdrawalNumber(id)} is ${withdrawal.state}; parts: ${withdrawal.payouts.map(({ state }) => state).join(', ')}.\n`,
  )
}
