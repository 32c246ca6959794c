import type { MarketSymbol, Trade } from '@tradefront/contract/trading'
import { type Currency, fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import type { Direction, ExpirySeconds, FillMode } from '@tradefront/rules/trading/options'
import { computeReturn, decideOutcome } from '@tradefront/rules/trading/outcome'
import { maxCloseDelayMs, maxFillDelayMs } from '@tradefront/rules/trading/purchase-rules'
import { toPoints } from '@tradefront/rules/trading/symbols'

import { toPayoutPercent } from '../ticket/ticket-rules.ts'
import { findStart } from '../use-market.ts'
import type { ReplayQuote } from './quote-windows.ts'

// Trades of a replay are in the browser only. They are filled and closed by the rules of the server.

export type ReplayOrder = {
  readonly id: string
  readonly symbol: Pick<MarketSymbol, 'name' | 'payout'>
  readonly direction: Direction
  /** Stake in major units. */
  readonly stake: number
  readonly currency: Currency
  readonly expiry: ExpirySeconds
}

/** Kind of fill of the trades, and the decimals of their prices. */
export type ReplayTerms = { readonly fill: FillMode; readonly digits: number }

/** A price that is later than this fills no order. */
const maxFillDelays: Readonly<Record<FillMode, number>> = { sealed: maxFillDelayMs, next_step: 1000 }
/** The list drops its oldest trades above this number. */
const maxTrades = 200

/**
 * Creates a trade.
 * @param atMs time of the replay
 */
export function createReplayTrade(order: ReplayOrder, fill: FillMode, atMs: number): Trade {
  const { id, symbol, direction, stake, currency, expiry } = order
  const openedAtMs = findStart({ fill }, Math.floor(atMs))
  return {
    account: 'practice',
    id,
    symbol: symbol.name,
    direction,
    stake,
    currency,
    payout: symbol.payout,
    openPrice: null,
    strikePrice: null,
    openedAtMs,
    expiresAtMs: openedAtMs + expiry * 1000,
    state: 'open',
    refusal: null,
    sale: null,
    closePrice: null,
    closedAtMs: null,
    returned: null,
  }
}

export function addTrade(trades: readonly Trade[], trade: Trade): readonly Trade[] {
  return [...trades, trade].slice(-maxTrades)
}

export function listEnded(trades: readonly Trade[]): readonly Trade[] {
  return trades.filter(({ state }) => state !== 'open')
}

/**
 * Opens and closes trades at the prices that have arrived.
 * @param quotes in order, all since the time before
 * @param atMs time of the replay after them
 */
export function advanceTrades(
  trades: readonly Trade[],
  quotes: readonly ReplayQuote[],
  atMs: number,
  terms: ReplayTerms,
): readonly Trade[] {
  const next = trades.map((trade) => {
    const quoted = quotes.reduce((each, quote) => applyQuote(each, quote, terms), trade)
    return endWithoutPrice(quoted, atMs, terms.fill)
  })
  return next.some((trade, index) => trade !== trades[index]) ? next : trades
}

function applyQuote(before: Trade, { price, atMs }: ReplayQuote, { fill, digits }: ReplayTerms): Trade {
  const trade = endWithoutPrice(before, atMs, fill)
  const { state, openPrice, openedAtMs, expiresAtMs } = trade
  if (state !== 'open' || atMs < (openPrice === null ? openedAtMs : expiresAtMs)) return trade
  if (openPrice === null) {
    const lateMs = atMs - openedAtMs
    return { ...trade, openPrice: price, strikePrice: price, openedAtMs: atMs, expiresAtMs: expiresAtMs + lateMs }
  }
  const outcome = decideOutcome(trade.direction, toPoints(openPrice, digits), toPoints(price, digits))
  return { ...endTrade(trade, outcome, atMs), closePrice: price }
}

/** Ends a trade whose opening or closing price has not come in time. */
function endWithoutPrice(trade: Trade, atMs: number, fill: FillMode): Trade {
  if (trade.state !== 'open') return trade
  if (trade.openPrice !== null)
    return atMs > trade.expiresAtMs + maxCloseDelayMs ? endTrade(trade, 'void', atMs) : trade
  return atMs > trade.openedAtMs + maxFillDelays[fill] ? endTrade(trade, 'refused', atMs) : trade
}

function endTrade(trade: Trade, state: 'won' | 'lost' | 'tie' | 'void' | 'refused', closedAtMs: number): Trade {
  const { stake, payout, currency } = trade
  const returned = computeReturn(state, toMinor(stake, currency), toPayoutPercent(payout))
  return { ...trade, state, closedAtMs, returned: fromMinor(returned, currency) }
}
