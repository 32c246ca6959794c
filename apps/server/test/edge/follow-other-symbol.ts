import { createSealedPath } from './sealed-walk.ts'
import { cash, computeProfit, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { getSymbol, stepsPerDay, stepsPerMinute } from './walk.ts'

/** Buys EUR/USD for a minute in the direction of the last minute of GBP/USD. @param lags EUR/USD has the moves of GBP/USD of a minute before */
function playOtherSymbol({ seed, runs }: Game, days: number, lags: boolean): Gain {
  const [leader, follower] = [getSymbol('GBPUSD'), getSymbol('EURUSD')]
  const gains: number[] = []
  for (let day = 0; day < days * runs; day += 1) {
    const [led, own] = [createSealedPath(leader, seed, day), createSealedPath(follower, seed, day)]
    for (let step = 2 * stepsPerMinute; step + stepsPerMinute < stepsPerDay; step += stepsPerMinute) {
      const move = led.getPrice(step) - led.getPrice(step - stepsPerMinute)
      if (move === 0) continue
      const direction = move > 0 ? 'up' : 'down'
      const [opened, closes] = lags
        ? [led.getPrice(step - stepsPerMinute), [led.getPrice(step)]]
        : [own.getPrice(step), own.listCloses(step, stepsPerMinute)]
      const profits = closes.map((closed) => computeProfit(follower, direction, opened, closed))
      gains.push(profits.reduce((sum, profit) => sum + profit, 0) / profits.length)
    }
  }
  return summarizeGains(gains)
}

export const followOtherSymbol: Strategy = {
  name: 'buys EUR/USD in the direction in which GBP/USD has just moved',
  per: 'stake',
  kind: cash,
  play: (game) => playOtherSymbol(game, 3, false),
  planted: { fault: 'EUR/USD followed GBP/USD a minute later', play: (game) => playOtherSymbol(game, 2, true) },
}
