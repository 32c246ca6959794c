import { stepMs } from '@tradefront/rules/trading/closing-price'

import { dayMs } from '../../src/platform/clock.ts'
import { cash, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { openDesk, type TradingDesk } from './trading-desk.ts'
import { getSymbol } from './walk.ts'

/** A Friday, on which all these markets close. */
const fridayMs = Date.parse('2026-11-20T00:00:00Z')
const closes = [
  ['JP225', '06:00'],
  ['DE40', '15:30'],
  ['US500', '20:00'],
  ['EURUSD', '21:00'],
  ['XAUUSD', '21:00'],
] as const
const expiry = 900
/** Time before the expiry of a sale just before the last one. */
const soldBeforeMs = 5001

/**
 * Buys Up and Down so that they expire as late in the session as is possible, sells the one that has gained just before the end, and keeps
 * the other one, which would be void without a closing price.
 * @param isChecked with the rule of purchases; else only the expiry is in the session
 */
async function playPairs({ seed, runs }: Game, pairs: number, isChecked: boolean): Promise<Gain> {
  const gains: number[] = []
  for (let index = 0; index < pairs * runs; index += 1) {
    const [name, time] = closes[index % closes.length] ?? closes[0]
    const closeMs = fridayMs + Math.floor(index / closes.length) * 7 * dayMs + Date.parse(`1970-01-01T${time}:00Z`)
    const gain = await playPair(openDesk(`${seed}/${index}`, closeMs - expiry * 1000 - 1000), name, closeMs, isChecked)
    if (gain !== null) gains.push(gain)
  }
  return summarizeGains(gains)
}

async function playPair(desk: TradingDesk, name: string, closeMs: number, isChecked: boolean): Promise<number | null> {
  const symbol = getSymbol(name)
  const isOpenAtExpiry: Parameters<TradingDesk['buy']>[3] = (feed, _nowMs, expiresAtMs) =>
    feed.getMarketState(name, expiresAtMs)?.isOpen === true
  const rule = isChecked ? undefined : isOpenAtExpiry
  // This is the last moment at which both are accepted.
  for (const beforeMs of [1, stepMs]) {
    desk.clock.set(new Date(closeMs - beforeMs - expiry * 1000))
    const up = await desk.buy(symbol, 'up', expiry, rule)
    const down = await desk.buy(symbol, 'down', expiry, rule)
    if (up === null || down === null) continue
    desk.clock.set(new Date(up.expiresAt.getTime() - soldBeforeMs))
    const values = [(await desk.sell(up)) ?? 0, (await desk.sell(down)) ?? 0] as const
    const [sold, kept] = values[0] > values[1] ? [values[0], down] : [values[1], up]
    return (sold + (await desk.close(kept))) / 2 - 1
  }
  return null
}

export const sessionEndPairs: Strategy = {
  name: 'buys Up and Down in the last 200 ms of a session and sells the one that has gained',
  per: 'stake',
  kind: cash,
  play: (game) => playPairs(game, 300, true),
  planted: { fault: 'the market had to be open only at the expiry', play: (game) => playPairs(game, 200, false) },
}
