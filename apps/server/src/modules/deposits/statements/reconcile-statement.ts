import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'

import type { AttemptSummary, LedgerMovement } from '../operator-store.ts'

/** A charge or a refund, in minor units. */
export type StatementRow = {
  /** Line of the file, or position in the processor's answers. */
  readonly line: number
  readonly kind: 'charge' | 'refund'
  readonly processor: string
  readonly reference: string
  readonly refundReference: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly createdAt: Date
}

/** `there` is what the statement says; `here` is what the ledger says. */
export type Difference = {
  readonly kind: 'missing_here' | 'missing_there' | 'other_amount' | 'other_state' | 'doubled'
  readonly what: 'charge' | 'refund'
  readonly processor: string
  readonly reference: string
  readonly depositId: string | null
  readonly there: string
  readonly here: string
  /** Statement minus ledger, in minor units; refunds are negative. */
  readonly difference: number
  readonly currency: string
}

/** Charges minus refunds of a processor and currency, in minor units. */
export type Total = {
  readonly processor: string
  readonly currency: string
  readonly there: number
  readonly here: number
  /** Sum of the movements that are the same on both sides. */
  readonly agreed: number
  readonly agreedCount: number
}

export type ReconcileResult = {
  readonly differences: readonly Difference[]
  readonly totals: readonly Total[]
  readonly agreed: number
}

/** Entries of listed references are compared at any date, others only within the period. */
export type LedgerSnapshot = {
  readonly booked: readonly LedgerMovement[]
  readonly knownAttempts: readonly AttemptSummary[]
  readonly from: Date
  readonly to: Date
  /** Leaves out what belongs to a time outside the period: a statement has the hours around its day too. */
  readonly isPeriodOnly?: boolean
}

type Pair = { readonly there: StatementRow[]; readonly here: LedgerMovement[] }
type ComparedPair = Pair & { readonly differences: readonly Difference[] }

export function reconcileStatement(statement: readonly StatementRow[], ledger: LedgerSnapshot): ReconcileResult {
  const pairs = new Map<string, Pair>()
  // A withdrawal can refund a part of a charge, and others the rest.
  const parts = new Set(ledger.booked.flatMap((row) => (isPartRefund(row) ? [row.refundReference ?? ''] : [])))
  const getPair = (
    row: { kind: string; processor: string; reference: string | null; refundReference: string | null },
    fallback = '',
  ) => {
    const part = row.kind === 'refund' && parts.has(row.refundReference ?? '') ? ` ${row.refundReference}` : ''
    const key = `${row.kind} ${row.processor} ${row.reference ?? fallback}${part}`
    const pair = pairs.get(key) ?? { there: [], here: [] }
    pairs.set(key, pair)
    return pair
  }
  for (const row of statement) getPair(row).there.push(row)
  for (const row of ledger.booked) {
    const pair = getPair(row, row.entry)
    if (pair.there.length > 0 || (row.at >= ledger.from && row.at < ledger.to)) pair.here.push(row)
  }
  const known = new Map(ledger.knownAttempts.map((attempt) => [attempt.reference, attempt]))
  const isCounted = (at: Date | undefined) =>
    at !== undefined && (ledger.isPeriodOnly !== true || (at >= ledger.from && at < ledger.to))
  const compared = [...pairs.values()]
    .filter(({ there, here }) => isCounted(there[0]?.createdAt ?? here[0]?.at))
    .map((pair): ComparedPair => ({ ...pair, differences: comparePair(pair, known) }))
  const doubled = findDoubleCharges(statement, known, parts).filter(({ row }) => isCounted(row.createdAt))
  return {
    differences: [...compared, ...doubled].flatMap(({ differences }) => differences),
    totals: sumTotals(compared),
    agreed: compared.filter(isAgreed).length,
  }
}

function comparePair({ there, here }: Pair, known: ReadonlyMap<string, AttemptSummary>): Difference[] {
  const first = there[0] ?? here[0]
  if (first === undefined) return []
  const attempt = known.get(first.reference ?? '')
  const moved = there.filter(hasMoved)
  const [paid, ...paidAgain] = moved
  const [entry, ...bookedAgain] = here
  const about = (row: StatementRow | LedgerMovement) => ({
    what: row.kind,
    processor: row.processor,
    reference: row.reference ?? '',
    depositId: attempt?.depositId ?? entry?.depositId ?? null,
    currency: row.currency,
  })
  const found: Difference[] = [
    ...paidAgain.map((row) => ({
      kind: 'doubled' as const,
      ...about(row),
      there: `${row.status}, again on line ${row.line}`,
      here: entry === undefined ? describeAttempt(attempt) : 'once',
      difference: signedAmount(row),
    })),
    ...bookedAgain.map((row) => ({
      kind: 'doubled' as const,
      ...about(row),
      there: moved.length === 0 ? 'nothing' : 'once',
      here: `booked again: ${row.entry}`,
      difference: -signedAmount(row),
    })),
  ]
  if (paid !== undefined && entry !== undefined) return [...found, ...compareAmounts(paid, entry, about)]
  if (paid !== undefined)
    found.push({
      kind: 'missing_here',
      ...about(paid),
      there: paid.status,
      here: describeAttempt(attempt),
      difference: signedAmount(paid),
    })
  else if (entry !== undefined) {
    const lastRow = there.at(-1)
    found.push({
      kind: lastRow === undefined ? 'missing_there' : 'other_state',
      ...about(entry),
      there: lastRow?.status ?? 'nothing',
      here: entry.entry,
      difference: -signedAmount(entry),
    })
  } else found.push(...compareStates(there, attempt, about))
  return found
}

