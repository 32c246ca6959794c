import { createSimulatedPrices } from '../../src/gateways/market/simulated-prices.ts'
import { dayMs } from '../../src/platform/clock.ts'
import { cash, computeProfit, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { createOrigin } from './trading-desk.ts'
import { getSymbol } from './walk.ts'

const startMs = Date.parse('2026-11-18T00:00:00Z')
const minuteMs = 60_000

/** Buys EUR/USD for a minute in the direction of the last minute of GBP/USD. @param lags EUR/USD has the prices of GBP/USD of a minute before */
function playOtherSymbol({ seed, runs }: Game, trades: number, lags: boolean): Gain {
  const prices = createSimulatedPrices(createOrigin(String(seed), startMs))
  const [leader, follower] = [getSymbol('GBPUSD'), getSymbol('EURUSD')]
  const getFollower = (atMs: number) =>
    lags ? prices.getPoints(leader, atMs - minuteMs) : prices.getPoints(follower, atMs)
  const gains: number[] = []
  for (let index = 0; index < trades * runs; index += 1) {
    const atMs = startMs + dayMs + index * minuteMs
    const move = prices.getPoints(leader, atMs) - prices.getPoints(leader, atMs - minuteMs)
    if (move === 0) continue
    gains.push(computeProfit(follower, move > 0 ? 'up' : 'down', getFollower(atMs), getFollower(atMs + minuteMs)))
  }
  return summarizeGains(gains)
}

export const followOtherSymbol: Strategy = {
  name: 'buys EUR/USD in the direction in which GBP/USD has just moved',
  per: 'stake',
  kind: cash,
  play: (game) => playOtherSymbol(game, 12_000, false),
  planted: { fault: 'EUR/USD followed GBP/USD a minute later', play: (game) => playOtherSymbol(game, 2000, true) },
}
