import {
  isActiveState,
  isOpenState,
  type AttemptState,
  type DepositState,
} from '@tradefront/rules/deposits/deposit-state-machine'

import type { Charge } from './charge-scenario.ts'
import { type Violation, properties } from './properties.ts'

/** Read by a separate query, not by the code under test. */
export type DatabaseState = {
  readonly deposits: readonly {
    readonly id: string
    readonly state: DepositState
    readonly plan: readonly string[]
    readonly bonus: number
    readonly reason: string | null
    readonly words: string | null
    readonly amount: number
    readonly currency: string
  }[]
  readonly attempts: readonly {
    readonly id: number
    readonly deposit: string
    readonly processor: string
    readonly charges: boolean
    readonly state: AttemptState
    readonly reference: string
    /** UTC date of its creation. */
    readonly day: string
  }[]
  readonly captures: readonly {
    readonly attempt: number
    readonly deposit: string
    readonly reference: string
    readonly amount: number
    readonly currency: string
    readonly status: string
    readonly reason: string | null
  }[]
  readonly entries: readonly { readonly kind: string; readonly subject: string }[]
  readonly lines: readonly { readonly account: string; readonly currency: string; readonly amount: number }[]
  readonly balances: readonly { readonly account: string; readonly currency: string; readonly amount: number }[]
  readonly wagering: readonly { readonly source: string; readonly amount: number }[]
  /** One for each mail. `attempt` is 0 if it is about the deposit. */
  readonly notices: readonly { readonly deposit: string; readonly kind: string; readonly attempt: number }[]
  readonly unapplied: number
}

/** Expected values that do not come from the database. */
export type Expectations = {
  /** Of this trader. */
  readonly charges: Iterable<Charge>
  /** Of this trader; a deposit leaves out processors that are switched off. */
  readonly plan: readonly string[]
  /** The highest of the run. */
  readonly dayLimit: number
  readonly currency: string
  readonly markAtStake: (property: Violation) => void
}

/** Pays the opening balances of simulated traders. */
export const openingAccount = 'fees'

/** `$1` is a list of traders' ids; one row each, in this order. */
export const stateQuery = `
  select one.state from unnest($1::bigint[]) with ordinality as trader(id, place) cross join lateral (
  with mine as (select * from deposits where user_id = trader.id),
  tries as (select a.* from attempts a join mine d on d.id = a.deposit_id),
  booked as (
    select e.id, e.kind, e.subject from tries t join ledger_entries e on e.attempt_id = t.id
    union select e.id, e.kind, e.subject from ledger_lines l join ledger_entries e on e.id = l.entry_id where l.user_id = trader.id)
  select json_build_object(
    'deposits', (select coalesce(json_agg(json_build_object('id', id, 'state', state, 'plan', processor_order, 'bonus', bonus,
      'reason', reason, 'words', reason_text, 'amount', amount, 'currency', currency) order by created_at, id), '[]') from mine),
    'attempts', (select coalesce(json_agg(json_build_object('id', id, 'deposit', deposit_id, 'processor', processor,
      'charges', is_charging, 'state', state, 'reference', reference, 'day', (created_at at time zone 'UTC')::date) order by id), '[]') from tries),
    'captures', (select coalesce(json_agg(json_build_object('attempt', c.attempt_id, 'deposit', c.deposit_id, 'reference', t.reference,
      'amount', c.amount, 'currency', c.currency, 'status', c.status, 'reason', c.reason)), '[]') from captures c join tries t on t.id = c.attempt_id),
    'entries', (select coalesce(json_agg(json_build_object('kind', kind, 'subject', subject)), '[]') from booked),
    'lines', (select coalesce(json_agg(json_build_object('account', l.account, 'currency', l.currency, 'amount', l.amount)), '[]')
      from ledger_lines l join booked b on b.id = l.entry_id),
    'balances', (select coalesce(json_agg(json_build_object('account', account, 'currency', currency, 'amount', amount)), '[]')
      from ledger_balances where user_id = trader.id),
    'wagering', (select coalesce(json_agg(json_build_object('source', source, 'amount', bonus)), '[]')
      from wagering_requirements where user_id = trader.id and cancelled_at is null),
    'notices', (select coalesce(json_agg(json_build_object('deposit', deposit_id, 'kind', kind, 'attempt', attempt_id)), '[]')
      from deposit_notices where deposit_id in (select id from mine)),
    'unapplied', (select count(*) from processor_webhooks where applied_at is null and reference in (select reference from tries))
  ) as state) as one order by trader.place`

