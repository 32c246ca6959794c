import { setImmediate as yieldToRequests } from 'node:timers/promises'

import { type BeaconChain, findRoundAt } from '@tradefront/rules/trading/beacon/beacon-chain'
import { type BeaconRound, computeRandomness } from '@tradefront/rules/trading/beacon/beacon-round'
import { buildCandles } from '@tradefront/rules/trading/candles'
import { stepMs } from '@tradefront/rules/trading/closing-price'
import { symbols, type TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'
import { deriveSymbolKey, getEpochRound } from '@tradefront/rules/trading/walk/epoch'
import { isInGap, type MarketGap } from '@tradefront/rules/trading/walk/market-gap'
import type { WalkState } from '@tradefront/rules/trading/walk/price-walk'
import { extendWindow, isComplete, openWindow, type PriceWindow } from '@tradefront/rules/trading/walk/price-window'
import { deriveSeed, getWindowStart, windowMs } from '@tradefront/rules/trading/walk/seed-tree'

import type { Clock } from '../../platform/clock.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { createWalkDays, toDate } from './walk-days.ts'
import type { MarketOrigin, RecordedWindow, SymbolStart, WalkStore } from './walk-store.ts'

export type WalkWindows = ReturnType<typeof createWalkWindows>

export type WalkWindowsDeps = {
  readonly store: WalkStore
  readonly clock: Clock
  /** Returns the chain of the beacon, for the installation. */
  readonly getChain: () => BeaconChain
}

/** `live`: the five minutes that are walked now, by symbol; all begin at the same time. */
type WalkingMarket = {
  readonly origin: MarketOrigin
  readonly gaps: readonly MarketGap[]
  readonly live: Map<string, PriceWindow>
}

/** Most windows of five past minutes that are kept (24 MB). */
const keptWindows = 2000
/** How many rounds are read and walked at once. It takes 20 ms for all symbols. */
const roundsAtOnce = 50
/** Time between two readings of a round that is missing. */
const retryMs = 100

/** Computes prices of all symbols in pieces of five minutes, from the recorded rounds. Every server computes the same. */
export function createWalkWindows({ store, clock, getChain }: WalkWindowsDeps) {
  const days = createWalkDays({ store, clock })
  const past = createBoundedCache<PriceWindow>(keptWindows)
  const reading = new Map<string, Promise<PriceWindow | null>>()
  let loading: Promise<WalkingMarket> | null = null
  let walking: Promise<void> | null = null
  /** The round that the walk waits for. */
  let missing: { readonly round: number; readonly triedAtMs: number } | null = null
  let onComplete: (window: RecordedWindow) => void = () => undefined

  return {
    days,
    load,
    catchUp,

    /** Walks again from the latest recorded prices, and calls `listener` when five minutes of all symbols are complete. */
    async restart(listener: (window: RecordedWindow) => void): Promise<void> {
      // A reader can start another walk of the old state in the same moment.
      while (walking !== null) await walking
      loading = null
      missing = null
      onComplete = listener
    },

    async addRounds(rounds: readonly BeaconRound[]): Promise<void> {
      await store.addRounds(rounds)
      missing = null
    },

    /** Removes the listener. */
    stopListening: () => {
      onComplete = () => undefined
    },

    /** Finds the start of the first epoch whose prices are not known. */
    async findUnknownEpoch(): Promise<number> {
      return getUnknownEpoch(await load())
    },

    /** Finds the walk before an epoch of past five minutes. Null as for `findWindow`. */
    async findState({ name }: TradingSymbol, epochStartMs: number): Promise<WalkState | null> {
      const window = await readWindow(await load(), name, getWindowStart(epochStartMs), epochStartMs)
      return window?.state.epochStartMs === epochStartMs ? window.state : null
    },

    /** Finds the five minutes of a time, also while the market is closed. Null: before the market began, or if they are not known yet. */
    async findWindow({ name }: TradingSymbol, atMs: number): Promise<PriceWindow | null> {
      await catchUp()
      const market = await load()
      const startMs = getWindowStart(atMs)
      const live = market.live.get(name)
      if (live !== undefined && startMs >= live.startMs) return startMs === live.startMs ? live : null
      const key = `${name}/${startMs}`
      return past.get(key) ?? (await readPastWindow(market, name, startMs, key))
    },
  }

  /** Loads once per process. A failure is not kept. */
  function load(): Promise<WalkingMarket> {
    loading ??= readMarket().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }

  async function readMarket(): Promise<WalkingMarket> {
    const origin = await store.loadOrigin(getChain)
    const [gaps, recorded] = await Promise.all([store.listGaps(), store.findLatestStates()])
    const startMs = recorded[0]?.state.epochStartMs ?? getWindowStart(getBegin(origin))
    const states = new Map(recorded.map(({ symbol, state }) => [symbol, state]))
    const live = symbols.map(
      ({ name }) => [name, openWindow(states.get(name) ?? createFirstState(origin, name, startMs))] as const,
    )
    return { origin, gaps, live: new Map(live) }
  }

  /** Walks until the first round that is not due, or not recorded. */
  function catchUp(): Promise<void> {
    walking ??= walk().finally(() => {
      walking = null
    })
    return walking
  }

  async function walk(): Promise<void> {
    const market = await load()
    const { chain } = market.origin
    for (;;) {
      const nowMs = clock.now().getTime()
      const unknownMs = getUnknownEpoch(market)
      const from = getEpochRound(chain, unknownMs)
      const due = findRoundAt(chain, nowMs)
      if (from > due || (missing?.round === from && Math.abs(nowMs - missing.triedAtMs) < retryMs)) return
      await extend(market, await readRandomness(from, Math.min(due, from + roundsAtOnce)))
      missing = getUnknownEpoch(market) === unknownMs ? { round: from, triedAtMs: nowMs } : null
      if (missing !== null) return
      await yieldToRequests()
    }
  }

  async function extend(market: WalkingMarket, randomness: ReadonlyMap<number, Uint8Array>): Promise<void> {
    const { origin, live } = market
    for (const symbol of symbols) {
      const window = live.get(symbol.name)
      if (window === undefined) continue
      const key = await deriveKey(origin, symbol.name, window.startMs)
      const find = (epochStartMs: number) => randomness.get(getEpochRound(origin.chain, epochStartMs))
      live.set(symbol.name, extendWindow({ symbol, gaps: listGapsOf(market, symbol.name) }, window, key, find))
    }
    const windows = [...live.values()]
    if (!windows.every(isComplete)) return
    const [first] = windows
    if (first !== undefined) onComplete(toRecordedWindow(market, first.startMs + windowMs))
    for (const [name, window] of live) {
      past.set(`${name}/${window.startMs}`, window)
      live.set(name, openWindow(window.state))
    }
  }

  /** Reads past five minutes, once for all who ask at the same time. */
  function readPastWindow(market: WalkingMarket, name: string, startMs: number, key: string) {
    const read =
      reading.get(key) ??
      readWindow(market, name, startMs)
        .then((window) => {
          if (window !== null) past.set(key, window)
          return window
        })
        .finally(() => reading.delete(key))
    reading.set(key, read)
    return read
  }

  /** Reads five minutes. @param untilMs the first epoch that is not walked */
  async function readWindow(
    market: WalkingMarket,
    name: string,
    startMs: number,
    untilMs = startMs + windowMs,
  ): Promise<PriceWindow | null> {
    const { origin } = market
    const symbol = symbols.find((each) => each.name === name)
    const isFirst = startMs === getWindowStart(getStart(origin, name).atMs)
    const state = isFirst ? createFirstState(origin, name, startMs) : await store.findState(name, startMs)
    if (symbol === undefined || state === null) return null
    const { chain } = origin
    const randomness = await readRandomness(getEpochRound(chain, startMs), getEpochRound(chain, untilMs) - 1)
    const key = await deriveKey(origin, name, startMs)
    const find = (epochStartMs: number) => randomness.get(getEpochRound(chain, epochStartMs))
    return extendWindow({ symbol, gaps: listGapsOf(market, name) }, openWindow(state), key, find)
  }

  async function readRandomness(from: number, to: number): Promise<Map<number, Uint8Array>> {
    const rounds = await store.readRounds(from, to)
    return new Map(rounds.map(({ round, signature }) => [round, computeRandomness(signature)]))
  }

  async function deriveKey(origin: MarketOrigin, name: string, windowStartMs: number): Promise<Uint8Array> {
    await days.requireDay(origin, toDate(windowStartMs))
    return deriveSymbolKey(deriveSeed(origin.secret, windowStartMs), name)
  }
}

function getUnknownEpoch({ live }: Pick<WalkingMarket, 'live'>): number {
  return Math.min(...Array.from(live.values(), ({ state }) => state.epochStartMs))
}

function createFirstState(origin: MarketOrigin, name: string, epochStartMs: number): WalkState {
  return { epochStartMs, startPoints: getStart(origin, name).points, sum: 0 }
}

export function getStart({ starts }: MarketOrigin, name: string): SymbolStart {
  const start = starts[name]
  if (start === undefined) throw new Error(`the market has no first price of ${name}`)
  return start
}

/** Returns the time at which the market began. */
function getBegin({ starts }: MarketOrigin): number {
  return Math.min(...Object.values(starts).flatMap((start) => (start === undefined ? [] : [start.atMs])))
}

/** Lists the times, besides closed hours, in which the price of a symbol does not move: before its first price, and skipped stops. */
export function listGapsOf({ origin, gaps }: Pick<WalkingMarket, 'origin' | 'gaps'>, name: string): MarketGap[] {
  return [{ fromMs: 0, toMs: getStart(origin, name).atMs }, ...gaps]
}

/** Lists the prices of complete five minutes at which the symbol was traded. */
export function listOpenPrices(
  { hours }: Pick<TradingSymbol, 'hours'>,
  gaps: readonly MarketGap[],
  { startMs, points, state }: PriceWindow,
  untilMs: number,
): { readonly atMs: number; readonly points: number }[] {
  if (!getMarketState(hours, startMs).isOpen) return []
  const endMs = Math.min(untilMs, state.epochStartMs, startMs + windowMs)
  const prices: { atMs: number; points: number }[] = []
  for (let atMs = startMs; atMs < endMs; atMs += stepMs)
    if (!isInGap(gaps, atMs)) prices.push({ atMs, points: points[(atMs - startMs) / stepMs] ?? 0 })
  return prices
}

function toRecordedWindow(market: WalkingMarket, endMs: number): RecordedWindow {
  return {
    startMs: endMs,
    states: Array.from(market.live, ([symbol, { state }]) => ({ symbol, state })),
    candles: symbols.flatMap((symbol) => {
      const window = market.live.get(symbol.name)
      const prices = window === undefined ? [] : listOpenPrices(symbol, listGapsOf(market, symbol.name), window, endMs)
      return buildCandles(prices, 60).map((candle) => ({ symbol: symbol.name, candle }))
    }),
  }
}
