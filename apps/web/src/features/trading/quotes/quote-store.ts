import type { MarketSymbol, Quote } from '@tradefront/contract/trading'
import { maxWatchedSymbols } from '@tradefront/contract/live'
import { isPriceCoarse, maxQuoteAgeMs } from '@tradefront/rules/trading/purchase-rules'
import { toPoints } from '@tradefront/rules/trading/symbols'
import { useCallback, useEffect, useSyncExternalStore } from 'react'

import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { setWatchedSymbols, subscribeToLiveStatus, getLiveStatus } from '../../../platform/realtime/live-connection.ts'

/** `isStale`: no quote has come for `maxQuoteAgeMs`, so the price is not shown as current and nothing can be bought. */
export type LiveQuote = { readonly price: number; readonly atMs: number; readonly isStale: boolean }

const quotes = new Map<string, LiveQuote & { readonly arrivedMs: number }>()
const listeners = new Map<string, Set<() => void>>()
/** Number of parts of the screen that show each symbol. */
const watchers = new Map<string, number>()
let stop: (() => void) | null = null
let isSendScheduled = false

/** Watches symbols until the returned function is called. The server sends quotes of watched symbols only. */
function watchSymbols(symbols: readonly string[]): () => void {
  for (const symbol of symbols) watchers.set(symbol, (watchers.get(symbol) ?? 0) + 1)
  scheduleWatchRequest()
  return () => {
    for (const symbol of symbols) {
      const left = (watchers.get(symbol) ?? 0) - 1
      if (left > 0) watchers.set(symbol, left)
      else watchers.delete(symbol)
    }
    scheduleWatchRequest()
  }
}

/** Calls the listener with each new quote, and when the latest becomes stale. */
export function subscribeToQuote(symbol: string, listener: () => void): () => void {
  const all = listeners.get(symbol) ?? new Set()
  listeners.set(symbol, all.add(listener))
  return () => void all.delete(listener)
}

/** Returns the latest quote. Null before the first one. */
export function getQuote(symbol: string): LiveQuote | null {
  return quotes.get(symbol) ?? null
}

export function useQuote(symbol: string): LiveQuote | null {
  const subscribe = useCallback((listener: () => void) => subscribeToQuote(symbol, listener), [symbol])
  return useSyncExternalStore(subscribe, () => getQuote(symbol))
}

/** Returns the state of a quote, which changes seldom, unlike the quote itself. */
export function useQuoteState(symbol: string): 'none' | 'current' | 'stale' {
  const subscribe = useCallback((listener: () => void) => subscribeToQuote(symbol, listener), [symbol])
  return useSyncExternalStore(subscribe, () => {
    const quote = getQuote(symbol)
    return quote === null ? 'none' : quote.isStale ? 'stale' : 'current'
  })
}

/** Returns whether the points of the price are too large for its moves. The server checks the same. */
export function useIsPriceCoarse({ name, digits, payout, ...moves }: MarketSymbol): boolean {
  const subscribe = useCallback((listener: () => void) => subscribeToQuote(name, listener), [name])
  return useSyncExternalStore(subscribe, () => {
    const quote = getQuote(name)
    if (quote === null) return false
    const state = { points: toPoints(quote.price, digits), atMs: quote.atMs, ...moves }
    return isPriceCoarse(state, Math.round(payout * 100))
  })
}

export function useWatchedSymbols(symbols: readonly string[]): void {
  const list = symbols.join()
  useEffect(() => watchSymbols(list === '' ? [] : list.split(',')), [list])
}

/** Sends one message for all changes of one render. */
function scheduleWatchRequest(): void {
  if (isSendScheduled) return
  isSendScheduled = true
  queueMicrotask(() => {
    isSendScheduled = false
    // Symbols of charts come first. They are sorted, because the server makes one frame for all browsers with the same list.
    const symbols = [...watchers.keys()].slice(0, maxWatchedSymbols).toSorted()
    setWatchedSymbols(symbols)
    for (const symbol of quotes.keys()) if (!watchers.has(symbol)) quotes.delete(symbol)
    if (symbols.length > 0) stop ??= start()
    else {
      stop?.()
      stop = null
    }
  })
}

function start(): () => void {
  const timer = setInterval(markStale, maxQuoteAgeMs / 4)
  const stopQuotes = eventBus.on('quotes', ({ quotes: arrived }) => arrived.forEach(storeQuote))
  const stopStatus = subscribeToLiveStatus(markStale)
  return () => {
    clearInterval(timer)
    stopQuotes()
    stopStatus()
  }
}

function storeQuote({ symbol, price, atMs }: Quote): void {
  const last = quotes.get(symbol)
  // A second server can be a moment behind.
  if (!watchers.has(symbol) || (last !== undefined && last.atMs > atMs)) return
  quotes.set(symbol, { price, atMs, isStale: false, arrivedMs: performance.now() })
  notify(symbol)
}

/** Marks all quotes as stale, at once when the connection is lost. */
function markStale(): void {
  const latestMs = getLiveStatus() === 'up' ? performance.now() - maxQuoteAgeMs : Infinity
  for (const [symbol, quote] of quotes) {
    if (quote.isStale || quote.arrivedMs > latestMs) continue
    quotes.set(symbol, { ...quote, isStale: true })
    notify(symbol)
  }
}

function notify(symbol: string): void {
  for (const listener of listeners.get(symbol) ?? []) listener()
}