function sum(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0)
}

function createCollector({ markAtStake }: Expectations) {
  const broken = new Set<Violation>()
  /** @param isAtStake false if there is nothing that could violate it */
  const must = (property: keyof typeof properties, isSatisfied: boolean, isAtStake = true) => {
    if (isAtStake) markAtStake(properties[property])
    if (!isSatisfied) broken.add(properties[property])
  }
  return { broken, must }
}

/** Properties that hold at any time. Returns the violated ones. */
export function findViolations(state: DatabaseState, expectations: Expectations): Violation[] {
  const { charges, plan, dayLimit, currency } = expectations
  const { broken, must } = createCollector(expectations)
  for (const deposit of state.deposits) checkDeposit(deposit, state, plan, must)
  must('oneOpen', state.deposits.filter((deposit) => isOpenState(deposit.state)).length <= 1, state.deposits.length > 1)

  const days = state.deposits.flatMap(({ id }) => {
    const first = state.attempts.find((attempt) => attempt.deposit === id && attempt.charges)
    return first === undefined ? [] : [first.day]
  })
  must(
    'dayLimit',
    days.every((day) => days.filter((other) => other === day).length <= dayLimit),
    days.length >= dayLimit,
  )
  const taken = [...charges].filter((charge) => charge.state === 'succeeded')
  must(
    'accounted',
    state.captures.every(({ reference, amount, currency: inCurrency }) =>
      taken.some(
        (charge) => charge.reference === reference && charge.amount === amount && charge.currency === inCurrency,
      ),
    ),
    state.captures.length > 0,
  )
  checkLedger(state, currency, must)
  checkTakenBack(state, taken, must)
  must(
    'notNegative',
    state.balances.every(({ amount }) => amount >= 0),
    state.balances.length > 0,
  )
  return [...broken]
}

type Check = ReturnType<typeof createCollector>['must']

function checkDeposit(
  deposit: DatabaseState['deposits'][number],
  state: DatabaseState,
  plan: readonly string[],
  must: Check,
): void {
  const tries = state.attempts.filter((attempt) => attempt.deposit === deposit.id)
  const earlier = tries.slice(0, -1)
  const hasSeveral = tries.length > 1
  const names = tries.map(({ processor }) => processor)
  must('askedOnce', new Set(names).size === names.length, hasSeveral)
  must('planOrder', names.every((name, index) => deposit.plan[index] === name) && isSubsequence(deposit.plan, plan))
  must('oneLive', tries.filter((attempt) => isActiveState(attempt.state)).length <= 1, hasSeveral)
  must('noneWhileUndecided', !earlier.some((attempt) => isActiveState(attempt.state)), hasSeveral)
  must(
    'hardDeclineStops',
    !earlier.some((attempt) => attempt.state === 'declined_hard'),
    tries.some((attempt) => attempt.state === 'declined_hard'),
  )
  const subjects = new Set(tries.map(({ id }) => `attempt:${id}`))
  const credits = state.entries.filter(
    ({ kind, subject }) => subjects.has(subject) && (kind === 'deposit.credited' || kind === 'deposit.credited_late'),
  )
  const captures = state.captures.filter((capture) => capture.deposit === deposit.id)
  const credited = captures.filter(({ status }) => status === 'credited' || status === 'credited_late')
  // After a refund, another late charge can be credited.
  const creditedAttempts = credits.map(({ subject }) => subject)
  must(
    'creditOnce',
    credited.length <= 1 &&
      new Set(creditedAttempts).size === credits.length &&
      creditedAttempts.every((subject) => captures.some(({ attempt }) => subject === `attempt:${attempt}`)),
    captures.length > 0,
  )
  // Suspense has a reason, and an operator can credit it.
  must(
    'creditedAsAsked',
    credited.every(
      ({ amount, currency, reason }) => reason !== null || (amount === deposit.amount && currency === deposit.currency),
    ),
    captures.length > 0,
  )
  const bonuses = state.wagering.filter(({ source }) => source === `deposit:${deposit.id}`)
  // Another charge of the deposit can be taken back, too.
  const isTakenBack = captures.some(({ status }) => status === 'taken_back')
  const isKept = !isTakenBack || captures.some(({ status }) => status === 'credited')
  const withBonus = deposit.bonus > 0 && isKept && credits.some(({ kind }) => kind === 'deposit.credited')
  must('bonusOnce', bonuses.length === (withBonus ? 1 : 0), withBonus)
  checkNotices(deposit, captures, state.notices, must)
}

