import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'
import { processors } from '@tradefront/processors/registry'
import { depositStates } from '@tradefront/rules/deposits/deposit-state-machine'

import {
  type AttemptEventRow,
  listApprovalRates,
  listAttemptEvents,
  listDeposits,
  listReviews,
  listSuspense,
} from '../../modules/deposits/operator-store.ts'
import { dayMs } from '../../platform/clock.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatFields, formatMoney, formatTable, formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseCount, parseDay } from '../cli/parse-input.ts'
import { addRecordList } from '../cli/record-list.ts'
import { findDepositByReference, listCaptures } from '../find-deposit.ts'

type RatesOptions = { readonly days: number; readonly from?: Date; readonly to?: Date }

const preChecks = processors.filter(({ canCharge }) => !canCharge).map(({ name }) => name)

export function addDepositCommands(program: OperatorCommand): void {
  addDepositList(program)
  addReviewCommand(program)
  addSuspenseCommand(program)

  program.command('show <REF>').summary('one deposit: its attempts, its money and its events').handle(showDeposit)

  program
    .command('rates')
    .summary('approval rate of each processor')
    .description(
      `Show the approval rates of attempts that were started in a period: approved / (approved + declined). "not charged" was never carried out, "undecided" is not final yet. ${preChecks.join(' and ')} never charges: approved means that it let the payment pass.`,
    )
    .option('--days <N>', 'the last N days, 1 to 3660', parseCount('--days', 3660), 7)
    .option('--from <DAY>', 'from this day on (UTC), such as 2026-11-01, instead of --days', parseDay('--from'))
    .option('--to <DAY>', 'up to, not including, this day (UTC); by default now', parseDay('--to'))
    .handle(showRates)
}

function addDepositList(program: OperatorCommand): void {
  addRecordList(program, {
    name: 'deposits',
    summary: 'money that traders have paid in',
    description: 'List deposits by any method.',
    states: depositStates,
    listRows: async (app, filter, before, limit) => {
      const last = before === null ? null : await findDepositByReference(app, before)
      return listDeposits(app.reports, filter, last?.deposit.id ?? null, limit)
    },
    columns: {
      deposit: (row) => formatReceiptNumber(row.depositId),
      trader: (row) => row.userId,
      'e-mail': (row) => row.email,
      method: (row) => row.instrument ?? row.method,
      amount: (row) => formatMoney(row.amount, row.currency),
      bonus: (row) => formatMoney(row.bonus, row.currency),
      state: (row) => row.state,
      reason: (row) => row.reason,
      since: (row) => formatTime(row.since),
      ended: (row) => formatTime(row.endedAt),
    },
    emptyMessage: 'There are no such deposits.',
  })
}

function addReviewCommand(program: OperatorCommand): void {
  addListCommand(program, {
    name: 'review',
    summary: 'deposits whose result is unknown, oldest first',
    description:
      'List the deposits for which a processor has not given a result for two minutes. The server keeps asking (column "asks again"). "manual_review" means that it has given up, or that money is in suspense. End a review with resolve, ask, accept or refund.',
    listRows: (app, limit) => listReviews(app.reports, limit),
    columns: {
      deposit: (row) => formatReceiptNumber(row.depositId),
      trader: (row) => row.userId,
      'e-mail': (row) => row.email,
      amount: (row) => formatMoney(row.amount, row.currency),
      processor: (row) => row.processor,
      attempt: (row) => row.attempt,
      money: (row) => row.money,
      since: (row) => formatTime(row.since),
      'asks again': (row) => formatTime(row.nextCheckAt),
    },
    emptyMessage: 'No deposit is in review.',
  })
}

