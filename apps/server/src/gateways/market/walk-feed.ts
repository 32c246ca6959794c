import { setImmediate as yieldToRequests, setTimeout as sleep } from 'node:timers/promises'

import { type Candle, type CandleSeconds, buildCandles, mergeCandles } from '@tradefront/rules/trading/candles'
import { stepMs } from '@tradefront/rules/trading/closing-price'
import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'
import { findSymbol, getSecondVolatility, symbols, type TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'
import { getRoundTime } from '@tradefront/rules/trading/beacon/beacon-chain'
import { findSealedEpoch, getEpochRound, getEpochStart, walkVersion } from '@tradefront/rules/trading/walk/epoch'
import { isInGap, type MarketGap } from '@tradefront/rules/trading/walk/market-gap'
import type { WalkState } from '@tradefront/rules/trading/walk/price-walk'
import { historyStepMs } from '@tradefront/rules/trading/walk/price-history'
import { findKnownPoints } from '@tradefront/rules/trading/walk/price-window'
import { getWindowStart, windowMs } from '@tradefront/rules/trading/walk/seed-tree'
import { type PriceProof, type PublishedSeed, toPublishedSeed } from '@tradefront/rules/trading/walk/verify-prices'

import { type Clock, dayMs, maxClockToleranceMs } from '../../platform/clock.ts'
import type { BeaconAccess } from '../beacon/beacon-access.ts'
import type { BeaconGateway } from '../beacon/beacon-gateway.ts'
import { type MarketFeed, type MarketFreeze, maxListedQuotes, type Quote } from './market-feed.ts'
import { createWalkHistory, historyDays } from './walk-history.ts'
import { createWalkRecorder } from './walk-recorder.ts'
import type { WalkStore } from './walk-store.ts'
import { createWalkWindows, getStart, listGapsOf, listOpenPrices } from './walk-windows.ts'

export type WalkFeedDeps = {
  readonly store: WalkStore
  readonly beacon: BeaconAccess
  readonly clock: Clock
  /** Id of this process. */
  readonly holder: string
  readonly onError: (error: unknown) => void
  readonly leaseMs?: number
}

/**
 * Serves prices that follow from secret seeds and from rounds of a public beacon, the same on every server. The decision about the
 * unforeseeable market and docs/trading.md explain how.
 */
export function createWalkFeed(deps: WalkFeedDeps): MarketFeed {
  const { store, beacon, clock, holder, onError, leaseMs = 5000 } = deps
  const windows = createWalkWindows({ store, clock, getChain: beacon.getChain })
  const recorder = createWalkRecorder({ store, windows, openBeacon, clock, holder, leaseMs })
  const listeners = new Set<(quotes: readonly Quote[]) => void>()
  let gateway: BeaconGateway | null = null
  let history: ReturnType<typeof createWalkHistory> | null = null
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()
  let recording: Promise<void> | null = null
  let isStopped = true
  let lastTickMs = 0
  const failing = { tick: false, record: false }

  return {
    isSimulated: true,
    closingSpanMs: 0,

    getMarketState(name, atMs) {
      const symbol = findSymbol(name)
      return symbol === undefined ? null : getMarketState(symbol.hours, atMs)
    },

    async getQuote(name) {
      const symbol = findSymbol(name)
      return symbol === undefined ? null : findQuote(symbol, getNow())
    },

    async waitForQuote(name, arrivedAtMs) {
      const symbol = findSymbol(name)
      const atMs = arrivedAtMs - (arrivedAtMs % stepMs) + stepMs
      await sleep(Math.min(stepMs, Math.max(0, atMs - clock.now().getTime())))
      return symbol === undefined ? null : findQuote(symbol, atMs)
    },

    async findSealedEntry(arrivedAtMs) {
      const { chain } = (await windows.load()).origin
      const atMs = findSealedEpoch(chain, arrivedAtMs + maxClockToleranceMs)
      const round = getEpochRound(chain, atMs)
      return { atMs, round, roundAtMs: getRoundTime(chain, round) }
    },

    findVolatility: async (symbol) => ({ volatility: getSecondVolatility(symbol), uncertainty: 1, isMeasured: true }),

    findFirstQuote,
    findClosingPrice: (name, atMs) => findFirstQuote(name, atMs, atMs + maxCloseDelayMs),

    listClosingTrades: async () => [],

    async listQuotes(name, fromMs, toMs) {
      const symbol = findSymbol(name)
      const endMs = Math.min(toMs, getNow())
      const quotes: Quote[] = []
      let firstMs = symbol === undefined ? null : await findOpenStep(symbol, fromMs)
      while (symbol !== undefined && firstMs !== null && firstMs <= endMs && quotes.length < maxListedQuotes) {
        const startMs = firstMs
        const window = await windows.findWindow(symbol, startMs)
        const known = window === null ? [] : listOpenPrices(symbol, await listGaps(symbol), window, endMs + stepMs)
        const prices = known.filter(({ atMs }) => atMs >= startMs)
        const last = prices.at(-1)
        if (last === undefined) break
        quotes.push(...prices.map((price) => ({ symbol: name, ...price })))
        firstMs = await findOpenStep(symbol, last.atMs + stepMs)
      }
      return quotes.slice(0, maxListedQuotes)
    },

    async listCandles(name, seconds, beforeMs, limit) {
      const symbol = findSymbol(name)
      if (symbol === undefined || limit < 1) return []
      const walked =
        seconds < 60
          ? await listShortCandles(symbol, seconds, beforeMs, limit)
          : await listLongCandles(symbol, seconds, beforeMs, limit)
      if (walked.length === limit) return walked
      const older = await listHistory(symbol, seconds, walked[0]?.startMs ?? beforeMs - 1, limit)
      return mergeCandles([...older, ...walked], seconds).slice(-limit)
    },

    async findDayStart(name, atMs) {
      const symbol = findSymbol(name)
      if (symbol === undefined || atMs > clock.now().getTime()) return null
      const window = await windows.findWindow(symbol, atMs)
      return window === null || window.state.epochStartMs === window.startMs ? null : window.state.startPoints
    },

    async listDays(pastDays) {
      const from = new Date(clock.now().getTime() - pastDays * dayMs).toISOString().slice(0, 10)
      return (await store.listDays()).filter(({ date }) => date >= from).toReversed()
    },

    async checkBeacon() {
      return (await openBeacon()).checkRelays()
    },

    async announceDays() {
      await windows.days.announceDays((await windows.load()).origin.secret)
    },

    async findProofFacts(name) {
      const market = await windows.load()
      return { chain: market.origin.chain, gaps: listGapsOf(market, name) }
    },

    async findMarketRecord() {
      const { chain, starts } = (await windows.load()).origin
      const known = Object.entries(starts).flatMap(([symbol, start]) =>
        start === undefined ? [] : [{ symbol, ...start }],
      )
      return {
        chain,
        starts: known.toSorted((a, b) => a.symbol.localeCompare(b.symbol, 'en')),
        gaps: await store.listGaps(),
      }
    },

    async findPublishedWindow(startMs) {
      const { origin } = await windows.load()
      const seed = windows.days.findSeed(origin, startMs)
      if (seed === null || (await store.listStates(startMs + windowMs)).length === 0) return null
      const first = getEpochRound(origin.chain, startMs)
      const [rounds, states] = await Promise.all([
        store.readRounds(first, getEpochRound(origin.chain, startMs + windowMs) - 1),
        store.listStates(startMs),
      ])
      return { seed: toPublishedSeed(seed.windowStartMs, seed.seed, seed.path), rounds, states }
    },

    findRecordedMinute: async () => null,
    proveQuotes,
    proveWindow,
    getFreeze,

    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async start() {
      if (!isStopped) return
      isStopped = false
      await runTick()
      scheduleTick()
    },

    async stop() {
      if (isStopped) return gateway?.close()
      isStopped = true
      listeners.clear()
      clearTimeout(timer)
      await Promise.all([ticking, recording])
      await recorder.stop().catch(onError)
      await gateway?.close()
    },
  }

  async function findFirstQuote(name: string, fromMs: number, untilMs: number): Promise<Quote | null | undefined> {
    const symbol = findSymbol(name)
    if (symbol === undefined) return null
    const atMs = await findOpenStep(symbol, fromMs)
    if (atMs === null || atMs > untilMs) return null
    if (atMs > getNow()) return undefined
    return (await findQuote(symbol, atMs)) ?? undefined
  }

  async function openBeacon(): Promise<BeaconGateway> {
    gateway ??= beacon.open((await windows.load()).origin.chain)
    return gateway
  }

  /** Returns the time of the latest step. */
  function getNow(): number {
    const nowMs = clock.now().getTime()
    return nowMs - (nowMs % stepMs)
  }

  /** Returns null if the market is closed or skipped then, or the price is not known yet. */
  async function findQuote(symbol: TradingSymbol, atMs: number): Promise<Quote | null> {
    if (!getMarketState(symbol.hours, atMs).isOpen) return null
    const window = await windows.findWindow(symbol, atMs)
    if (window === null || isInGap(await listGaps(symbol), atMs)) return null
    const points = findKnownPoints(window, atMs)
    return points === undefined ? null : { symbol: symbol.name, points, atMs }
  }

  /** Finds the first step at or after a time at which the market is open. */
  async function findOpenStep(symbol: TradingSymbol, fromMs: number): Promise<number | null> {
    const gaps = await listGaps(symbol)
    let atMs = Math.ceil(fromMs / stepMs) * stepMs
    for (;;) {
      const { isOpen, changesAtMs } = getMarketState(symbol.hours, atMs)
      const gap = gaps.find(({ fromMs: gapMs, toMs }) => gapMs <= atMs && atMs < toMs)
      if (isOpen && gap === undefined) return atMs
      const nextMs = gap === undefined ? changesAtMs : gap.toMs
      if (nextMs === null) return null
      atMs = nextMs
    }
  }

  async function listGaps({ name }: TradingSymbol): Promise<MarketGap[]> {
    return listGapsOf(await windows.load(), name)
  }

  async function getFreeze(): Promise<MarketFreeze | null> {
    await windows.catchUp()
    const sinceMs = await windows.findUnknownEpoch()
    return sinceMs <= getNow() ? { sinceMs } : null
  }

  async function listShortCandles(symbol: TradingSymbol, seconds: CandleSeconds, beforeMs: number, limit: number) {
    const gaps = await listGaps(symbol)
    const untilMs = Math.min(Math.ceil(beforeMs / (seconds * 1000)) * seconds * 1000, getNow() + stepMs)
    let candles: Candle[] = []
    let startMs = getWindowStart(untilMs - 1)
    while (candles.length < limit && startMs > 0) {
      const window = await windows.findWindow(symbol, startMs)
      if (window !== null)
        candles = [...buildCandles(listOpenPrices(symbol, gaps, window, untilMs), seconds), ...candles]
      startMs = findEarlierWindow(symbol, gaps, startMs)
    }
    return candles.slice(-limit)
  }

  async function listLongCandles(symbol: TradingSymbol, seconds: CandleSeconds, beforeMs: number, limit: number) {
    const gaps = await listGaps(symbol)
    const recorded = await store.listCandles(symbol.name, seconds, beforeMs, limit)
    const untilMs = Math.min(Math.ceil(beforeMs / (seconds * 1000)) * seconds * 1000, getNow() + stepMs)
    const candles = [...recorded.candles]
    let startMs = recorded.recordedUntilMs ?? getWindowStart(getStart((await windows.load()).origin, symbol.name).atMs)
    for (; startMs < untilMs; startMs += windowMs) {
      const window = await windows.findWindow(symbol, startMs)
      if (window !== null) candles.push(...buildCandles(listOpenPrices(symbol, gaps, window, untilMs), 60))
    }
    return mergeCandles(candles, seconds).slice(-limit)
  }

  /** Lists candles from before the market began. The last one can be the first part of a period in which the market began. */
  async function listHistory(symbol: TradingSymbol, seconds: CandleSeconds, lastMs: number, limit: number) {
    // A step of the history is longer than these candles.
    if (seconds * 1000 < historyStepMs) return []
    const { origin } = await windows.load()
    history ??= createWalkHistory(origin)
    const { atMs: beganMs } = getStart(origin, symbol.name)
    const firstMs = beganMs - historyDays * dayMs
    let candles: Candle[] = []
    let startMs = Math.min(lastMs, beganMs - 1)
    for (startMs -= startMs % dayMs; startMs >= firstMs && candles.length < limit; startMs -= dayMs) {
      const ofDay = history.listDayCandles(symbol, startMs, seconds)
      candles = [...ofDay.filter((candle) => candle.startMs <= lastMs), ...candles]
      await yieldToRequests()
    }
    return candles.slice(-limit)
  }

  async function proveQuotes(name: string, times: readonly number[]): Promise<PriceProof | null> {
    const symbol = findSymbol(name)
    const [firstMs] = times
    const lastMs = times.at(-1)
    if (symbol === undefined || firstMs === undefined || lastMs === undefined || lastMs > getNow()) return null
    const prices = await Promise.all(times.map((atMs) => findQuote(symbol, atMs)))
    const from = await windows.findState(symbol, getEpochStart(firstMs))
    if (from === null || prices.includes(null)) return null
    const points = prices.flatMap((quote) => (quote === null ? [] : [{ atMs: quote.atMs, points: quote.points }]))
    return buildProof(from, lastMs, { prices: points, to: null })
  }

  async function proveWindow(name: string, startMs: number): Promise<PriceProof | null> {
    const symbol = findSymbol(name)
    if (symbol === undefined) return null
    const [from, to] = await Promise.all([
      windows.findState(symbol, startMs),
      store.findState(name, startMs + windowMs),
    ])
    return from === null || to === null ? null : buildProof(from, startMs + windowMs - 1, { prices: [], to })
  }

  async function buildProof(
    from: WalkState,
    lastMs: number,
    proven: Pick<PriceProof, 'prices' | 'to'>,
  ): Promise<PriceProof | null> {
    const { origin } = await windows.load()
    const seeds: PublishedSeed[] = []
    for (let startMs = getWindowStart(from.epochStartMs); startMs <= lastMs; startMs += windowMs) {
      const found = windows.days.findSeed(origin, startMs)
      if (found === null) return null
      seeds.push(toPublishedSeed(found.windowStartMs, found.seed, found.path))
    }
    const { chain } = origin
    const rounds = await store.readRounds(getEpochRound(chain, from.epochStartMs), getEpochRound(chain, lastMs))
    return { version: walkVersion, from, seeds, rounds, ...proven }
  }

  function scheduleTick(): void {
    if (isStopped) return
    timer = setTimeout(() => void runTick().then(scheduleTick), stepMs - (clock.now().getTime() % stepMs))
    timer.unref()
  }

  /** Starts both parts of a tick. Recording waits for the beacon, so prices do not wait for it. */
  function runTick(): Promise<void> {
    recording ??= guard('record', recorder.tick).finally(() => {
      recording = null
    })
    ticking = guard('tick', emitQuotes)
    return ticking
  }

  async function guard(what: keyof typeof failing, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      failing[what] = false
    } catch (error) {
      if (!failing[what]) onError(error)
      failing[what] = true
    }
  }

  async function emitQuotes(): Promise<void> {
    await windows.catchUp()
    const atMs = getNow()
    if (atMs <= lastTickMs) return
    const found = await Promise.all(symbols.map((symbol) => findQuote(symbol, atMs)))
    const quotes = found.filter((quote) => quote !== null)
    if (quotes.length === 0) return
    lastTickMs = atMs
    for (const listener of listeners) listener(quotes)
  }
}

/** Finds the start of the latest five minutes before in which the symbol was traded. */
function findEarlierWindow({ hours }: TradingSymbol, gaps: readonly MarketGap[], startMs: number): number {
  let earlierMs = startMs - windowMs
  while (!getMarketState(hours, earlierMs).isOpen) earlierMs -= windowMs
  const gap = gaps.find(({ fromMs, toMs }) => fromMs <= earlierMs && earlierMs + windowMs <= toMs)
  return gap === undefined ? earlierMs : getWindowStart(gap.fromMs)
}
