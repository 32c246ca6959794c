import { computeNormalProbability } from '@tradefront/rules/trading/sale-value'

import { byteSumWalk } from './byte-sum-walk.ts'
import { type CreatePath, createMinutePath, createSealedPath } from './sealed-walk.ts'
import { cash, computeProfit, type Gain, type Game, getPayout, type Strategy, summarizeGains } from './strategy.ts'
import { getMinuteDeviation, getSymbol, stepsPerDay, stepsPerMinute } from './walk.ts'

/** Sums of four bytes have this deviation, and lie between -510 and 510. */
const byteDeviation = 147.8
const mostChange = 510
/** Step of second 40: the option of 30 s ends 10 s after the minute. */
const decidedAt = 200
const optionSteps = 150
const everyMinutes = 2
/** Fractions of the trend that are tried, a power of two; more than the moves, so that the best is near one of them. */
const coarseFractions = 1024
/** A bet needs a chance this much above the least one that is worth it. */
const caution = 0.01
const usualError = 0.000_008

/**
 * Takes each step of a bitcoin minute for a whole number of units plus a constant trend: from the fractions of the prices seen in 40 s
 * follow the fraction of the trend, and from it the few changes that the minute can have.
 */
function playDecodedMinutes({ seed, runs }: Game, days: number, create: CreatePath): Gain {
  const symbol = getSymbol('BTCUSD')
  const unit = getMinuteDeviation(symbol) / byteDeviation
  const leastChance = 1 / (1 + getPayout(symbol)) + caution
  const gains: number[] = []
  for (let day = 0; day < days * runs; day += 1) {
    const path = create(symbol, seed, day)
    for (let start = 0; start + decidedAt + optionSteps < stepsPerDay; start += everyMinutes * stepsPerMinute) {
      const prices = Float64Array.from({ length: decidedAt + 1 }, (_, step) => path.getPrice(start + step))
      const chance = findChanceOfRise(prices, path.startPoints, unit)
      if (Math.max(chance, 1 - chance) < leastChance) continue
      const opened = path.getPrice(start + decidedAt)
      const profits = path
        .listCloses(start + decidedAt, optionSteps)
        .map((closed) => computeProfit(symbol, chance > 0.5 ? 'up' : 'down', opened, closed))
      gains.push(profits.reduce((sum, profit) => sum + profit, 0) / profits.length)
    }
  }
  return summarizeGains(gains)
}

export const decodeMinute: Strategy = {
  name: 'decodes the rest of a bitcoin minute from 40 s of prices',
  per: 'stake',
  kind: cash,
  play: (game) => playDecodedMinutes(game, 4, createSealedPath),
  planted: {
    fault: 'deviates are sums of four bytes, which are whole numbers',
    play: (game) => playDecodedMinutes(game, 6, createMinutePath(byteSumWalk)),
  },
}

function findChanceOfRise(prices: Float64Array, startPoints: number, unit: number): number {
  const toUnits = (points: number) => (points / startPoints - 1) / unit
  const rootOfSteps = Math.sqrt(stepsPerMinute)
  const start = Math.round(toUnits(prices[0] ?? 0))
  const moves = Array.from(prices.subarray(1, decidedAt + 1), (points) => rootOfSteps * (toUnits(points) - start))
  const error = (rootOfSteps * 0.5) / (startPoints * unit)
  const [low, high] = findTrend(moves, error)
  const now = toUnits(prices[decidedAt] ?? 0) - start
  const left = byteDeviation * Math.sqrt((stepsPerMinute - decidedAt) / stepsPerMinute)
  const after = byteDeviation * Math.sqrt((decidedAt + optionSteps - stepsPerMinute) / stepsPerMinute)
  let [total, rises] = [0, 0]
  for (let change = -mostChange; change <= mostChange; change += 1) {
    // The rest of the steps are whole numbers: so the trend times 300 has the fraction of the change times the root of 300.
    const place = rootOfSteps * change - stepsPerMinute * low
    if (place - Math.floor(place) > stepsPerMinute * (high - low)) continue
    const weight = Math.exp(-(((change - now) / left) ** 2) / 2)
    total += weight
    rises += weight * computeNormalProbability((change - now) / after)
  }
  return total === 0 ? 0.5 : rises / total
}

/**
 * Finds between which values the fraction of the trend of a step lies, if moves are whole numbers plus the trend, and known up to an error.
 */
function findTrend(moves: readonly number[], error: number): [number, number] {
  const trend = findFrequency(moves) / coarseFractions
  let [low, high] = [-Infinity, Infinity]
  for (const [index, move] of moves.entries()) {
    const step = index + 1
    const whole = Math.round(move - step * trend)
    low = Math.max(low, (move - whole - error) / step)
    high = Math.min(high, (move - whole + error) / step)
  }
  // If no trend agrees with all moves, the nearest one is returned with the usual precision.
  return low <= high ? [low, high] : [trend - usualError, trend + usualError]
}

/** Turns each move once around the circle for each unit, and finds the strongest frequency by a fast Fourier transform. */
function findFrequency(moves: readonly number[]): number {
  const real = new Float64Array(coarseFractions)
  const imaginary = new Float64Array(coarseFractions)
  for (const [index, move] of moves.entries()) {
    const place = reverseBits(index + 1)
    real[place] = Math.cos(2 * Math.PI * move)
    imaginary[place] = Math.sin(2 * Math.PI * move)
  }
  for (let half = 1; half < coarseFractions; half *= 2)
    for (let offset = 0; offset < half; offset += 1) {
      const angle = (offset * coarseFractions) / (2 * half)
      const [cosine, sine] = [cosines[angle] ?? 0, sines[angle] ?? 0]
      for (let at = offset; at < coarseFractions; at += 2 * half) {
        const [x, y] = [real[at + half] ?? 0, imaginary[at + half] ?? 0]
        const [turnedX, turnedY] = [x * cosine + y * sine, y * cosine - x * sine]
        const [ownX, ownY] = [real[at] ?? 0, imaginary[at] ?? 0]
        real[at + half] = ownX - turnedX
        imaginary[at + half] = ownY - turnedY
        real[at] = ownX + turnedX
        imaginary[at] = ownY + turnedY
      }
    }
  let [best, strongest] = [0, -1]
  for (let frequency = 0; frequency < coarseFractions; frequency += 1) {
    const strength = (real[frequency] ?? 0) ** 2 + (imaginary[frequency] ?? 0) ** 2
    if (strength > strongest) [best, strongest] = [frequency, strength]
  }
  return best
}

const cosines = Float64Array.from({ length: coarseFractions }, (_, index) =>
  Math.cos((2 * Math.PI * index) / coarseFractions),
)
const sines = Float64Array.from({ length: coarseFractions }, (_, index) =>
  Math.sin((2 * Math.PI * index) / coarseFractions),
)

/** Reverses the order of ten bits. */
function reverseBits(index: number): number {
  let reversed = 0
  for (let bit = 1; bit < coarseFractions; bit *= 2) reversed = reversed * 2 + (index & bit ? 1 : 0)
  return reversed
}
