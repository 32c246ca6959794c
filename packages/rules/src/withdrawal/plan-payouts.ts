import { ok, refuse, type Result } from '../result.ts'
import type { WithdrawalMethod } from './methods.ts'

/** A charge whose money can still go back as it came: its processor refunds it, or it came in coins. Amounts are in minor units. */
export type RefundableCapture = {
  readonly attemptId: number
  readonly number: number
  readonly left: number
  /** The part of `left` that was not traded: it goes back as it came, and by no other way. */
  readonly untraded: number
  /**
   * True if it goes back as coins, to the trader's own address. That is so only while it is untraded: other money is not bound to the coins
   * that came.
   */
  readonly isCoins: boolean
}

/** Money that was paid in by a method and has not gone back, in minor units. */
export type ReturnSource = {
  readonly method: WithdrawalMethod
  readonly owed: number
  /** Charges of cards and wallets, and payments in coins, oldest first. Those of a card sum to `owed`. */
  readonly captures: readonly RefundableCapture[]
}

/** Amounts are in minor units. */
export type PlannedPayout = {
  readonly method: WithdrawalMethod
  readonly amount: number
  /** The part of the charge that goes back untraded, before the fee. 0: other money. */
  readonly untraded: number
  /** The charge that goes back. Null: other money, sent to the trader's own account. */
  readonly capture: Pick<RefundableCapture, 'attemptId' | 'number' | 'isCoins'> | null
}

/** More payouts than this would be a sign of a mistake. */
const maxPayouts = 40

/** Amounts are in minor units. */
export type PayoutOrder = {
  readonly amount: number
  /** The part of the amount that goes back as it came. */
  readonly untraded: number
  readonly method: WithdrawalMethod
}

/**
 * Plans the payouts. Untraded money goes back to the charges that were not traded, those of the chosen method first. Other money first goes
 * back to where it came from: each source gets a part in proportion to what it has paid in, traded and not got back. The rest, which is
 * profit, goes to the chosen method. A card only gets back what was charged to it.
 */
export function planPayouts(
  { amount, untraded, method }: PayoutOrder,
  sources: readonly ReturnSource[],
): Result<
  { readonly untraded: readonly PlannedPayout[]; readonly traded: readonly PlannedPayout[] },
  'withdrawal.trade_first' | 'withdrawal.card_limit' | 'withdrawal.too_many_parts'
> {
  const ordered = sources.toSorted((left, right) => Number(right.method === method) - Number(left.method === method))
  let left = untraded
  const back = ordered.flatMap((source) => {
    const parts = source.captures.map((each) => ({ ...each, left: each.untraded }))
    const refunds = splitOverCaptures(source.method, left, parts)
    left -= sumAmounts(refunds)
    return refunds.map((refund) => ({ ...refund, untraded: refund.amount }))
  })
  if (left > 0) return refuse('withdrawal.trade_first')
  const traded = planTraded(amount - untraded, method, sources.map(leaveOutUntraded))
  if (traded === null) return refuse('withdrawal.card_limit')
  return back.length + traded.length > maxPayouts ? refuse('withdrawal.too_many_parts') : ok({ untraded: back, traded })
}

/**
 * Computes the part of an amount that goes back untraded, in minor units. Traded money leaves first, but not by a card that has already got
 * back what was traded of its charges.
 * @param available cash, of which `untraded` was not traded
 */
export function computeUntradedPart(
  { amount, method }: Pick<PayoutOrder, 'amount' | 'method'>,
  { available, untraded }: { readonly available: number; readonly untraded: number },
  sources: readonly ReturnSource[],
): number {
  const least = Math.min(amount, Math.max(0, amount - Math.max(0, available - untraded)))
  if (method !== 'card') return least
  const refundable = sumRefundable(sources)
  const tradedOwed = sources.map(leaveOutUntraded).reduce((sum, { owed }) => sum + owed, 0)
  return Math.max(least, Math.min(amount - tradedOwed, refundable))
}

/** Computes the most that can be withdrawn without trading more, in minor units. */
export function computeMovable(
  { available, untraded }: { readonly available: number; readonly untraded: number },
  sources: readonly ReturnSource[],
): number {
  return available - Math.max(0, Math.min(available, untraded) - sumRefundable(sources))
}

/** Merges payouts to the same place. */
export function mergePayouts(payouts: readonly PlannedPayout[]): PlannedPayout[] {
  const merged = new Map<string, PlannedPayout>()
  for (const payout of payouts) {
    const key = `${payout.method}/${payout.capture?.attemptId ?? ''}/${payout.capture?.number ?? ''}`
    const { amount = 0, untraded = 0 } = merged.get(key) ?? {}
    merged.set(key, { ...payout, amount: payout.amount + amount, untraded: payout.untraded + untraded })
  }
  return [...merged.values()]
}

/** Sums what can go back as it came, in minor units. */
function sumRefundable(sources: readonly Pick<ReturnSource, 'captures'>[]): number {
  return sources.reduce((sum, { captures }) => sum + captures.reduce((total, each) => total + each.untraded, 0), 0)
}

export function sumAmounts(payouts: readonly PlannedPayout[]): number {
  return payouts.reduce((sum, payout) => sum + payout.amount, 0)
}

function planTraded(
  amount: number,
  method: WithdrawalMethod,
  sources: readonly ReturnSource[],
): readonly PlannedPayout[] | null {
  const owing = sources.filter(({ owed }) => owed > 0)
  const total = owing.reduce((sum, { owed }) => sum + owed, 0)
  const returned = Math.min(amount, total)
  const shares = new Map<WithdrawalMethod, number>()
  let left = returned
  let owedLeft = total
  // Each share is computed from what is left, so that they sum to the amount and none exceeds what is owed.
  for (const { method: source, owed } of owing) {
    const share = Number((BigInt(left) * BigInt(owed) + BigInt(owedLeft) / 2n) / BigInt(owedLeft))
    shares.set(source, share)
    left -= share
    owedLeft -= owed
  }
  const profit = amount - returned
  if (profit > 0 && method === 'card') return null
  shares.set(method, (shares.get(method) ?? 0) + profit)
  return [...shares].flatMap(([to, share]): PlannedPayout[] => {
    const captures = owing.find((source) => source.method === to)?.captures ?? []
    const refunds = splitOverCaptures(
      to,
      share,
      captures.filter(({ isCoins }) => !isCoins),
    )
    const rest = share - sumAmounts(refunds)
    return rest > 0 ? [...refunds, { method: to, amount: rest, untraded: 0, capture: null }] : refunds
  })
}

/** Leaves out what was not traded, which goes back as it came: nothing else goes to its charge, or to its method instead of it. */
function leaveOutUntraded(source: ReturnSource): ReturnSource {
  const captures = source.captures.map((each) => ({ ...each, left: each.left - each.untraded, untraded: 0 }))
  return { ...source, owed: Math.max(0, source.owed - sumRefundable([source])), captures }
}

/** Returns the most that can be withdrawn by a method because of where the money came from. Null: there is no limit. */
export function findMethodLimit(method: WithdrawalMethod, sources: readonly ReturnSource[]): number | null {
  return method === 'card' ? sources.reduce((sum, { owed }) => sum + owed, 0) : null
}

function splitOverCaptures(
  method: WithdrawalMethod,
  share: number,
  captures: readonly RefundableCapture[],
): PlannedPayout[] {
  let left = share
  return captures.flatMap(({ attemptId, number, left: refundable, isCoins }) => {
    const amount = Math.min(left, refundable)
    left -= amount
    return amount > 0 ? [{ method, amount, untraded: 0, capture: { attemptId, number, isCoins } }] : []
  })
}
