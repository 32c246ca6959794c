import type { PriceCandle, Trade } from '@tradefront/contract/trading'
import type { CandleSeconds } from '@tradefront/rules/trading/candles'
import type { FillMode } from '@tradefront/rules/trading/options'
import { findSymbol } from '@tradefront/rules/trading/symbols'
import { useSyncExternalStore } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { createStore } from '../../../platform/create-store.ts'
import { loadPastQuotes } from '../api.ts'
import { type CandleFeed, type CandleListener, createChartCandles } from '../chart/chart-candles.ts'
import { loadCandlesBefore } from './load-candles-before.ts'
import { findKnownUntil, findOpenWindow, getWindowStart, listQuotesBetween, type QuoteWindow } from './quote-windows.ts'
import { advanceTime, type ReplaySpeed } from './replay-time.ts'
import { addTrade, advanceTrades, createReplayTrade, listEnded, type ReplayOrder } from './replay-trades.ts'

/** Symbol and candles of a replay, and the time from which it plays. */
export type ReplayView = { readonly symbol: string; readonly seconds: CandleSeconds; readonly atMs: number }

/**
 * `loading`: prices are on their way. `failed`: they did not come, and are loaded again. `refused`: the server has none. `ended`: there are
 * no later ones yet.
 */
export type ReplayPhase = 'loading' | 'ready' | 'failed' | 'refused' | 'ended'

export type ReplayState = ReplayView & {
  readonly phase: ReplayPhase
  /** Refusal of the server. `firstAtMs`: the server has no earlier price. */
  readonly refusal: { readonly message: string; readonly firstAtMs: number | null } | null
  /** Null before the first price. */
  readonly price: number | null
  readonly isPlaying: boolean
  readonly speed: ReplaySpeed
  readonly trades: readonly Trade[]
}

export type ReplayPlayer = ReturnType<typeof createReplayPlayer>

const retryMs = 3000
/** Prices are loaded this long before they are needed, in real time. */
const leadMs = 4000
/** Prices are loaded at least this long before they are needed, in time of the replay. */
const minLeadMs = 60_000
/** The latest five minutes are read again after this time, because they can have more prices. */
const latestAgeMs = 2000
/** Prices of this last time are not asked for, because the clock of this page differs a little from the server's. */
const clockMarginMs = 1000
/** Prices within this time of the replay are kept. */
const keptMs = 7_200_000

/** If there are no prices at the requested time, this much is shown before the start, and left to play after it. */
const [shownBeforeMs, leftAfterMs] = [1_800_000, 300_000]

/**
 * Plays past quotes: advances the time with each frame, and continues the candles and trades by each quote.
 * @param options.isTimeChosen false: without prices at that time, it starts soon after the first ones
 */
