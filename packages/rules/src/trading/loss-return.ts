import { multiplyExactly } from '../ledger/exact.ts'
import type { TradeState } from './options.ts'

/**
 * The risk-free offer (spec: account 4): a part of the net loss of a day comes back as cash if the trader's next Up/Down trade loses. Its
 * promo code; no operator can create one of this name.
 */
export const lossReturnCode = 'RISK-FREE'
/** Once per person. */
export const lossReturnGift = 'loss_return'

/** Minor units: what comes back at most. */
export function computeLossReturn(loss: number, percent: number): number {
  return multiplyExactly([loss, percent, 0.01], 'down')
}

type Stake = { readonly stake: number; readonly bonusStake: number }

/** Whether the return belongs to this purchase: an Up/Down trade with own cash, with real money. */
export function canUseLossReturn({
  isPractice,
  isLadder,
  stake,
  bonusStake,
}: Stake & { readonly isPractice: boolean; readonly isLadder: boolean }): boolean {
  return !isPractice && !isLadder && stake > bonusStake
}

/**
 * Returns what comes back at the end of that trade, at most the own cash that was staked. Null: the trade returned its stake, and the return waits
 * for the next one. Minor units.
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
 * Whether a day of Up/Down trades with its return costs the trader at least half of the house edge, whatever the strategy. Of each unit
 * staked, half is lost on average, `percent` of it can come back, and is worth half of the payout then: without risk of the stake it covers,
 * the next trade wins the payout with half a chance. So it gives away percent x payout / 4, and the edge is (1 - payout) / 2.
 */
export function isLossReturnSound(percent: number, payoutPercent: number): boolean {
  return payoutPercent * (100 + percent) <= 10_000
}
