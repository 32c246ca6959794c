import { isLive, type AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'

import type { Charge } from './charge-scenario.ts'
import { type Broken, promises } from './properties.ts'

/** A trader's deposits, attempts, captures and ledger as they stand in the database, read past the code under test. */
export type State = {
  readonly deposits: readonly {
    readonly id: string
    readonly state: string
    readonly plan: readonly string[]
    readonly bonus: number
    readonly reason: string | null
    readonly words: string | null
  }[]
  readonly attempts: readonly {
    readonly id: number
    readonly deposit: string
    readonly processor: string
    readonly charges: boolean
    readonly state: AttemptState
    readonly ref: string
    /** UTC date of its beginning. */
    readonly day: string
  }[]
  readonly captures: readonly {
    readonly attempt: number
    readonly deposit: string
    readonly ref: string
    readonly amount: number
    readonly currency: string
    readonly place: string
    readonly reason: string | null
  }[]
  readonly entries: readonly { readonly kind: string; readonly subject: string }[]
  readonly lines: readonly { readonly account: string; readonly currency: string; readonly amount: number }[]
  readonly balances: readonly { readonly account: string; readonly currency: string; readonly amount: number }[]
  readonly wagering: readonly { readonly source: string; readonly amount: number }[]
  readonly unapplied: number
}

/** What the promises are measured by besides the database. */
export type Measure = {
  readonly charges: Iterable<Charge>
  readonly plan: readonly string[]
  readonly dayLimit: number
}

/** `$1` is the trader. Lines are those of entries about this trader's attempts or account. */
export const stateQuery = `
  with mine as (select * from deposits where user_id = $1),
  tries as (select a.* from attempts a join mine d on d.id = a.deposit_id),
  booked as (
    select e.id, e.kind, e.subject from tries t cross join unnest(array['credited', 'credited_late', 'suspense', 'refund_due', 'refunded', 'late_returned']) k(kind)
      join ledger_entries e on e.kind = 'card.' || k.kind and e.subject = 'attempt:' || t.id
    union select e.id, e.kind, e.subject from ledger_lines l join ledger_entries e on e.id = l.entry_id where l.user_id = $1)
  select json_build_object(
    'deposits', (select coalesce(json_agg(json_build_object('id', id, 'state', state, 'plan', plan, 'bonus', bonus,
      'reason', reason, 'words', reason_text) order by created_at, id), '[]') from mine),
    'attempts', (select coalesce(json_agg(json_build_object('id', id, 'deposit', deposit_id, 'processor', processor,
      'charges', charges, 'state', state, 'ref', our_ref, 'day', (created_at at time zone 'UTC')::date) order by deposit_id, seq), '[]') from tries),
    'captures', (select coalesce(json_agg(json_build_object('attempt', c.attempt_id, 'deposit', c.deposit_id, 'ref', t.our_ref,
      'amount', c.amount, 'currency', c.currency, 'place', c.place, 'reason', c.reason)), '[]') from captures c join tries t on t.id = c.attempt_id),
    'entries', (select coalesce(json_agg(json_build_object('kind', kind, 'subject', subject)), '[]') from booked),
    'lines', (select coalesce(json_agg(json_build_object('account', l.account, 'currency', l.currency, 'amount', l.amount)), '[]')
      from ledger_lines l join booked b on b.id = l.entry_id),
    'balances', (select coalesce(json_agg(json_build_object('account', account, 'currency', currency, 'amount', amount)), '[]')
      from ledger_balances where user_id = $1),
    'wagering', (select coalesce(json_agg(json_build_object('source', source, 'amount', bonus)), '[]')
      from wagering_requirements where user_id = $1),
    'unapplied', (select count(*) from psp_events where applied_at is null and our_ref in (select our_ref from tries))
  ) as state`

/** All amounts together, minor units. */
function sum(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0)
}

function collect() {
  const broken = new Set<Broken>()
  const must = (promise: keyof typeof promises, holds: boolean) => {
    if (!holds) broken.add(promises[promise])
  }
  return { broken, must }
}

/** What must hold at any moment. @returns the promises that do not */
export function brokenNow(state: State, { charges, plan, dayLimit }: Measure): Broken[] {
  const { broken, must } = collect()
  for (const deposit of state.deposits) brokenBy(deposit, state, plan, must)

  const days = state.deposits.flatMap(({ id }) => {
    const first = state.attempts.find((attempt) => attempt.deposit === id && attempt.charges)
    return first === undefined ? [] : [first.day]
  })
  must(
    'dayLimit',
    days.every((day) => days.filter((other) => other === day).length <= dayLimit),
  )
  // Every capture is money that its processor has taken, as it has taken it.
  const taken = [...charges].filter((charge) => charge.state === 'succeeded')
  must(
    'accounted',
    state.captures.every(({ ref, amount, currency }) =>
      taken.some((charge) => charge.ref === ref && charge.amount === amount && charge.currency === currency),
    ),
  )
  ledgerMust(state, must)
  must(
    'notNegative',
    state.balances.every(({ amount }) => amount >= 0),
  )
  return [...broken]
}

type Must = ReturnType<typeof collect>['must']

