import { ok, refuse, type Result } from '../result.ts'
import type { WithdrawalMethod } from './methods.ts'

/** Money that a card has paid in and that can still be refunded. Minor units. */
export type RefundableCapture = { readonly attemptId: number; readonly number: number; readonly left: number }

/** Money that a method has paid in and not got back. Minor units. */
export type ReturnSource = {
  readonly method: WithdrawalMethod
  readonly owed: number
  /** Charges of cards, oldest first. Their sum is `owed`. */
  readonly captures: readonly RefundableCapture[]
}

/** Minor units. */
export type PlannedPayout = {
  readonly method: WithdrawalMethod
  readonly amount: number
  /** The charge that is refunded. Null: sent to the trader's own account. */
  readonly capture: Pick<RefundableCapture, 'attemptId' | 'number'> | null
}

/** More would be a sign of a mistake. */
const maxPayouts = 40

/**
 * Money goes back to where it came from first: each source gets a part in proportion to what it has paid in and not got back. The rest,
 * which is profit, goes to the chosen method. A card only gets back what was charged to it.
 */
export function planPayouts(
  amount: number,
  method: WithdrawalMethod,
  sources: readonly ReturnSource[],
): Result<readonly PlannedPayout[], 'withdrawal.card_limit' | 'withdrawal.too_many_parts'> {
  const owing = sources.filter(({ owed }) => owed > 0)
  const total = owing.reduce((sum, { owed }) => sum + owed, 0)
  const returned = Math.min(amount, total)
  const shares = new Map<WithdrawalMethod, number>()
  let left = returned
  let owedLeft = total
  // Each share is computed from what is left, so that they sum to the amount and none exceeds what is owed.
  for (const { method: source, owed } of owing) {
    const share = Number((BigInt(left) * BigInt(owed) + BigInt(owedLeft) / 2n) / BigInt(owedLeft))
    const bounded = Math.min(share, owed, left)
    shares.set(source, bounded)
    left -= bounded
    owedLeft -= owed
  }
  const profit = amount - returned
  if (profit > 0 && method === 'card') return refuse('withdrawal.card_limit')
  shares.set(method, (shares.get(method) ?? 0) + profit)
  const payouts = [...shares].flatMap(([to, share]): PlannedPayout[] =>
    to === 'card'
      ? splitOverCaptures(share, owing.find((source) => source.method === 'card')?.captures ?? [])
      : share > 0
        ? [{ method: to, amount: share, capture: null }]
        : [],
  )
  return payouts.length > maxPayouts ? refuse('withdrawal.too_many_parts') : ok(payouts)
}

/** The most that can be withdrawn by a method because of where the money came from. Null: no limit. */
export function findMethodLimit(method: WithdrawalMethod, sources: readonly ReturnSource[]): number | null {
  return method === 'card' ? sources.reduce((sum, { owed }) => sum + owed, 0) : null
}

function splitOverCaptures(share: number, captures: readonly RefundableCapture[]): PlannedPayout[] {
  let left = share
  return captures.flatMap(({ attemptId, number, left: refundable }) => {
    const amount = Math.min(left, refundable)
    left -= amount
    return amount > 0 ? [{ method: 'card' as const, amount, capture: { attemptId, number } }] : []
  })
}
