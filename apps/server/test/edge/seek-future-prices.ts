import { stepMs } from '@tradefront/rules/trading/closing-price'

import type { MarketFeed } from '../../src/gateways/market/market-feed.ts'
import { cash, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { openMarket } from './sealed-market.ts'
import { createDesk } from './trading-desk.ts'
import { getSymbol } from './walk.ts'

const startMs = Date.parse('2026-11-18T10:00:00Z')
const expiry = 30
const everyMs = 42_000
const laterMs = 31_000

/**
 * Asks a server in each way for prices after the present one, in the last millisecond of a step. Bets on what it finds, and on Up and Down in
 * equal parts if it finds nothing.
 * @param aheadMs of the clocks of that server and its beacon
 */
async function playFuturePrices({ seed, runs }: Game, chances: number, aheadMs: number): Promise<Gain> {
  const symbol = getSymbol('BTCUSD')
  const market = openMarket(`future/${seed}`, startMs)
  const desk = createDesk(market.openFeed(market.clock), market.clock)
  const ahead = openMarket(`future/${seed}`, startMs)
  const asked = ahead.openFeed(ahead.clock)
  const gains: number[] = []
  for (let index = 0; index < chances * runs; index += 1) {
    const nowMs = startMs + index * everyMs + 199
    await market.passTo(nowMs)
    await ahead.passTo(nowMs + aheadMs)
    const known = await findLatest(asked, symbol.name, nowMs)
    const up = await desk.buy(symbol, 'up', expiry)
    const down = await desk.buy(symbol, 'down', expiry)
    if (up === null || down === null) continue
    await market.passTo(up.expiresAt.getTime() + stepMs)
    const [wonUp, wonDown] = [await desk.close(up), await desk.close(down)]
    const part = known === null || known === up.shownPoints ? 0.5 : known > up.shownPoints ? 1 : 0
    gains.push(part * wonUp + (1 - part) * wonDown - 1)
  }
  return summarizeGains(gains)
}

/** Finds the latest price. Returns null if nothing is newer than the present price. */
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
  play: (game) => playFuturePrices(game, 60, 0),
  planted: {
    fault: 'the clocks of another server and of its beacon were half a minute ahead',
    play: (game) => playFuturePrices(game, 60, laterMs),
  },
}
