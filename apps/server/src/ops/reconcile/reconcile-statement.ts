import { isLive } from '@tradefront/rules/deposits/deposit-state-machine'

import type { BookedRow, KnownAttempt } from '../../modules/deposits/operator/operator-store.ts'
import type { StatementRow } from './parse-statement.ts'

/** In what the statement and the ledger differ. */
export type Difference = {
  readonly kind: 'missing_here' | 'missing_there' | 'other_amount' | 'other_state' | 'doubled'
  readonly what: 'charge' | 'refund'
  readonly processor: string
  readonly ref: string
  readonly depositId: string | null
  readonly there: string
  readonly here: string
  /** There less here, minor units; what was given back counts as less. 0: no money yet, but one of the two will be wrong. */
  readonly difference: number
  readonly currency: string
}

/** All of one processor in one currency: taken less given back, minor units. */
export type Total = {
  readonly processor: string
  readonly currency: string
  readonly there: number
  readonly here: number
}

export type Comparison = {
  readonly differences: readonly Difference[]
  readonly totals: readonly Total[]
  /** Movements of money on which both agree. */
  readonly agreed: number
}

/** What we have. Whatever the statement names is compared whenever it was; what it does not name, of the period alone. */
export type Books = {
  readonly booked: readonly BookedRow[]
  readonly known: readonly KnownAttempt[]
  readonly from: Date
  readonly to: Date
}

type Pair = { readonly there: StatementRow[]; readonly here: BookedRow[] }

/** Compares every movement of money, to the cent. Without I/O. */
export function reconcile(statement: readonly StatementRow[], books: Books): Comparison {
  const pairs = new Map<string, Pair>()
  const pairOf = (row: { kind: string; processor: string; ref: string | null }, otherwise = '') => {
    const key = `${row.kind} ${row.processor} ${row.ref ?? otherwise}`
    const pair = pairs.get(key) ?? { there: [], here: [] }
    pairs.set(key, pair)
    return pair
  }
  for (const row of statement) pairOf(row).there.push(row)
  for (const row of books.booked) {
    const pair = pairOf(row, row.entry)
    if (pair.there.length > 0 || (row.at >= books.from && row.at < books.to)) pair.here.push(row)
  }
  const known = new Map(books.known.map((attempt) => [attempt.ref, attempt]))
  const differences: Difference[] = []
  let agreed = 0
  for (const pair of pairs.values()) {
    const found = compare(pair, known)
    differences.push(...found)
    if (found.length === 0 && pair.here.length > 0) agreed += 1
  }
  differences.push(...chargedTwice(statement, known))
  return { differences, totals: totalsOf([...pairs.values()]), agreed }
}

function compare({ there, here }: Pair, known: ReadonlyMap<string, KnownAttempt>): Difference[] {
  const first = there[0] ?? here[0]
  if (first === undefined) return []
  const attempt = known.get(first.ref ?? '')
  const moved = there.filter(hasMoved)
  const [paid, ...paidAgain] = moved
  const [entry, ...bookedAgain] = here
  const about = (row: StatementRow | BookedRow) => ({
    what: row.kind,
    processor: row.processor,
    ref: row.ref ?? '',
    depositId: attempt?.depositId ?? entry?.depositId ?? null,
    currency: row.currency,
  })
  const found: Difference[] = [
    ...paidAgain.map((row) => ({
      kind: 'doubled' as const,
      ...about(row),
      there: `${row.status}, again on line ${row.line}`,
      here: entry === undefined ? hereWords(attempt) : 'once',
      difference: signed(row),
    })),
    ...bookedAgain.map((row) => ({
      kind: 'doubled' as const,
      ...about(row),
      there: moved.length === 0 ? 'nothing' : 'once',
      here: `booked again: ${row.entry}`,
      difference: -signed(row),
    })),
  ]
  if (paid !== undefined && entry !== undefined) return [...found, ...compareAmounts(paid, entry, about)]
  if (paid !== undefined)
    found.push({
      kind: 'missing_here',
      ...about(paid),
      there: paid.status,
      here: hereWords(attempt),
      difference: signed(paid),
    })
  else if (entry !== undefined) {
    const told = there.at(-1)
    found.push({
      kind: told === undefined ? 'missing_there' : 'other_state',
      ...about(entry),
      there: told?.status ?? 'nothing',
      here: entry.entry,
      difference: -signed(entry),
    })
  } else found.push(...compareStates(there, attempt, about))
  return found
}