function brokenBy(deposit: State['deposits'][number], state: State, plan: readonly string[], must: Must): void {
  const tries = state.attempts.filter((attempt) => attempt.deposit === deposit.id)
  const earlier = tries.slice(0, -1)
  const names = tries.map(({ processor }) => processor)
  must('askedOnce', new Set(names).size === names.length)
  must(
    'planOrder',
    names.every((name, index) => plan[index] === name),
  )
  must('oneLive', tries.filter((attempt) => isLive(attempt.state)).length <= 1)
  must(
    'noneWhileUndecided',
    earlier.every((attempt) => !isLive(attempt.state)),
  )
  must(
    'hardDeclineStops',
    earlier.every((attempt) => attempt.state !== 'declined_hard'),
  )
  const subjects = new Set(tries.map(({ id }) => `attempt:${id}`))
  const credits = state.entries.filter(
    ({ kind, subject }) => subjects.has(subject) && (kind === 'card.credited' || kind === 'card.credited_late'),
  )
  const credited = state.captures.filter(
    (capture) => capture.deposit === deposit.id && ['credited', 'credited_late'].includes(capture.place),
  )
  must('creditOnce', credits.length <= 1 && credited.length <= 1)
  const bonuses = state.wagering.filter(({ source }) => source === `deposit:${deposit.id}`)
  const withBonus = deposit.bonus > 0 && credits.some(({ kind }) => kind === 'card.credited')
  must('bonusOnce', bonuses.length === (withBonus ? 1 : 0))
}

/** Lines, balances and captures say the same, per currency. */
function ledgerMust({ lines, captures, balances, wagering }: State, must: Must): void {
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const of = (account: (name: string) => boolean) =>
      sum(lines.filter((line) => line.currency === currency && account(line.account)))
    const placed = (...places: string[]) =>
      sum(captures.filter((capture) => capture.currency === currency && places.includes(capture.place)))
    const owned = (account: string) =>
      sum(balances.filter((each) => each.account === account && each.currency === currency))
    const cash = of((name) => name === 'cash')
    const kept = placed('credited', 'credited_late', 'suspense', 'refund_due')
    must('ledgerBalances', of(() => true) === 0)
    must('ledgerBalances', cash === owned('cash') && cash === placed('credited', 'credited_late'))
    must('ledgerBalances', of((name) => name === 'suspense') === placed('suspense', 'refund_due'))
    must('ledgerBalances', of((name) => name.startsWith('clearing:')) === -kept)
    must('bonusOnce', owned('bonus') === (currency === 'USD' ? sum(wagering) : 0))
  }
}

/** Whether nothing is left to wait for, but what a person must decide. */
export function isSettled({ deposits, attempts, captures, unapplied }: State): boolean {
  const settled = ['succeeded', 'failed', 'review']
  const waiting = attempts.filter(({ state }) => isLive(state) && state !== 'manual_review')
  return (
    unapplied === 0 &&
    waiting.length === 0 &&
    deposits.every(({ state }) => settled.includes(state)) &&
    captures.every(({ place }) => place !== 'refund_due')
  )
}

/** What must hold once faults have stopped and time has passed. */
export function brokenAtEnd(state: State, measure: Measure): Broken[] {
  const { broken, must } = collect()
  must('settles', isSettled(state))
  // Only money of a wrong amount waits for a person.
  const reviewed = state.attempts.filter((attempt) => attempt.state === 'manual_review')
  must(
    'settles',
    reviewed.every(({ id }) => state.captures.some(({ attempt }) => attempt === id)),
  )
  const taken = [...measure.charges].filter((charge) => charge.state === 'succeeded')
  for (const currency of new Set(taken.map((charge) => charge.currency))) {
    const placed = (...places: string[]) =>
      sum(state.captures.filter((capture) => capture.currency === currency && places.includes(capture.place)))
    const credited = placed('credited', 'credited_late')
    const given = sum(taken.filter((charge) => charge.currency === currency))
    must('accounted', given === credited + placed('suspense', 'refund_due') + placed('refunded'))
  }
  for (const charge of taken) {
    const capture = state.captures.find(({ ref }) => ref === charge.ref)
    const place = capture?.place ?? 'nowhere'
    // Suspense is for what an operator must decide: a wrong amount or currency, a refund that was refused.
    must('successPlaced', capture?.reason != null || ['credited', 'credited_late', 'refunded'].includes(place))
    must('accounted', charge.refunded === (place === 'refunded' ? charge.amount : 0))
  }
  return [...new Set([...brokenNow(state, measure), ...broken])]
}

/** Final states that did not stay between two looks. */
export function unstable(before: State, after: State): Broken[] {
  const now = new Map<string | number, string>([
    ...[...after.attempts, ...after.deposits].map(({ id, state }): [string | number, string] => [id, state]),
    ...after.captures.map(({ ref, place }): [string, string] => [`capture ${ref}`, place]),
  ])
  const final: [string | number, string][] = [
    ...before.attempts.filter(({ state }) => !isLive(state)).map(({ id, state }): [number, string] => [id, state]),
    ...before.deposits
      .filter(({ state }) => state === 'succeeded' || state === 'failed')
      .map(({ id, state }): [string, string] => [id, state]),
    ...before.captures
      .filter(({ place }) => place === 'credited' || place === 'refunded')
      .map(({ ref, place }): [string, string] => [`capture ${ref}`, place]),
  ]
  return final.every(([id, state]) => now.get(id) === state) ? [] : [promises.finalStays]
}