function checkNotices(
  { id, state, reason }: DatabaseState['deposits'][number],
  captures: DatabaseState['captures'],
  all: DatabaseState['notices'],
  must: Check,
): void {
  const notices = all.filter(({ deposit }) => deposit === id)
  const count = (kind: string, attempt = 0) =>
    notices.filter((notice) => notice.kind === kind && notice.attempt === attempt).length
  const hasEnded = state === 'succeeded' || state === 'failed'
  // The notice about the money is enough.
  const isFailureTold = state === 'failed' && reason !== 'cards.other_amount'
  must('toldOnce', count('credited') === (state === 'succeeded' ? 1 : 0), state === 'succeeded')
  must('toldOnce', count('failed') === (isFailureTold ? 1 : 0), isFailureTold)
  must('toldOnce', state === 'review' ? count('review') === 1 : hasEnded || count('review') === 0, state === 'review')
  for (const { attempt } of captures) {
    const countCaptures = (wanted: string) =>
      captures.filter((each) => each.attempt === attempt && each.status === wanted).length
    const [late, refunded] = [countCaptures('credited_late'), countCaptures('refunded')]
    must('toldOnce', count('late', attempt) >= late, late > 0)
    must('toldOnce', count('refunded', attempt) === refunded, refunded > 0)
  }
}

function checkTakenBack({ captures, entries }: DatabaseState, taken: readonly Charge[], must: Check): void {
  const takenBack = captures.filter(({ status }) => status === 'taken_back')
  const entriesOfAttempt = (attempt: number) =>
    entries.filter(
      ({ kind, subject }) =>
        kind === 'deposit.taken_back' &&
        (subject === `attempt:${attempt}` || subject.startsWith(`attempt:${attempt}/`)),
    )
  must(
    'takenBackOnce',
    captures.every(({ attempt, status }) => entriesOfAttempt(attempt).length === (status === 'taken_back' ? 1 : 0)) &&
      takenBack.every(({ reference }) =>
        taken.some((charge) => charge.reference === reference && charge.takenBackAs !== null),
      ),
    takenBack.length > 0,
  )
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  return part.join() === whole.filter((name) => part.includes(name)).join()
}

/** Lines, balances and captures agree in each currency. */
function checkLedger(
  { lines, captures, balances, wagering }: DatabaseState,
  traderCurrency: string,
  must: Check,
): void {
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const sumLines = (account: (name: string) => boolean) =>
      sum(lines.filter((line) => line.currency === currency && account(line.account)))
    const sumCaptures = (...statuses: string[]) =>
      sum(captures.filter((capture) => capture.currency === currency && statuses.includes(capture.status)))
    const sumBalances = (account: string) =>
      sum(balances.filter((each) => each.account === account && each.currency === currency))
    const cash = sumLines((name) => name === 'cash')
    const opening = -sumLines((name) => name === openingAccount)
    const capturedTotal = sumCaptures('credited', 'credited_late', 'suspense', 'refund_due')
    must('ledgerBalances', sumLines(() => true) === 0)
    // Owed: taken back, but no longer there.
    const owed = -sumLines((name) => name === 'receivable')
    const staked = sumLines((name) => name === 'trade_house')
    const expectedCash = opening + sumCaptures('credited', 'credited_late') + owed - staked
    must('ledgerBalances', cash === sumBalances('cash') && cash === expectedCash)
    must('takenBackOnce', owed >= 0 && owed <= sumCaptures('taken_back'), owed > 0)
    const suspense = sumLines((name) => name === 'suspense')
    const hasSuspense = lines.some(({ account }) => account === 'suspense')
    must('ledgerBalances', suspense === sumCaptures('suspense', 'refund_due'))
    must('suspenseNotNegative', suspense >= 0, hasSuspense)
    must('ledgerBalances', sumLines((name) => name.startsWith('clearing:')) === -capturedTotal)
    must('bonusOnce', sumBalances('bonus') === (currency === traderCurrency ? sum(wagering) : 0))
  }
}

