import type { MarketFeed } from '../../src/gateways/market/market-feed.ts'
import { createManualClock } from '../../src/platform/clock.ts'
import { cash, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { createOrigin, openDesk, openFeed } from './trading-desk.ts'
import { getSymbol } from './walk.ts'

const startMs = Date.parse('2026-11-18T10:00:00Z')
const expiry = 30
const laterMs = 31_000

/**
 * Asks a server in each way for prices after the present one, in the last millisecond of a step. Bets on what it finds, and on Up and Down in
 * equal parts if it finds nothing.
 * @param aheadMs of that server's clock
 */
async function playFuturePrices({ seed, runs }: Game, chances: number, aheadMs: number): Promise<Gain> {
  const symbol = getSymbol('EURUSD')
  const gains: number[] = []
  for (let index = 0; index < chances * runs; index += 1) {
    const nowMs = startMs + (index % 40) * 600_000 + 199
    const desk = openDesk(`${seed}/${index}`, nowMs)
    const asked = openFeed(createOrigin(`${seed}/${index}`, nowMs), createManualClock(new Date(nowMs + aheadMs)))
    const known = await findLatest(asked, symbol.name, nowMs)
    const up = await desk.buy(symbol, 'up', expiry)
    const down = await desk.buy(symbol, 'down', expiry)
    if (up === null || down === null) continue
    const [wonUp, wonDown] = [await desk.close(up), await desk.close(down)]
    const part = known === null || known === up.strikePoints ? 0.5 : known > up.strikePoints ? 1 : 0
    gains.push(part * wonUp + (1 - part) * wonDown - 1)
  }
  return summarizeGains(gains)
}

/** Null: nothing is newer than the present price. */
async function findLatest(feed: MarketFeed, name: string, nowMs: number): Promise<number | null> {
  const quotes = await feed.listQuotes(name, nowMs, nowMs + laterMs)
  const first = await feed.findFirstQuote(name, nowMs + 1, nowMs + laterMs)
  const candles = await feed.listCandles(name, 1, nowMs + laterMs, 1)
  const candle = candles.find(({ startMs: at }) => at > nowMs)
  return quotes.at(-1)?.points ?? first?.points ?? candle?.close ?? null
}

export const seekFuturePrices: Strategy = {
  name: 'asks in each way for prices after the present one, in the last millisecond of a step',
  per: 'stake',
  kind: cash,
  play: (game) => playFuturePrices(game, 200, 0),
  planted: { fault: 'the clock of another server were 5 s ahead', play: (game) => playFuturePrices(game, 600, 5000) },
}
