import { findSymbol } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import type { MarketFeed, Quote } from '../../gateways/market/market-feed.ts'
import type { Clock } from '../../platform/clock.ts'

/** Prices that a test decides. All feeds of a market agree about them; each has the clock of its server. */
export type FakeMarket = {
  readonly createFeed: (clock: Clock) => MarketFeed
  /** From a time on. Before the first one, a symbol has the price 100,000. */
  readonly setPrice: (symbol: string, points: number, fromMs: number) => void
  /** The price of a step of the grid. Null: there is none. */
  readonly readPoints: (symbol: string, atMs: number) => number | null
  /** Without prices, both ends included. Later times are known as such once they have come. */
  readonly addOutage: (symbol: string, fromMs: number, toMs: number) => void
}

type PriceOfTime = (symbol: string, atMs: number) => number

/** Prices come on a grid, as those of the simulated market. */
export const fakeStepMs = 200
const firstPoints = 100_000
const maxListed = 1000

/** @param getPoints instead of the prices that are set @param closeDelayMs as of a feed that can be silent */
export function createFakeMarket(getPoints?: PriceOfTime, closeDelayMs = 0): FakeMarket {
  const prices = new Map<string, { readonly fromMs: number; readonly points: number }[]>()
  const outages = new Map<string, { readonly fromMs: number; readonly toMs: number }[]>()

  const getSetPoints: PriceOfTime = (symbol, atMs) =>
    (prices.get(symbol) ?? []).findLast(({ fromMs }) => fromMs <= atMs)?.points ?? firstPoints

  const readQuote = (symbol: string, atMs: number): Quote | null => {
    const isOut = (outages.get(symbol) ?? []).some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)
    if (isOut || !getState(symbol, atMs)?.isOpen) return null
    return { symbol, points: (getPoints ?? getSetPoints)(symbol, atMs), atMs }
  }
  const getState = (name: string, atMs: number) => {
    const symbol = findSymbol(name)
    return symbol === undefined ? null : getMarketState(symbol.hours, atMs)
  }

  return {
    setPrice: (symbol, points, fromMs) => {
      const set = [...(prices.get(symbol) ?? []), { fromMs, points }]
      prices.set(
        symbol,
        set.toSorted((one, other) => one.fromMs - other.fromMs),
      )
    },
    addOutage: (symbol, fromMs, toMs) => {
      outages.set(symbol, [...(outages.get(symbol) ?? []), { fromMs, toMs }])
    },
    readPoints: (symbol, atMs) => (atMs % fakeStepMs === 0 ? (readQuote(symbol, atMs)?.points ?? null) : null),
    createFeed: (clock) => {
      const getNow = () => floorToStep(clock.now().getTime())
      return {
        isSimulated: false,
        closeDelayMs,
        getMarketState: getState,
        getQuote: async (symbol) => {
          for (let atMs = getNow(), tries = 0; tries < 50; atMs -= fakeStepMs, tries += 1) {
            const quote = readQuote(symbol, atMs)
            if (quote !== null) return quote
          }
          return null
        },
        findFirstQuote: async (symbol, fromMs, untilMs) => {
          for (let atMs = Math.ceil(fromMs / fakeStepMs) * fakeStepMs; atMs <= untilMs; atMs += fakeStepMs) {
            if (atMs > getNow()) return undefined
            const quote = readQuote(symbol, atMs)
            if (quote !== null) return quote
          }
          return null
        },
        listQuotes: async (symbol, fromMs, toMs) => {
          const quotes: Quote[] = []
          const endMs = Math.min(toMs, getNow())
          for (let atMs = Math.ceil(fromMs / fakeStepMs) * fakeStepMs; atMs <= endMs; atMs += fakeStepMs) {
            const quote = readQuote(symbol, atMs)
            if (quote !== null && quotes.length < maxListed) quotes.push(quote)
          }
          return quotes
        },
        listCandles: async () => [],
        findDay: async () => null,
        findDayStart: async () => null,
        listDays: async () => [],
        announceDays: async () => undefined,
        subscribe: () => () => undefined,
        start: async () => undefined,
        stop: async () => undefined,
      }
    },
  }
}

function floorToStep(atMs: number): number {
  return atMs - (atMs % fakeStepMs)
}