function compareAmounts(
  paid: StatementRow,
  entry: BookedRow,
  about: (row: StatementRow | BookedRow) => Pick<Difference, 'what' | 'processor' | 'ref' | 'depositId' | 'currency'>,
): Difference[] {
  if (paid.currency !== entry.currency) {
    const words = { there: `${paid.status} in ${paid.currency}`, here: `${entry.entry} in ${entry.currency}` }
    return [
      { kind: 'other_amount', ...about(paid), ...words, difference: signed(paid) },
      { kind: 'other_amount', ...about(entry), ...words, difference: -signed(entry) },
    ]
  }
  if (paid.amount === entry.amount) return []
  const difference = signed(paid) - signed(entry)
  return [{ kind: 'other_amount', ...about(paid), there: String(paid.amount), here: String(entry.amount), difference }]
}

/** No money has moved on either side; what may come of it must not differ either. */
function compareStates(
  there: readonly StatementRow[],
  attempt: KnownAttempt | undefined,
  about: (row: StatementRow) => Pick<Difference, 'what' | 'processor' | 'ref' | 'depositId' | 'currency'>,
): Difference[] {
  const told = there.at(-1)
  if (told === undefined || told.kind === 'refund') return []
  const openThere = told.status === 'pending' || told.status === 'requires_action'
  if (attempt !== undefined && openThere === isLive(attempt.state)) return []
  // A charge that we have never heard of and that took nothing is nobody's loss.
  if (attempt === undefined && !openThere) return []
  return [{ kind: 'other_state', ...about(told), there: told.status, here: hereWords(attempt), difference: 0 }]
}

/** Deposits for which more than one charge was taken and kept. */
function chargedTwice(statement: readonly StatementRow[], known: ReadonlyMap<string, KnownAttempt>): Difference[] {
  const back = new Set(statement.filter((row) => row.kind === 'refund' && hasMoved(row)).map(({ ref }) => ref))
  const kept = new Map<string, Map<string, StatementRow>>()
  for (const row of statement) {
    const deposit = known.get(row.ref)
    if (row.kind !== 'charge' || !hasMoved(row) || deposit === undefined || back.has(row.ref)) continue
    if (deposit.place === 'refunded') continue
    const charges = kept.get(deposit.depositId) ?? new Map<string, StatementRow>()
    kept.set(deposit.depositId, charges.set(row.ref, row))
  }
  return [...kept].flatMap(([depositId, charges]) =>
    [...charges.values()].slice(1).map((row) => ({
      kind: 'doubled' as const,
      what: row.kind,
      processor: row.processor,
      ref: row.ref,
      depositId,
      there: `one of ${charges.size} charges of its deposit`,
      here: hereWords(known.get(row.ref)),
      difference: 0,
      currency: row.currency,
    })),
  )
}

function totalsOf(pairs: readonly Pair[]): Total[] {
  const totals = new Map<string, { processor: string; currency: string; there: number; here: number }>()
  const of = ({ processor, currency }: StatementRow | BookedRow) => {
    const total = totals.get(`${processor} ${currency}`) ?? { processor, currency, there: 0, here: 0 }
    totals.set(`${processor} ${currency}`, total)
    return total
  }
  for (const { there, here } of pairs) {
    for (const row of there.filter(hasMoved)) of(row).there += signed(row)
    for (const row of here) of(row).here += signed(row)
  }
  return [...totals.values()].toSorted((a, b) =>
    `${a.processor} ${a.currency}`.localeCompare(`${b.processor} ${b.currency}`),
  )
}

function hasMoved({ status }: StatementRow): boolean {
  return status === 'succeeded' || status === 'refunded'
}

function signed({ kind, amount }: StatementRow | BookedRow): number {
  return kind === 'charge' ? amount : -amount
}

function hereWords(attempt: KnownAttempt | undefined): string {
  if (attempt === undefined) return 'unknown'
  return attempt.place === null ? attempt.state : `${attempt.state}, ${attempt.place}`
}
