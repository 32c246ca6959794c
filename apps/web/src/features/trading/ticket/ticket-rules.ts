import type { Market } from '@tradefront/contract/trading'
import { type Currency, fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { toMajorThreshold } from '@tradefront/rules/ledger/thresholds'
import type { ExpirySeconds } from '@tradefront/rules/trading/options'
import { computeWin } from '@tradefront/rules/trading/outcome'
import type { TextKey } from '@tradefront/texts/keys'

import type { LiveStatus } from '../../../platform/realtime/live-connection.ts'

/** Amounts in base currency. */
const quickAmounts = [5, 10, 25, 50, 100, 250]
const stakeSteps = [1, 2, ...quickAmounts, 500, 1000, 2500, 5000]
const defaultStake = 10

/** Lists round amounts in the account's currency, between the limits. */
export function listQuickAmounts(
  currency: Currency,
  { stakeMin, stakeMax }: Pick<Market, 'stakeMin' | 'stakeMax'>,
): number[] {
  return quickAmounts
    .map((amount) => toMajorThreshold(amount, currency, 'down'))
    .filter((amount) => amount >= stakeMin && amount <= stakeMax)
}

/** Returns the next larger or smaller round amount within the limits. Null: there is none. */
export function findNextStake(
  stake: number,
  direction: 1 | -1,
  currency: Currency,
  { stakeMin, stakeMax }: Pick<Market, 'stakeMin' | 'stakeMax'>,
): number | null {
  const steps = [stakeMin, ...stakeSteps.map((amount) => toMajorThreshold(amount, currency, 'down')), stakeMax]
  const possible = steps.filter((amount) => amount >= stakeMin && amount <= stakeMax)
  return (
    (direction === 1 ? possible.find((amount) => amount > stake) : possible.findLast((amount) => amount < stake)) ??
    null
  )
}

export function getDefaultStake(
  currency: Currency,
  { stakeMin, stakeMax }: Pick<Market, 'stakeMin' | 'stakeMax'>,
): number {
  return Math.min(stakeMax, Math.max(stakeMin, toMajorThreshold(defaultStake, currency, 'down')))
}

/** Calculates what is won in addition to the stake, in major units, rounded as the server does. */
export function calculateProfit(stake: number, payout: number, currency: string): number {
  const minor = toMinor(stake, currency)
  return fromMinor(computeWin(minor, toPayoutPercent(payout)) - minor, currency)
}

export function toPayoutPercent(payout: number): number {
  return Math.round(payout * 100)
}

export type CloseNote =
  | { readonly key: 'trading.last_expiry'; readonly expiry: ExpirySeconds }
  | { readonly key: 'trading.ends_after_close' | 'trading.no_expiry' }

/**
 * Says what can still be bought before the market closes.
 * @param buyable expiries that can be bought now, shortest first
 */
export function findCloseNote(buyable: readonly ExpirySeconds[], nowMs: number, closesAtMs: number): CloseNote {
  const expiry = buyable.findLast((seconds) => nowMs + seconds * 1000 < closesAtMs)
  if (expiry !== undefined) return { key: 'trading.last_expiry', expiry }
  return { key: buyable.length === 0 ? 'trading.no_expiry' : 'trading.ends_after_close' }
}

export type TicketFacts = {
  readonly market: Pick<Market, 'isBlocked' | 'stakeMin' | 'stakeMax'>
  readonly isOpen: boolean
  /** Expiries that can be bought now. `expiry` is the one that the trader has chosen. */
  readonly buyable: readonly ExpirySeconds[]
  readonly expiry: ExpirySeconds
  /** True if the price is too low for the size of its points. */
  readonly isCoarse: boolean
  readonly stake: number | null
  readonly available: number
  /** True if there is a current price. */
  readonly hasPrice: boolean
  readonly isOnline: boolean
}

export type TicketProblem = {
  readonly key: TextKey
  /** Parameter of the text, in major units. */
  readonly amount?: number
  /** Field in which the trader can correct it. */
  readonly field: 'stake' | 'expiry' | null
}

/**
 * Returns whether a ticket counts as online. The first connection does: there is no price yet, so nothing can be bought, and the ticket does not
 * move when the socket opens.
 * @param hasQuote a price has come, which can be stale
 */
export function isTicketOnline(status: LiveStatus, hasQuote: boolean): boolean {
  return status === 'up' || (status === 'connecting' && !hasQuote)
}

/** Returns why nothing can be bought now, or null. The server checks the same. */
export function findTicketProblem(facts: TicketFacts): TicketProblem | null {
  const { market, stake } = facts
  if (market.isBlocked) return { key: 'trading.blocked', field: null }
  if (!facts.isOnline) return { key: 'trading.offline', field: null }
  if (!facts.isOpen) return { key: 'trading.market_closed', field: null }
  if (facts.isCoarse) return { key: 'trading.price_coarse', field: null }
  if (!facts.buyable.includes(facts.expiry)) return { key: 'trading.expiry_closed', field: 'expiry' }
  const stakeProblem = findStakeProblem(stake, facts.available, market)
  if (stakeProblem !== null) return stakeProblem
  if (!facts.hasPrice) return { key: 'trading.stale', field: null }
  return null
}

/**
 * Returns why the stake cannot be bought, or null.
 * @param available money that can be staked
 */
export function findStakeProblem(
  stake: number | null,
  available: number,
  { stakeMin, stakeMax }: Pick<Market, 'stakeMin' | 'stakeMax'>,
): TicketProblem | null {
  // No stake within the limits can be paid.
  if (available < stakeMin) return { key: 'trading.no_stake', amount: stakeMin, field: null }
  if (stake === null) return { key: 'trading.stake_empty', field: 'stake' }
  if (stake < stakeMin) return { key: 'trading.stake_small', amount: stakeMin, field: 'stake' }
  if (stake > stakeMax) return { key: 'trading.stake_large', amount: stakeMax, field: 'stake' }
  if (stake > available) return { key: 'trading.no_money', field: 'stake' }
  return null
}
