import { minutesPerDay } from '@tradefront/rules/trading/simulated-prices'

import { evenWalk } from './faulty-walks.ts'
import { cash, computeProfit, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { createDay, getMinuteDeviation, getSymbol, productWalk, type Walk } from './walk.ts'

/** Second 30: an option of 30 s ends with the minute. */
const decidedAt = 150
const learnedDays = 15
/** Part of the minutes in which the forecast is strongest. */
const playedPart = 0.25

type Minute = {
  readonly features: readonly number[]
  readonly opened: number
  readonly closed: number
  /** In standard deviations of a minute. */
  readonly rest: number
}

/** Learns how the rest of a minute depends on its shape and extremes, and bets on the strongest forecasts in other minutes. */
function playShapeRegression({ seed, runs }: Game, days: number, walk: Walk = productWalk): Gain {
  const symbol = getSymbol('EURUSD')
  const learned = Array.from({ length: learnedDays }, (_, day) => listMinutes(day)).flat()
  const weights = fitLeastSquares(
    learned.map(({ features }) => features),
    learned.map(({ rest }) => rest),
  )
  const getForecast = ({ features }: Minute) =>
    features.reduce((sum, feature, index) => sum + feature * (weights[index] ?? 0), 0)
  const strengths = learned.map((minute) => Math.abs(getForecast(minute))).toSorted((one, other) => other - one)
  const least = strengths[Math.floor(learned.length * playedPart)] ?? 0
  const profits = Array.from({ length: days * runs }, (_, day) =>
    listMinutes(learnedDays + day).flatMap((minute) => {
      const forecast = getForecast(minute)
      if (Math.abs(forecast) < least) return []
      return [computeProfit(symbol, forecast > 0 ? 'up' : 'down', minute.opened, minute.closed)]
    }),
  )
  return summarizeGains(profits.flat())

  function listMinutes(index: number): Minute[] {
    const day = createDay(walk, symbol, seed, index)
    const deviation = getMinuteDeviation(symbol) * day.startPoints
    const minutes: Minute[] = []
    let prices = day.getMinute(0)
    for (let minute = 0; minute + 1 < minutesPerDay; minute += 1) {
      const next = day.getMinute(minute + 1)
      const [opened, closed] = [prices[decidedAt] ?? 0, next[0] ?? 0]
      minutes.push({ features: describeShape(prices, deviation), opened, closed, rest: (closed - opened) / deviation })
      prices = next
    }
    return minutes
  }
}

export const regressShape: Strategy = {
  name: 'learns the rest of a minute from its shape and extremes',
  per: 'stake',
  kind: cash,
  play: (game) => playShapeRegression(game, 48),
  planted: { fault: 'deviates of minutes end at 1.73', play: (game) => playShapeRegression(game, 25, evenWalk) },
}

/** Odd functions of the path: its mirror image has the opposite ones. */
function describeShape(prices: Float64Array, deviation: number): number[] {
  const start = prices[0] ?? 0
  let [highest, lowest, square] = [0, 0, 0]
  for (let step = 1; step <= decidedAt; step += 1) {
    const move = ((prices[step] ?? 0) - start) / deviation
    if (move > highest) highest = move
    else if (move < lowest) lowest = move
    square += (((prices[step] ?? 0) - (prices[step - 1] ?? 0)) / deviation) ** 2
  }
  const move = ((prices[decidedAt] ?? 0) - start) / deviation
  const late = ((prices[decidedAt] ?? 0) - (prices[decidedAt - 50] ?? 0)) / deviation
  const middle = highest + lowest
  return [move, move ** 3, move ** 5, late, late ** 3, middle, middle ** 3, move * square]
}

/** Solves the normal equations by elimination. */
export function fitLeastSquares(rows: readonly (readonly number[])[], targets: readonly number[]): number[] {
  const size = rows[0]?.length ?? 0
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const [index, row] of rows.entries())
    for (let a = 0; a < size; a += 1) {
      const line = matrix[a]
      const own = row[a] ?? 0
      if (line === undefined) continue
      for (let b = 0; b < size; b += 1) line[b] = (line[b] ?? 0) + own * (row[b] ?? 0)
      line[size] = (line[size] ?? 0) + own * (targets[index] ?? 0)
    }
  for (const [pivot, line] of matrix.entries())
    for (const [index, other] of matrix.entries()) {
      if (index === pivot) continue
      const factor = (other[pivot] ?? 0) / (line[pivot] ?? 1)
      for (let column = pivot; column <= size; column += 1)
        other[column] = (other[column] ?? 0) - factor * (line[column] ?? 0)
    }
  return matrix.map((line, index) => (line[size] ?? 0) / (line[index] ?? 1))
}