function compareAmounts(
  paid: StatementRow,
  entry: LedgerMovement,
  about: (
    row: StatementRow | LedgerMovement,
  ) => Pick<Difference, 'what' | 'processor' | 'reference' | 'depositId' | 'currency'>,
): Difference[] {
  if (paid.currency !== entry.currency) {
    const words = { there: `${paid.status} in ${paid.currency}`, here: `${entry.entry} in ${entry.currency}` }
    return [
      { kind: 'other_amount', ...about(paid), ...words, difference: signedAmount(paid) },
      { kind: 'other_amount', ...about(entry), ...words, difference: -signedAmount(entry) },
    ]
  }
  if (paid.amount === entry.amount) return []
  const difference = signedAmount(paid) - signedAmount(entry)
  return [{ kind: 'other_amount', ...about(paid), there: String(paid.amount), here: String(entry.amount), difference }]
}

/** Compares the states of movements that moved no money: both sides must be open, or both final. */
function compareStates(
  there: readonly StatementRow[],
  attempt: AttemptSummary | undefined,
  about: (row: StatementRow) => Pick<Difference, 'what' | 'processor' | 'reference' | 'depositId' | 'currency'>,
): Difference[] {
  const lastRow = there.at(-1)
  if (lastRow === undefined || lastRow.kind === 'refund') return []
  const openThere = lastRow.status === 'pending' || lastRow.status === 'requires_action'
  if (attempt !== undefined && openThere === isActiveState(attempt.state)) return []
  if (attempt === undefined && !openThere) return []
  return [
    { kind: 'other_state', ...about(lastRow), there: lastRow.status, here: describeAttempt(attempt), difference: 0 },
  ]
}

/** Finds deposits with more than one charge that was not refunded. */
function findDoubleCharges(
  statement: readonly StatementRow[],
  known: ReadonlyMap<string, AttemptSummary>,
  parts: ReadonlySet<string>,
): { readonly row: StatementRow; readonly differences: readonly Difference[] }[] {
  const refunded = new Set(
    statement
      .filter((row) => row.kind === 'refund' && hasMoved(row) && !parts.has(row.refundReference))
      .map(({ reference }) => reference),
  )
  const chargesByDeposit = new Map<string, Map<string, StatementRow>>()
  for (const row of statement) {
    const deposit = known.get(row.reference)
    if (row.kind !== 'charge' || !hasMoved(row) || deposit === undefined || refunded.has(row.reference)) continue
    if (deposit.status === 'refunded') continue
    const charges = chargesByDeposit.get(deposit.depositId) ?? new Map<string, StatementRow>()
    chargesByDeposit.set(deposit.depositId, charges.set(row.reference, row))
  }
  return [...chargesByDeposit].flatMap(([depositId, charges]) =>
    [...charges.values()].slice(1).map((row) => ({
      row,
      differences: [
        {
          kind: 'doubled' as const,
          what: row.kind,
          processor: row.processor,
          reference: row.reference,
          depositId,
          there: `one of ${charges.size} charges of its deposit`,
          here: describeAttempt(known.get(row.reference)),
          difference: 0,
          currency: row.currency,
        },
      ],
    })),
  )
}

function isAgreed({ differences, here }: ComparedPair): boolean {
  return differences.length === 0 && here.length > 0
}

function sumTotals(pairs: readonly ComparedPair[]): Total[] {
  const totals = new Map<string, { -readonly [Key in keyof Total]: Total[Key] }>()
  const getTotal = ({ processor, currency }: StatementRow | LedgerMovement) => {
    const key = `${processor} ${currency}`
    const total = totals.get(key) ?? { processor, currency, there: 0, here: 0, agreed: 0, agreedCount: 0 }
    totals.set(key, total)
    return total
  }
  for (const pair of pairs) {
    for (const row of pair.there.filter(hasMoved)) getTotal(row).there += signedAmount(row)
    for (const row of pair.here) getTotal(row).here += signedAmount(row)
    const [entry] = pair.here
    if (entry === undefined || !isAgreed(pair)) continue
    const total = getTotal(entry)
    total.agreed += signedAmount(entry)
    total.agreedCount += 1
  }
  return [...totals.values()].toSorted((a, b) =>
    `${a.processor} ${a.currency}`.localeCompare(`${b.processor} ${b.currency}`),
  )
}

function isPartRefund({ entry }: LedgerMovement): boolean {
  return entry.startsWith('payout.paid ')
}

function hasMoved({ status }: StatementRow): boolean {
  return status === 'succeeded' || status === 'refunded'
}

function signedAmount({ kind, amount }: StatementRow | LedgerMovement): number {
  return kind === 'charge' ? amount : -amount
}

function describeAttempt(attempt: AttemptSummary | undefined): string {
  if (attempt === undefined) return 'unknown'
  return attempt.status === null ? attempt.state : `${attempt.state}, ${attempt.status}`
}