function addSuspenseCommand(program: OperatorCommand): void {
  addListCommand(program, {
    name: 'suspense',
    summary: 'money that waits for a decision, or is on its way back to a card',
    description:
      'List the money that a processor took in another amount or currency than requested (amount_differs), took a second time for the same attempt (second_charge), or refused to send back (refund_refused). Send it back with refund, or credit it with accept. "refund_due" is being sent back.',
    listRows: (app, limit) => listSuspense(app.reports, limit),
    columns: {
      deposit: (row) => formatReceiptNumber(row.depositId),
      trader: (row) => row.userId,
      'e-mail': (row) => row.email,
      taken: (row) => formatMoney(row.amount, row.currency),
      'asked for': (row) => formatMoney(row.requestedAmount, row.requestedCurrency),
      processor: (row) => row.processor,
      status: (row) => row.status,
      reason: (row) => row.reason,
      since: (row) => formatTime(row.since),
    },
    emptyMessage: 'Nothing is in suspense or on its way back.',
  })
}

async function showDeposit({ app, print }: CommandContext, reference: string): Promise<void> {
  const match = await findDepositByReference(app, reference)
  const { deposit } = match
  const events = await listAttemptEvents(app.reports, deposit.id)
  const { id, userId, state, amount, currency, bonus, reason, createdAtMs, endedAtMs, instrumentKind, instrumentHint } =
    deposit
  const card = instrumentKind === null ? null : { brand: instrumentKind, last4: instrumentHint }
  const attempts = deposit.attempts.map((attempt) => ({
    reference: attempt.reference,
    processor: attempt.processor,
    state: attempt.state,
    processorReference: attempt.processorReference,
    error: attempt.errorClass,
    money: listCaptures(match, attempt),
    asksAgainAt: attempt.nextCheckAtMs,
  }))
  const fields = formatFields([
    ['deposit', id],
    ['receipt number', formatReceiptNumber(id)],
    ['trader', userId],
    ['amount', formatMoney(amount, currency)],
    ['bonus', formatMoney(bonus, currency)],
    ['card', card === null ? '' : `${card.brand} …${card.last4}`],
    ['state', reason === null ? state : `${state} (${reason})`],
    ['opened', formatTime(createdAtMs)],
    ['ended', formatTime(endedAtMs)],
  ])
  const attemptsTable = formatTable(
    ['attempt', 'processor', 'state', 'processor reference', 'error', 'taken', 'status'],
    attempts.map((attempt) => [
      attempt.reference,
      attempt.processor,
      attempt.state,
      attempt.processorReference,
      attempt.error,
      attempt.money.map(({ amount, currency }) => formatMoney(amount, currency)).join(', '),
      attempt.money.map(({ status }) => status).join(', '),
    ]),
    'No attempts.',
  )
  print(
    { id, userId, state, amount, currency, bonus, reason, createdAtMs, endedAtMs, card, attempts, events },
    [fields, attemptsTable, formatEvents(events)].join('\n'),
  )
}

function formatEvents(events: readonly AttemptEventRow[]): string {
  return formatTable(
    ['at', 'processor', 'source', 'reported', 'before', 'after'],
    events.map(({ at, processor, source, reported, before, after }) => [
      formatTime(at),
      processor,
      source,
      reported,
      before,
      after,
    ]),
    'No events.',
  )
}

async function showRates({ app, options, print }: CommandContext<RatesOptions>): Promise<void> {
  const to = options.to ?? app.clock.now()
  const from = options.from ?? new Date(to.getTime() - options.days * dayMs)
  const processors = (await listApprovalRates(app.reports, from, to)).map((row) => {
    const decided = row.approved + row.declined
    return { ...row, rate: decided === 0 ? null : row.approved / decided }
  })
  const table = formatTable(
    ['processor', 'attempts', 'approved', 'declined', 'not charged', 'undecided', 'rate'],
    processors.map(({ processor, attempts, approved, declined, notCharged, undecided, rate }) => [
      processor,
      attempts,
      approved,
      declined,
      notCharged,
      undecided,
      rate === null ? null : `${(rate * 100).toFixed(1)} %`,
    ]),
    'No processor was asked in this period.',
  )
  print({ from, to, processors }, `From ${formatTime(from)} to ${formatTime(to)} UTC\n\n${table}`)
}
