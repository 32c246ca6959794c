import { countConfirmations } from './confirmations.ts'

/**
 * `underpaid` waits for the rest. `expired` ended without the whole amount; what arrived is credited without a bonus. `late` is like
 * `expired`, and something arrived after the end.
 */
export const invoiceStates = ['new', 'seen', 'confirming', 'paid', 'underpaid', 'overpaid', 'late', 'expired'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** `wt` waiting, `su` success, `ex` expired (spec: funding 3). */
export const wireStatuses: Readonly<Record<InvoiceState, 'wt' | 'su' | 'ex'>> = {
  new: 'wt',
  seen: 'wt',
  confirming: 'wt',
  underpaid: 'wt',
  paid: 'su',
  overpaid: 'su',
  late: 'ex',
  expired: 'ex',
}

/**
 * `seen`: unconfirmed, or in a block with too few confirmations. `orphaned`: neither among the unconfirmed transactions nor in a block,
 * e.g. replaced by its payer. `dust`: worth less than the smallest unit of money. `token`: not a coin.
 */
export const receiptStates = ['seen', 'credited', 'orphaned', 'dust', 'token'] as const
export type ReceiptState = (typeof receiptStates)[number]

/** Amounts are in base units, times in ms UTC. */
export type InvoiceTerms = {
  readonly amountDue: bigint
  /** If at most this much is missing, an invoice is paid. If at most this much is too much, it is not overpaid. */
  readonly tolerance: bigint
  readonly expiresAtMs: number
  /**
   * A payment whose block comes later is late, and has no locked rate. Coins above the locked maximum have none either. The locked rate is
   * at most 1 % above the market's: see `credit.ts`.
   */
  readonly blockUntilMs: number
  readonly confirmations: number
}

/** One output of a transaction, or one transfer. */
export type Receipt = {
  readonly value: bigint
  readonly state: ReceiptState
  /** Height of its block; null while it is unconfirmed. */
  readonly blockHeight: number | null
  /** When we saw it first, or the time of its block if that is earlier. */
  readonly arrivedAtMs: number
  /** When we read its block first, or the block's own time if our reader had a gap. Null before it is in a block. */
  readonly minedAtMs: number | null
  /** When it got its present state. */
  readonly changedAtMs: number
}

/** How the deposit ended. It decides: a paid or ended invoice never changes back. */
export type InvoiceEnd = 'paid' | 'failed' | null

export type InvoiceSummary = {
  readonly state: InvoiceState
  /** Coins that arrived in time, confirmed or not. */
  readonly received: bigint
  /** Coins that are still to be paid; 0 if enough was seen. */
  readonly missing: bigint
  /** Coins that were neither in a block in time nor seen before the end. */
  readonly receivedLate: bigint
  /** Confirmations of the whole payment. */
  readonly confirmations: number
}

/** An orphaned payment can still arrive for this long, because a node can forget an unconfirmed payment that is mined later. */
export const orphanGraceMs = 3_600_000

/** Returns true for a payment in time. Its block decides. Before there is one, a payment that was seen until the end counts. */
export function isInTime(
  { arrivedAtMs, minedAtMs }: Pick<Receipt, 'arrivedAtMs' | 'minedAtMs'>,
  { expiresAtMs, blockUntilMs }: Pick<InvoiceTerms, 'expiresAtMs' | 'blockUntilMs'>,
): boolean {
  return minedAtMs === null ? arrivedAtMs < expiresAtMs : minedAtMs < blockUntilMs
}

export function summarizeInvoice(
  terms: InvoiceTerms,
  receipts: readonly Receipt[],
  scannedHeight: number,
  end: InvoiceEnd,
): InvoiceSummary {
  const counted = receipts.filter(({ state }) => state === 'seen' || state === 'credited')
  const inTime = counted.filter((receipt) => isInTime(receipt, terms))
  const received = sumValues(inTime)
  const receivedLate = sumValues(counted) - received
  const confirmations = countPaymentConfirmations(terms, inTime, scannedHeight)
  const state = deriveState(terms, { received, receivedLate, confirmations, end })
  return {
    state,
    received,
    missing: isEnough(terms, received) ? 0n : terms.amountDue - received,
    receivedLate,
    confirmations: Math.min(confirmations, terms.confirmations),
  }
}

export function isEnough({ amountDue, tolerance }: InvoiceTerms, received: bigint): boolean {
  return received > 0n && received >= amountDue - tolerance
}

/**
 * Returns true if payments that were seen in time can still reach the amount after the end.
 * @param scannedAtMs all blocks until then were read
 */
export function canStillBePaid(
  terms: InvoiceTerms,
  receipts: readonly Receipt[],
  nowMs: number,
  scannedAtMs: number,
): boolean {
  const hoped = receipts.filter(
    (receipt) =>
      isInTime(receipt, terms) &&
      (receipt.minedAtMs !== null || scannedAtMs < terms.blockUntilMs) &&
      (receipt.state === 'seen' ||
        receipt.state === 'credited' ||
        (receipt.state === 'orphaned' && nowMs < receipt.changedAtMs + orphanGraceMs)),
  )
  return isEnough(terms, sumValues(hoped))
}

/** Returns the highest number of confirmations that enough of the payment has reached. */
function countPaymentConfirmations(terms: InvoiceTerms, inTime: readonly Receipt[], scannedHeight: number): number {
  const counts = inTime.map(({ blockHeight }) => countConfirmations(blockHeight, scannedHeight))
  const isReached = (wanted: number) =>
    isEnough(terms, sumValues(inTime.filter((_, index) => (counts[index] ?? 0) >= wanted)))
  return Math.max(0, ...counts.filter(isReached))
}

function deriveState(
  terms: InvoiceTerms,
  facts: Pick<InvoiceSummary, 'received' | 'receivedLate' | 'confirmations'> & { readonly end: InvoiceEnd },
): InvoiceState {
  const { received, receivedLate, confirmations, end } = facts
  if (end === 'paid') return received > terms.amountDue + terms.tolerance ? 'overpaid' : 'paid'
  if (end === 'failed') return receivedLate > 0n ? 'late' : 'expired'
  if (received === 0n) return 'new'
  if (!isEnough(terms, received)) return 'underpaid'
  return confirmations === 0 ? 'seen' : 'confirming'
}

function sumValues(receipts: readonly Receipt[]): bigint {
  return receipts.reduce((sum, { value }) => sum + value, 0n)
}
