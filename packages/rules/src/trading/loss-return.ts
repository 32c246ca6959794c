import { multiplyExactly } from '../ledger/exact.ts'
import type { TradeState } from './options.ts'

/**
 * Promo code of the risk-free offer (spec: account 4): a part of the net loss of a day comes back as cash if the trader's next Up/Down
 * trade loses. No operator can create a code of this name.
 */
export const lossReturnCode = 'RISK-FREE'
/** Name of this gift, which a person can have once. */
export const lossReturnGift = 'loss_return'

/** Returns the most that comes back, in minor units. */
export function computeLossReturn(loss: number, percent: number): number {
  return multiplyExactly([loss, percent, 0.01], 'down')
}

type Stake = { readonly stake: number; readonly bonusStake: number }

/** Returns whether the return belongs to this purchase: an Up/Down trade with own cash, with real money. */
export function canUseLossReturn({
  isPractice,
  isLadder,
  stake,
  bonusStake,
}: Stake & { readonly isPractice: boolean; readonly isLadder: boolean }): boolean {
  return !isPractice && !isLadder && stake > bonusStake
}

/**
 * Returns what comes back at the end of that trade in minor units, at most the own cash that was staked. Null: the trade returned its
 * stake, and the return waits for the next one.
 */
export function decideLossReturn(
  amount: number,
  { stake, bonusStake }: Stake,
  state: Exclude<TradeState, 'open'>,
  isOpposite: boolean,
): number | null {
  if (state === 'tie' || state === 'void' || state === 'refused') return null
  return state === 'lost' && !isOpposite ? Math.min(amount, stake - bonusStake) : 0
}

/**
 * Returns whether a day of Up/Down trades with its return costs the trader at least half of the house edge, whatever the strategy. Of each
 * unit staked, half is lost on average, and `percent` of it can come back. It is then worth half of the payout: without risk of the stake
 * it covers, the next trade wins the payout with half a chance. So the return gives away percent x payout / 4, and the edge is (1 - payout)
 * / 2.
 */
export function isLossReturnSound(percent: number, payoutPercent: number): boolean {
  return payoutPercent * (100 + percent) <= 10_000
}
