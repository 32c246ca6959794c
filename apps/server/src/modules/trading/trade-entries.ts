import { splitReturn } from '@tradefront/rules/trading/outcome'

import type { LedgerEntry, LedgerLine, Turnover } from '../ledger/service.ts'
import type { Trade, TradeEnd } from './trade.ts'

type Stake = Pick<Trade, 'id' | 'userId' | 'isPractice' | 'currency' | 'stake' | 'bonusStake'>

/** The database compares entries with their trades. */
export function buildPurchaseEntry(trade: Stake, at: Date): LedgerEntry {
  const { stake, bonusStake } = trade
  const lines = buildLines(trade, { cash: bonusStake - stake, bonus: -bonusStake })
  return { kind: 'trade.opened', subject: buildSubject(trade), at, lines }
}

/** Null: nothing is returned. */
export function buildClosingEntry(trade: Stake, { returned }: TradeEnd, at: Date): LedgerEntry | null {
  if (returned === 0) return null
  return {
    kind: 'trade.closed',
    subject: buildSubject(trade),
    at,
    lines: buildLines(trade, splitReturn(returned, trade)),
  }
}

/** Null: the stake does not count. */
export function buildTurnover(trade: Stake, { state }: TradeEnd, at: Date): Turnover | null {
  if (trade.isPractice || state === 'void') return null
  const { userId, currency, stake } = trade
  return { userId, source: buildSubject(trade), currency, amount: stake, at }
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
