import { minuteWalkBytes, minutesPerDay } from '@tradefront/rules/trading/simulated-prices'
import { toPoints } from '@tradefront/rules/trading/symbols'

import { byteSumWalk } from './byte-sum-walk.ts'
import { randomBytes } from './seeded-bytes.ts'
import { cash, computeProfit, type Gain, type Game, type Strategy, summarizeGroups } from './strategy.ts'
import { getMinuteDeviation, getSymbol, productWalk, type Walk } from './walk.ts'

/** In standard deviations of a minute. */
const leastMove = 1.95
const bridgeCells = 400
const mostBridge = 2.5

/**
 * An option of 30 s that ends with the minute. Half of the minute's change and the bridge to it were seen at second 30. The change is that of
 * minutes of the walk; the bridge is a sum of 300 deviates, so it is normal, with half a deviation: each change is played with all bridges.
 */
function playFadedMoves({ seed, runs }: Game, days: number, walk: Walk = productWalk): Gain {
  const symbol = getSymbol('BTCUSD')
  const start = toPoints(symbol.simulated.start, symbol.digits)
  const deviation = start * getMinuteDeviation(symbol)
  const played = Array.from({ length: days * runs }, (_, day) => {
    const { sums, scale } = walk.buildDayPath(symbol, start, randomBytes(`${seed}/${day}`, minuteWalkBytes))
    let [sum, count] = [0, 0]
    for (let minute = 0; minute < minutesPerDay; minute += 1) {
      const change = ((sums[minute + 1] ?? 0) - (sums[minute] ?? 0)) * scale * start
      for (let cell = 0; cell <= bridgeCells; cell += 1) {
        const bridge = mostBridge * (cell / bridgeCells - 0.5) * 2
        const move = change / 2 + bridge * deviation
        if (Math.abs(move) < leastMove * deviation) continue
        const direction = move > 0 ? 'down' : 'up'
        const weight = Math.exp(-2 * bridge ** 2)
        count += weight
        sum += weight * computeProfit(symbol, direction, Math.round(start + move), Math.round(start + change))
      }
    }
    return { sum, count }
  })
  return summarizeGroups(played)
}

export const fadeMoves: Strategy = {
  name: 'bets for 30 s against moves of two deviations in half a minute',
  per: 'stake',
  kind: cash,
  play: (game) => playFadedMoves(game, 75),
  planted: {
    fault: 'deviates are sums of four bytes, which end at 3.45',
    play: (game) => playFadedMoves(game, 60, byteSumWalk),
  },
}