/** Whether only work for an operator is left. */
export function isFinished({ deposits, attempts, captures, unapplied }: DatabaseState): boolean {
  const settled = ['succeeded', 'failed', 'review']
  const waiting = attempts.filter(({ state }) => isActiveState(state) && state !== 'manual_review')
  return (
    unapplied === 0 &&
    waiting.length === 0 &&
    deposits.every(({ state }) => settled.includes(state)) &&
    captures.every(({ status }) => status !== 'refund_due')
  )
}

/** For an operator, because no money is booked. */
export function hasUnexplainedReviews({ attempts, captures }: DatabaseState): boolean {
  return attempts.some(({ id, state }) => state === 'manual_review' && !captures.some(({ attempt }) => attempt === id))
}

/** Properties that hold after faults have stopped. Returns the violated ones. */
export function findFinalViolations(state: DatabaseState, expectations: Expectations): Violation[] {
  const { broken, must } = createCollector(expectations)
  must('settles', isFinished(state), state.attempts.length > 0)
  // Only a wrong amount or currency needs an operator.
  must('settles', !hasUnexplainedReviews(state))
  const taken = [...expectations.charges].filter((charge) => charge.state === 'succeeded')
  for (const currency of new Set(taken.map((charge) => charge.currency))) {
    const sumCaptures = (...statuses: string[]) =>
      sum(state.captures.filter((capture) => capture.currency === currency && statuses.includes(capture.status)))
    const credited = sumCaptures('credited', 'credited_late')
    const isBooked = ({ reference }: Charge) => state.captures.some((capture) => capture.reference === reference)
    // Taken back before it was booked: nothing to book.
    const expected = taken.filter((charge) => charge.takenBackAs === null || isBooked(charge))
    const chargedTotal = sum(expected.filter((charge) => charge.currency === currency))
    const returned = sumCaptures('refunded', 'taken_back')
    must('accounted', chargedTotal === credited + sumCaptures('suspense', 'refund_due') + returned)
  }
  for (const charge of taken) {
    const capture = state.captures.find(({ reference }) => reference === charge.reference)
    const status = capture?.status ?? 'missing'
    // Suspense has a reason: wrong amount or currency, or a refused refund.
    if (charge.takenBackAs !== null) {
      must('takenBackOnce', capture === undefined || status === 'taken_back')
      continue
    }
    must('successPlaced', capture?.reason != null || ['credited', 'credited_late', 'refunded'].includes(status))
    must('accounted', charge.refunded === (status === 'refunded' ? charge.amount : 0))
  }
  return [...new Set([...findViolations(state, expectations), ...broken])]
}

export function findChangedFinalStates(before: DatabaseState, after: DatabaseState): Violation[] {
  const now = new Map<string | number, string>([
    ...[...after.attempts, ...after.deposits].map(({ id, state }): [string | number, string] => [id, state]),
    ...after.captures.map(({ reference, status }): [string, string] => [`capture ${reference}`, status]),
  ])
  const final: [string | number, string][] = [
    ...before.attempts
      .filter(({ state }) => !isActiveState(state))
      .map(({ id, state }): [number, string] => [id, state]),
    ...before.deposits
      .filter(({ state }) => state === 'succeeded' || state === 'failed')
      .map(({ id, state }): [string, string] => [id, state]),
    ...before.captures
      .filter(({ status }) => status === 'refunded' || status === 'taken_back')
      .map(({ reference, status }): [string, string] => [`capture ${reference}`, status]),
    ...before.captures
      .filter(({ reference, status }) => status === 'credited' && now.get(`capture ${reference}`) !== 'taken_back')
      .map(({ reference, status }): [string, string] => [`capture ${reference}`, status]),
  ]
  return final.every(([id, state]) => now.get(id) === state) ? [] : [properties.finalStays]
}
