import { useQuery } from '@tanstack/react-query'
import type { Market, MarketSymbol, Trade } from '@tradefront/contract/trading'
import { hasClosingPrice } from '@tradefront/rules/trading/purchase-rules'
import type { ExpirySeconds } from '@tradefront/rules/trading/options'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { getStateWithClosedTimes } from '@tradefront/rules/trading/market-pauses'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'
import { createContext, useCallback, useContext, useEffect, useEffectEvent } from 'react'

import { queryClient } from '../../platform/api/query-client.ts'
import { serverNow } from '../../platform/clock.ts'
import { useByServerSecond } from '../../platform/countdown.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useLiveEvent, useLiveStatus } from '../../platform/realtime/live-connection.ts'
import { applyTrade, marketKey, marketQuery } from './api.ts'

const pollMs = 9000
const dayMs = 86_400_000
/** A trade that the server has not started or closed after this time is looked up again. */
const lateMs = 3000
const maxTimerMs = 2 ** 31 - 1

/** Context of the market. It is cheaper than a query in each part of the screen that changes with every quote. */
export const MarketContext = createContext<Market | null>(null)

/** Returns the market. It works only inside the trading screen, which shows nothing else before the market is loaded. */
export function useMarket(): Market {
  const market = useContext(MarketContext)
  if (market === null) throw new Error('The market has not been loaded')
  return market
}

export function refreshMarket(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: marketKey })
}

/** Loads the market and keeps it up to date. Symbols have their names in the language of the page. */
export function useMarketUpdates() {
  const isDown = useLiveStatus() === 'down'
  const t = useTranslate()
  const nameSymbols = useCallback(
    (market: Market): Market => ({
      ...market,
      symbols: market.symbols.map((symbol) => ({ ...symbol, label: getSymbolLabel(symbol.name, t) })),
    }),
    [t],
  )
  const query = useQuery({ ...marketQuery, refetchInterval: isDown ? pollMs : false, select: nameSymbols })
  useLiveEvent('refresh', () => void refreshMarket())
  const { data } = query
  useLiveEvent('trade', ({ trade }) => {
    applyTrade(trade)
    // Only the server knows which trade has the return of a loss, or that it has ended.
    if (data?.lossReturn != null) void refreshMarket()
  })
  const dueMs = data === undefined ? null : findNextChange(data, serverNow())
  const refresh = useEffectEvent(() => void refreshMarket())
  useEffect(() => {
    if (dueMs === null) return undefined
    const timer = setTimeout(refresh, Math.min(maxTimerMs, Math.max(1000, dueMs - serverNow())))
    return () => clearTimeout(timer)
    // A refresh without a change must set the next timer too.
  }, [dueMs, query.dataUpdatedAt])
  return query
}

/** Returns when a market opens or closes, the day of the closed trades ends, or a trade should have started or closed. */
function findNextChange({ symbols, openTrades }: Market, nowMs: number): number {
  const changes = symbols.flatMap(({ changesAtMs }) => (changesAtMs === null ? [] : [changesAtMs + 500]))
  const due = openTrades.map(
    ({ openPrice, openedAtMs, expiresAtMs }) => (openPrice === null ? openedAtMs : expiresAtMs) + lateMs,
  )
  const midnight = (Math.floor(nowMs / dayMs) + 1) * dayMs + 500
  return Math.min(midnight, ...changes, ...due)
}

/** Returns whether a market is open, also between the change and the reply of the server about it. */
export function isMarketOpen({ isOpen, changesAtMs }: MarketSymbol, nowMs: number): boolean {
  return changesAtMs !== null && nowMs >= changesAtMs ? !isOpen : isOpen
}

/** Returns whether the market of each symbol is open, at each second. */
export function useIsOpen(): (symbol: MarketSymbol) => boolean {
  const { symbols } = useMarket()
  const names = useByServerSecond((nowMs) =>
    symbols
      .filter((symbol) => isMarketOpen(symbol, nowMs))
      .map(({ name }) => name)
      .join(),
  ).split(',')
  return ({ name }) => names.includes(name)
}

/** A purchase arrives after this time: the page counts whole seconds. */
const arrivalMs = 1000
/** A sealed price is that of a whole multiple of this time. */
const epochMs = 3000
/** A sealed price comes at most this long after the order. */
const sealedDelayMs = 6000

/** Returns how much later a trade that is bought now can start. */
export function getStartDelay({ fill }: Pick<Market, 'fill'>): number {
  return fill === 'sealed' ? sealedDelayMs : 0
}

/** Returns when a trade starts whose order comes at a time. */
export function findStart({ fill }: Pick<Market, 'fill'>, arrivedAtMs: number): number {
  return fill === 'sealed' ? arrivedAtMs - (arrivedAtMs % epochMs) + sealedDelayMs : arrivedAtMs
}

/** Returns whether a trade that expires at a time is sure to have a closing price. The server checks the same. */
export function canCloseAt(
  { hours, closed }: MarketSymbol,
  { closingSpanMs }: Pick<Market, 'closingSpanMs'>,
  expiresAtMs: number,
) {
  const getHours = (atMs: number) => getMarketState(hours, atMs)
  return hasClosingPrice((atMs) => getStateWithClosedTimes(getHours, closed, atMs), expiresAtMs, closingSpanMs)
}

/** Lists the expiries that a trade can have if it is bought now. */
export function listBuyableExpiries(
  symbol: MarketSymbol,
  market: Pick<Market, 'expiries' | 'closingSpanMs' | 'fill'>,
  nowMs: number,
): ExpirySeconds[] {
  const startMs = nowMs + arrivalMs + getStartDelay(market)
  return market.expiries.filter((seconds) => canCloseAt(symbol, market, startMs + seconds * 1000))
}

export function findMarketSymbol(market: Market, name: string): MarketSymbol | undefined {
  return market.symbols.find((symbol) => symbol.name === name)
}

/** Finds the present state of a trade: it can have got its price, or ended. */
export function findNewest({ openTrades, closedTrades }: Market, trade: Trade): Trade {
  return [...openTrades, ...closedTrades].find(({ id }) => id === trade.id) ?? trade
}

/** Returns label and decimals. A symbol that is no longer traded still has a name. */
export function getTradeSymbol(market: Market, { symbol }: Trade): { readonly label: string; readonly digits: number } {
  return findMarketSymbol(market, symbol) ?? { label: symbol, digits: 5 }
}
