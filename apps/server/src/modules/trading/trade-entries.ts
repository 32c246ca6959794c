import { findDeviation, type PriceMoves } from '@tradefront/rules/trading/deviation'
import { computeOwnEdge } from '@tradefront/rules/trading/house-edge'
import { splitReturn } from '@tradefront/rules/trading/outcome'
import { countOwnCash } from '@tradefront/rules/trading/own-cash'

import type { LedgerEntry, LedgerLine, Turnover } from '../ledger/service.ts'
import type { StartedTrade, Trade, TradeEnd } from './trade.ts'

type Stake = Pick<Trade, 'id' | 'userId' | 'isPractice' | 'currency' | 'stake' | 'bonusStake'>

/** `sql/find-unbooked-trade.sql` compares the entry with its trade. */
export function buildPurchaseEntry(trade: Stake, at: Date): LedgerEntry {
  const { stake, bonusStake } = trade
  const lines = buildLines(trade, { cash: bonusStake - stake, bonus: -bonusStake })
  return { kind: 'trade.opened', subject: buildSubject(trade), at, lines }
}

/** Builds the entry of an end. Returns null if nothing is returned. */
export function buildClosingEntry(trade: Stake, { returned }: TradeEnd, at: Date): LedgerEntry | null {
  if (returned === 0) return null
  return {
    kind: 'trade.closed',
    subject: buildSubject(trade),
    at,
    lines: buildLines(trade, splitReturn(returned, trade)),
  }
}

/** What a trade that has ended gives or takes when it is void: its stake comes back instead of what it had returned. Minor units. */
export function computeVoidChange(trade: Stake & { readonly returned: number }) {
  const had = splitReturn(trade.returned, trade)
  return { cash: trade.stake - trade.bonusStake - had.cash, bonus: trade.bonusStake - had.bonus }
}

/** Null: nothing changes. */
export function buildVoidEntry(trade: Stake & { readonly returned: number }, at: Date): LedgerEntry | null {
  const lines = buildLines(trade, computeVoidChange(trade))
  return lines.length === 0 ? null : { kind: 'trade.voided', subject: buildSubject(trade), at, lines }
}

/** Null for practice money. */
export function buildTurnover(
  trade: Stake,
  { state, returned }: TradeEnd,
  isOpposite: boolean,
  at: Date,
): Turnover | null {
  if (trade.isPractice) return null
  const { userId, currency, bonusStake } = trade
  return {
    userId,
    source: buildSubject(trade),
    currency,
    amount: countOwnCash(trade, state, isOpposite),
    bonusStake,
    bonusReturned: splitReturn(returned, trade).bonus,
    at,
  }
}

/** Computes the house edge on the own-cash part of the stake, in minor units. @param moves from the purchase on */
export function computeTradeEdge(trade: StartedTrade, moves: PriceMoves): number {
  const { openPoints: points, openedAt, expiresAt } = trade
  const state = { ...moves, points, atMs: openedAt.getTime() }
  return computeOwnEdge({ ...trade, ...findDeviation(state, expiresAt.getTime()) })
}

function buildSubject({ id }: Stake): string {
  return `trade:${id}`
}

function buildLines(
  { userId, isPractice, currency }: Stake,
  { cash, bonus }: { readonly cash: number; readonly bonus: number },
): LedgerLine[] {
  const accounts = isPractice ? { money: 'practice', house: 'practice_house' } : { money: 'cash', house: 'trade_house' }
  const lines = [
    { account: accounts.money, userId, currency, amount: cash },
    { account: 'bonus', userId, currency, amount: bonus },
    { account: accounts.house, userId: null, currency, amount: -(cash + bonus) },
  ]
  return lines.filter(({ amount }) => amount !== 0)
}
