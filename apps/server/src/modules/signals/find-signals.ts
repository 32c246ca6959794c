import { findCrossing, signalCandles, signalCandleSeconds } from '@tradefront/rules/signals/crossings'
import { freshSignalMs } from '@tradefront/rules/signals/outcome'
import { symbols, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { insertSignal, type NewSignal, toSignalFacts } from './signal-store.ts'

const candleMs = signalCandleSeconds * 1000
/** How long after the end of a candle its price is looked for. */
export const maxQuoteDelayMs = minuteMs
/** After its start, a server looks for the signals of this many candles: a day. */
const caughtUpCandles = 288

/** Looks at each closed candle once. Servers find the same signals, and the first one stores and pushes them. */
export function createFindSignals({ db, clock, market: feed, live, onError }: AppContext) {
  /** End of the latest candle that was looked at. */
  const examined = new Map<string, number>()

  return async (): Promise<void> => {
    const nowMs = clock.now().getTime()
    const endMs = nowMs - (nowMs % candleMs)
    for (const symbol of symbols) {
      const examinedMs = Math.max(examined.get(symbol.name) ?? 0, endMs - caughtUpCandles * candleMs)
      if (examinedMs >= endMs) continue
      try {
        if (await examine(symbol, examinedMs, endMs)) examined.set(symbol.name, endMs)
      } catch (error) {
        // The other symbols continue; this one is tried again.
        onError(error)
      }
    }
  }

  /** Returns false if the last candle can still change, because prices of a market arrive late. */
  async function examine(symbol: TradingSymbol, fromMs: number, untilMs: number): Promise<boolean> {
    if ((await findPrice(symbol, untilMs)) === undefined) return false
    const limit = signalCandles + (untilMs - fromMs) / candleMs
    const candles = await feed.listCandles(symbol.name, signalCandleSeconds, untilMs, limit)
    for (const [index, { startMs }] of candles.entries()) {
      const at = startMs + candleMs
      if (at <= fromMs) continue
      const window = candles.slice(Math.max(0, index + 1 - signalCandles), index + 1)
      const direction = findCrossing(window.map(({ close }) => close))
      if (direction === null) continue
      const price = await findPrice(symbol, at)
      // Without a price, the market has closed: nothing could be traded.
      if (price)
        await storeSignal({
          symbol: symbol.name,
          direction,
          at: new Date(at),
          digits: symbol.digits,
          points: price.points,
        })
    }
    return true
  }

  async function storeSignal(signal: NewSignal): Promise<void> {
    const id = await insertSignal(db, signal)
    const isFresh = clock.now().getTime() - signal.at.getTime() <= freshSignalMs
    if (id !== null && isFresh) await live.publishToAll({ type: 'signal', signal: toSignalFacts(String(id), signal) })
  }

  function findPrice({ name }: TradingSymbol, atMs: number) {
    return feed.findFirstQuote(name, atMs, atMs + maxQuoteDelayMs)
  }
}