export function createReplayPlayer(view: ReplayView, fill: FillMode, options: { readonly isTimeChosen: boolean }) {
  const store = createStore<ReplayState>({
    ...view,
    phase: 'loading',
    refusal: null,
    price: null,
    isPlaying: false,
    speed: 1,
    trades: [],
  })
  const windows = new Map<number, QuoteWindow>()
  let abort = new AbortController()
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let hasFailed = false
  let { isTimeChosen } = options
  let chart: CandleListener | null = null
  /** Candles of the chart. Null: they are being loaded. */
  let shown: readonly PriceCandle[] | null = null
  let candles: ReturnType<typeof createChartCandles> | null = null

  const change = (part: Partial<ReplayState>): void => store.set({ ...store.get(), ...part })
  const pass = (name: 'onReset' | 'onUpdate' | 'onHistory') => (list: readonly PriceCandle[]) => {
    shown = list
    chart?.[name](list)
  }
  const listener = { onReset: pass('onReset'), onUpdate: pass('onUpdate'), onHistory: pass('onHistory') }

  return {
    get: store.get,
    subscribe: store.subscribe,
    load,
    advance,

    stop(): void {
      abort.abort()
      clearTimeout(retryTimer)
    },

    /** Shows another symbol, time frame or time. Open trades are removed if the symbol or the time changes. */
    show(next: Partial<ReplayView>): void {
      const { symbol, atMs, trades } = store.get()
      isTimeChosen ||= next.atMs !== undefined
      const isOther = next.symbol !== undefined && next.symbol !== symbol
      if (isOther) windows.clear()
      const isSame = !isOther && (next.atMs === undefined || next.atMs === atMs)
      change({ ...next, trades: isSame ? trades : listEnded(trades) })
      load()
    },

    setPlaying(isPlaying: boolean): void {
      const { phase } = store.get()
      if (phase !== 'refused') change({ isPlaying, phase: shown === null ? phase : 'ready' })
    },

    setSpeed: (speed: ReplaySpeed): void => change({ speed }),

    order(order: ReplayOrder): void {
      const { trades, atMs } = store.get()
      change({ trades: addTrade(trades, createReplayTrade(order, fill, atMs)) })
    },

    /** Starts candles for the chart, which has the symbol and time frame of the replay. */
    startFeed(_symbol: string, _seconds: CandleSeconds, next: CandleListener): CandleFeed {
      chart = next
      if (shown !== null) next.onReset(shown)
      return {
        getNow: () => store.get().atMs,
        loadHistory: async () => candles?.loadHistory(),
        stop: () => {
          if (chart === next) chart = null
        },
      }
    },
  }

  /** Loads the candles at the time of the replay. */
  function load(): void {
    abort.abort()
    abort = new AbortController()
    clearTimeout(retryTimer)
    retryTimer = undefined
    shown = null
    candles = null
    change({ atMs: Math.min(store.get().atMs, getLatestMs()), phase: 'loading', refusal: null, price: null })
    void start(abort.signal)
  }

  function start(signal: AbortSignal): Promise<void> {
    return attempt(start, signal, async () => {
      const { symbol, seconds, atMs } = store.get()
      const startMs = getWindowStart(atMs)
      const isKnown = findKnownUntil(windows, atMs) >= atMs
      const [older, isRead] = await Promise.all([
        loadCandlesBefore(symbol, seconds, atMs, signal),
        isKnown || readWindow(startMs, signal),
      ])
      if (signal.aborted || !isRead) return
      const quotes = listQuotesBetween(windows, startMs - 1, atMs)
      candles = createChartCandles(symbol, seconds, listener, signal)
      candles.reset(older)
      candles.addQuotes(quotes)
      change({ phase: 'ready', price: quotes.at(-1)?.price ?? older.at(-1)?.close ?? null })
      void readAhead(signal)
    })
  }

  /**
   * Advances the replay.
   * @param frameMs time since the frame before
   */
  function advance(frameMs: number): void {
    const { atMs, speed, isPlaying, phase, ...before } = store.get()
    if (!isPlaying || phase === 'refused' || shown === null) return
    const untilMs = Math.min(findKnownUntil(windows, atMs), getLatestMs())
    const nextMs = advanceTime(atMs, frameMs, speed, untilMs)
    const quotes = listQuotesBetween(windows, atMs, nextMs)
    candles?.addQuotes(quotes)
    const digits = findSymbol(before.symbol)?.digits ?? 0
    const isWaiting = nextMs >= untilMs
    const isEnded = isWaiting && !canReadMore(nextMs)
    change({
      atMs: nextMs,
      trades: advanceTrades(before.trades, quotes, nextMs, { fill, digits }),
      price: quotes.at(-1)?.price ?? before.price,
      isPlaying: !isEnded,
      phase: isEnded ? 'ended' : !isWaiting ? 'ready' : hasFailed ? 'failed' : 'loading',
    })
    void readAhead(abort.signal)
  }

  /** Returns whether later quotes than the loaded ones can be read now. */
  function canReadMore(atMs: number): boolean {
    const startMs = findOpenWindow(windows, atMs)
    const window = windows.get(startMs)
    return window === undefined ? startMs <= getLatestMs() : getLatestMs() - window.readAtMs > latestAgeMs
  }

  /** Reads one window after the other. */
  async function readAhead(signal: AbortSignal): Promise<void> {
    if (isReading || retryTimer !== undefined) return
    isReading = true
    await attempt(readAhead, signal, async () => {
      for (let startMs = findNext(); startMs !== null; startMs = findNext())
        if (!(await readWindow(startMs, signal))) return
    })
    isReading = false
  }

  /** Returns the start of the window to read next. An incomplete one is read again when the replay has reached its last quote. */
  function findNext(): number | null {
    const { atMs, speed, phase } = store.get()
    if (phase === 'refused') return null
    const startMs = findOpenWindow(windows, atMs)
    if (windows.has(startMs)) return findKnownUntil(windows, atMs) <= atMs && canReadMore(atMs) ? startMs : null
    return startMs <= Math.min(getLatestMs(), atMs + Math.max(minLeadMs, leadMs * speed)) ? startMs : null
  }

  /**
   * Reads the prices of five minutes.
   * @returns false if they are no longer wanted, or if the server refuses
   */
  async function readWindow(startMs: number, signal: AbortSignal): Promise<boolean> {
    const readAtMs = getLatestMs()
    const reply = await loadPastQuotes(store.get().symbol, startMs, signal)
    if (signal.aborted) return false
    if ('message' in reply) {
      // While it reads ahead, a refusal only means that clocks differ, so it asks again a little later.
      if (shown !== null) throw new Error(reply.message)
      if (!isTimeChosen && reply.firstAtMs !== null) {
        isTimeChosen = true
        const wanted = Math.min(reply.firstAtMs + shownBeforeMs, getLatestMs() - leftAfterMs)
        change({ atMs: Math.max(reply.firstAtMs, wanted) })
        load()
        return false
      }
      listener.onReset([])
      change({ phase: 'refused', refusal: reply, isPlaying: false })
      return false
    }
    windows.set(startMs, { startMs, readAtMs, ...reply })
    const { atMs } = store.get()
    for (const each of windows.keys()) if (Math.abs(each - atMs) > keptMs) windows.delete(each)
    return true
  }

  async function attempt(
    again: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work()
      hasFailed = false
    } catch {
      if (signal.aborted) return
      hasFailed = true
      if (shown === null) change({ phase: 'failed' })
      retryTimer = setTimeout(() => {
        retryTimer = undefined
        void again(signal)
      }, retryMs)
    }
  }
}

function getLatestMs(): number {
  return serverNow() - clockMarginMs
}

/**
 * Returns a part of the state, and renders again when it changes.
 * @param select returns a part of the state, or a primitive value
 */
export function useReplay<Value>(player: ReplayPlayer, select: (state: ReplayState) => Value): Value {
  return useSyncExternalStore(player.subscribe, () => select(player.get()))
}
