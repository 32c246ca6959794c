import { isLive, type AttemptState } from '@tradefront/rules/cards/machine'

import type { Books } from './books.ts'

/** A trader's deposits, attempts, captures and ledger as they stand in the database, read past the code under test. */
export type State = {
  readonly deposits: readonly {
    readonly id: string
    readonly state: string
    readonly plan: readonly string[]
    readonly bonus: number
    readonly day: string | null
  }[]
  readonly attempts: readonly {
    readonly id: number
    readonly deposit: string
    readonly processor: string
    readonly charges: boolean
    readonly state: AttemptState
    readonly ref: string
  }[]
  readonly captures: readonly {
    readonly attempt: number
    readonly deposit: string
    readonly ref: string
    readonly amount: number
    readonly currency: string
    readonly place: string
  }[]
  readonly entries: readonly { readonly kind: string; readonly subject: string }[]
  readonly lines: readonly { readonly account: string; readonly currency: string; readonly amount: number }[]
  readonly balances: readonly { readonly account: string; readonly currency: string; readonly amount: number }[]
  readonly wagering: readonly { readonly source: string; readonly amount: number }[]
  readonly unapplied: number
}

/** `$1` is the trader. Lines are those of entries about this trader's attempts or account. */
export const stateQuery = `
  with mine as (select * from deposits where user_id = $1),
  tries as (select a.* from attempts a join mine d on d.id = a.deposit_id),
  booked as (select e.* from ledger_entries e where e.subject in (select 'attempt:' || id from tries)
    or e.id in (select entry_id from ledger_lines where user_id = $1))
  select json_build_object(
    'deposits', (select coalesce(json_agg(json_build_object('id', id, 'state', state, 'plan', plan, 'bonus', bonus, 'day', counted_on)), '[]') from mine),
    'attempts', (select coalesce(json_agg(json_build_object('id', id, 'deposit', deposit_id, 'processor', processor,
      'charges', charges, 'state', state, 'ref', our_ref) order by deposit_id, seq), '[]') from tries),
    'captures', (select coalesce(json_agg(json_build_object('attempt', c.attempt_id, 'deposit', c.deposit_id, 'ref', t.our_ref,
      'amount', c.amount, 'currency', c.currency, 'place', c.place)), '[]') from captures c join tries t on t.id = c.attempt_id),
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

/** What must hold at any moment. Each line is one thing that does not. */
export function brokenNow(
  { deposits, attempts, captures, entries, lines, balances, wagering }: State,
  dayLimit: number,
) {
  const broken: string[] = []
  const must = (holds: boolean, what: string) => {
    if (!holds) broken.push(what)
  }
  for (const deposit of deposits) {
    const tries = attempts.filter((attempt) => attempt.deposit === deposit.id)
    const order = tries.map(({ processor }) => processor)
    must(
      order.every((name, index) => deposit.plan[index] === name),
      'the plan is kept in its order, no processor twice',
    )
    must(tries.filter(({ state }) => isLive(state)).length <= 1, 'one live attempt per deposit at most')
    must(
      tries.slice(0, -1).every(({ state }) => !isLive(state)),
      'nobody is asked while an earlier one is undecided',
    )
    must(
      tries.slice(0, -1).every(({ state }) => state !== 'declined_hard'),
      'a hard decline stops',
    )
    const subjects = tries.map(({ id }) => `attempt:${id}`)
    const credits = entries.filter(
      ({ kind, subject }) => subjects.includes(subject) && (kind === 'card.credited' || kind === 'card.credited_late'),
    )
    must(credits.length <= 1, 'one credit per deposit at most')
    const bonuses = wagering.filter(({ source }) => source === `deposit:${deposit.id}`)
    const withBonus = deposit.bonus > 0 && credits.some(({ kind }) => kind === 'card.credited')
    must(bonuses.length === (withBonus ? 1 : 0), 'the bonus once, with its credit')
  }
  const days = deposits.flatMap(({ day }) => (day === null ? [] : [day]))
  must(
    days.every((day) => days.filter((other) => other === day).length <= dayLimit),
    'the day limit holds',
  )
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const of = (account: (name: string) => boolean) =>
      sum(lines.filter((line) => line.currency === currency && account(line.account)))
    const placed = (...places: string[]) =>
      sum(captures.filter((capture) => capture.currency === currency && places.includes(capture.place)))
    must(of(() => true) === 0, 'the ledger sums to zero')
    must(of((name) => name === 'cash') === placed('credited', 'credited_late'), 'cash is what was credited')
    must(of((name) => name === 'suspense') === placed('suspense', 'refund_due'), 'suspense is what is nowhere else')
    const kept = placed('credited', 'credited_late', 'suspense', 'refund_due')
    must(of((name) => name.startsWith('clearing:')) === -kept, 'clearing is what processors owe')
    const owned = (account: string) =>
      sum(balances.filter((each) => each.account === account && each.currency === currency))
    must(owned('cash') === of((name) => name === 'cash'), 'the balance is the sum of its lines')
    must(owned('bonus') === sum(wagering), 'bonus money is what bonuses gave')
  }
  must(
    balances.every(({ amount }) => amount >= 0),
    'no account is negative',
  )
  return broken
}

function unequal(state: State, books: Books): string[] {
  const taken = [...books.charges.values()].filter((charge) => charge.state === 'succeeded')
  const broken = taken.flatMap((charge) => {
    const capture = state.captures.find(({ ref }) => ref === charge.ref)
    if (capture?.amount !== charge.amount) return ['every success is credited, refunded or in suspense']
    const expected = capture.place === 'refunded' ? charge.amount : 0
    return charge.refunded === expected ? [] : ['what went back is what the books say went back']
  })
  const invented = state.captures.filter(({ ref }) => !taken.some((charge) => charge.ref === ref))
  return invented.length === 0 ? broken : [...broken, 'nothing is booked that was not taken']
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
export function brokenAtEnd(state: State, books: Books, dayLimit: number): string[] {
  const reviewed = state.attempts.filter(({ state: standing }) => standing === 'manual_review')
  const held = reviewed.every(({ id }) => state.captures.some(({ attempt }) => attempt === id))
  return [
    ...brokenNow(state, dayLimit),
    ...unequal(state, books),
    ...(isSettled(state) ? [] : ['everything settles once faults stop']),
    ...(held ? [] : ['only money of a wrong amount waits for a person']),
  ]
}

/** Final states that did not stay between two looks. */
export function unstable(before: State, after: State): string[] {
  const now = new Map<string | number, string>(
    [...after.attempts, ...after.deposits].map(({ id, state }) => [id, state]),
  )
  const final = [
    ...before.attempts.filter(({ state }) => !isLive(state)),
    ...before.deposits.filter(({ state }) => state === 'succeeded' || state === 'failed'),
  ]
  return final.every(({ id, state }) => now.get(id) === state) ? [] : ['final states stay']
}
