import { createHash } from 'node:crypto'

import { computeReturn, decideOutcome } from '@tradefront/rules/trading/outcome'
import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'
import { stepMs } from '@tradefront/rules/trading/closing-price'
import { findSymbol, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { MarketDay } from '../../gateways/market/market-feed.ts'
import { createPublishedPrices, type PublishedPrices } from './published-prices.ts'
import { listSimulatedTrades } from './trade-store.ts'
import type { Trade } from './trade.ts'

/** `subject`: a trade, or a day. */
export type AuditDifference = {
  readonly subject: string
  readonly what: string
  readonly expected: string
  readonly actual: string
}

export type TradeAudit = {
  readonly checked: number
  /** Their seeds are not published yet. */
  readonly waiting: number
  /** Days whose hash was published after they had begun, e.g. the day of the installation. */
  readonly lateDays: readonly string[]
  readonly differences: readonly AuditDifference[]
}

const pieceSize = 2000
/** Past days whose seeds are read. */
const maxDays = 36_600
const firstId = '00000000-0000-0000-0000-000000000000'

/** Computes ended trades of simulated prices again from the published seeds. Changes nothing. */
export async function auditTrades({ market, reports }: AppContext, closedFrom: Date): Promise<TradeAudit> {
  const days = await market.listDays(maxDays)
  const published = days.filter((day): day is MarketDay & { seed: Buffer } => day.seed !== null)
  const differences = published.flatMap(checkSeed)
  const seeds = new Map(published.map(({ date, seed }) => [date, seed]))
  const prices = createPublishedPrices(seeds, market.findDayStart)
  const counts = { checked: 0, waiting: 0 }
  for (let afterId = firstId; ;) {
    const trades = await listSimulatedTrades(reports, afterId, closedFrom, pieceSize)
    for (const trade of trades) {
      const found = await checkTrade(prices, trade)
      if (found === null) counts.waiting += 1
      else {
        counts.checked += 1
        differences.push(...found)
      }
    }
    prices.forget()
    const last = trades.at(-1)
    if (last === undefined || trades.length < pieceSize) break
    afterId = last.id
  }
  const lateDays = published.filter(({ date, announcedAt }) => announcedAt >= new Date(date)).map(({ date }) => date)
  return { ...counts, lateDays, differences }
}

function checkSeed({ date, seed, seedHash }: MarketDay & { readonly seed: Buffer }): AuditDifference[] {
  const hash = createHash('sha256').update(seed).digest()
  if (hash.equals(seedHash)) return []
  return [
    { subject: `day:${date}`, what: 'seed hash', expected: seedHash.toString('hex'), actual: hash.toString('hex') },
  ]
}

/** Null: a seed is not published yet. */
async function checkTrade(prices: PublishedPrices, trade: Trade): Promise<AuditDifference[] | null> {
  const symbol = findSymbol(trade.symbol)
  const subject = `trade:${trade.id}`
  if (symbol === undefined || symbol.digits !== trade.digits)
    return [{ subject, what: 'symbol', expected: 'a symbol with the same digits', actual: trade.symbol }]
  const quotedMs = trade.quotedAt.getTime()
  const opened = await prices.getPoints(symbol, quotedMs)
  const end = await findEnd(prices, symbol, trade)
  if (opened === null || end === null) return null
  const continuous =
    (await prices.isContinuous(symbol, quotedMs)) && (await prices.isContinuous(symbol, trade.closedAt?.getTime() ?? 0))
  const rows: [what: string, expected: unknown, actual: unknown][] = [
    ['opening price', opened, trade.openPoints],
    ['opening time', Math.floor(trade.openedAt.getTime() / stepMs) * stepMs, quotedMs],
    ['start of the day', 'end of the day before', continuous ? 'end of the day before' : 'another price'],
    ['state', end.state, trade.state],
    ['closing price', end.closePoints, trade.closePoints],
    ['closing time', end.closedMs, trade.closedAt?.getTime() ?? null],
    ['returned', end.returned, trade.returned],
  ]
  return rows
    .filter(([, expected, actual]) => expected !== actual)
    .map(([what, expected, actual]) => ({ subject, what, expected: String(expected), actual: String(actual) }))
}

/** Computes the end as the rules say. Of a sold trade, only the price can be computed again: its fee was a setting. */
async function findEnd(prices: PublishedPrices, symbol: TradingSymbol, trade: Trade) {
  const { state, direction, strikePoints, stake, payoutPercent, expiresAt } = trade
  const expiresMs = expiresAt.getTime()
  const closedMs = trade.closedAt?.getTime() ?? 0
  // Practice trades that end with the practice account.
  const isEarly = state === 'void' && trade.isPractice && closedMs < expiresMs + maxCloseDelayMs
  if (isEarly) return { state, closePoints: null, closedMs, returned: stake }
  if (state === 'sold') {
    const closePoints = await prices.getPoints(symbol, closedMs)
    return closePoints === null ? null : { state, closePoints, closedMs, returned: trade.returned }
  }
  const stepAt = Math.ceil(expiresMs / stepMs) * stepMs
  const closePoints = await prices.getPoints(symbol, stepAt)
  if (closePoints === null) return null
  const outcome = decideOutcome(direction, strikePoints, closePoints)
  return { state: outcome, closePoints, closedMs: stepAt, returned: computeReturn(outcome, stake, payoutPercent) }
}
