import { createHmac } from 'node:crypto'

import { createManualClock, dayMs } from '../../src/platform/clock.ts'
import { cash, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { createOrigin, openDesk, openFeed } from './trading-desk.ts'
import { buildDay, getSymbol, productWalk, readDay } from './walk.ts'

const dayStartMs = Date.parse('2026-11-18T00:00:00Z')
const boughtAtMs = dayStartMs + dayMs - 30 * 60_000
const expiry = 300

/**
 * Half an hour before midnight, looks for the seed of the day in the list of published seeds, and computes the price at the expiry from it. Bets on
 * Up and Down in equal parts if the seed is not there.
 * @param earlyMs by how much too early seeds are published
 */
async function playSeeds({ seed, runs }: Game, days: number, earlyMs: number): Promise<Gain> {
  const symbol = getSymbol('BTCUSD')
  const gains: number[] = []
  for (let index = 0; index < days * runs; index += 1) {
    const desk = openDesk(`${seed}/${index}`, boughtAtMs)
    const clock = createManualClock(new Date(boughtAtMs))
    const list = openFeed(createOrigin(`${seed}/${index}`, boughtAtMs), clock)
    await list.announceDays()
    clock.advance(earlyMs)
    const published = (await list.listDays(1)).find(({ date }) => date === '2026-11-18')?.seed ?? null
    const start = await desk.feed.findDayStart(symbol.name, boughtAtMs)
    const up = await desk.buy(symbol, 'up', expiry)
    const down = await desk.buy(symbol, 'down', expiry)
    if (up === null || down === null || start === null) continue
    let part = 0.5
    if (published !== null) {
      const key = createHmac('sha256', published).update(symbol.name).digest()
      const day = buildDay(productWalk, symbol, start, readDay(key))
      part = day.getPrice((boughtAtMs + expiry * 1000 - dayStartMs) / 60_000) > up.strikePoints ? 1 : 0
    }
    gains.push(part * (await desk.close(up)) + (1 - part) * (await desk.close(down)) - 1)
  }
  return summarizeGains(gains)
}

export const readSeeds: Strategy = {
  name: 'computes prices from the seed of the day before the day is over',
  per: 'stake',
  kind: cash,
  play: (game) => playSeeds(game, 100, 0),
  planted: { fault: 'seeds were published an hour too early', play: (game) => playSeeds(game, 100, 3_600_000) },
}
