import { toNormalDeviate } from '@tradefront/rules/trading/normal-deviate'
import { findSymbol, toPoints, type TradingSymbol } from '@tradefront/rules/trading/symbols'
import { partsOfDeviation } from '@tradefront/rules/trading/walk/epoch'
import { getPoints } from '@tradefront/rules/trading/walk/price-walk'

import { randomBytes } from './seeded-bytes.ts'

export const minutesPerDay = 1440
export const stepsPerMinute = 300
export const stepsPerDay = minutesPerDay * stepsPerMinute

/** A day of prices as a trader sees it. */
export type DayOfPrices = {
  readonly startPoints: number
  /** Returns the prices of the steps of a minute. @param minute up to 1,439 */
  readonly getMinute: (minute: number) => Float64Array
  /** Returns the price with which a minute starts. */
  readonly getPrice: (minute: number) => number
  /** Returns the same day until a minute. From then on, all deviates have the other sign: as probable as the day itself. */
  readonly mirrorFrom: (minute: number) => DayOfPrices
}

/** Makes the prices of a day. Planted faults replace it. @param startPoints default: those of the symbol */
export type Walk = (symbol: TradingSymbol, seed: number, day: number, startPoints?: number) => DayOfPrices

/** The walk of seeds and rounds. */
export const productWalk: Walk = (symbol, seed, day, startPoints = getFirstPoints(symbol)) => {
  const sums = drawSums(`${seed}/${symbol.name}/${day}`)
  return buildDay(symbol, startPoints, (step) => sums[step] ?? 0)
}

export function getFirstPoints({ simulated, digits }: TradingSymbol): number {
  return toPoints(simulated.start, digits)
}

/**
 * Sums of the deviates of a day until each step. They come from another keystream than the product's, which is faster and which no strategy can
 * tell apart.
 */
export function drawSums(seed: string, steps = stepsPerDay): Float64Array {
  const bytes = randomBytes(seed, steps * 4)
  const sums = new Float64Array(steps)
  let sum = 0
  for (let step = 0; step < steps; step += 1) {
    sum += Math.round(toNormalDeviate(bytes.readUInt32LE(step * 4)) * partsOfDeviation)
    sums[step] = sum
  }
  return sums
}

/** Builds a day. @param getSum sum of the deviates until a step */
function buildDay(symbol: TradingSymbol, startPoints: number, getSum: (step: number) => number): DayOfPrices {
  const getStep = (step: number) => getPoints(symbol, { startPoints, sum: getSum(step) })
  return {
    startPoints,
    getMinute: (minute) => {
      const prices = new Float64Array(stepsPerMinute)
      for (let step = 0; step < stepsPerMinute; step += 1) prices[step] = getStep(minute * stepsPerMinute + step)
      return prices
    },
    getPrice: (minute) => getStep(minute * stepsPerMinute),
    mirrorFrom: (minute) => {
      const from = minute * stepsPerMinute
      const middle = getSum(from)
      return buildDay(symbol, startPoints, (step) => (step <= from ? getSum(step) : 2 * middle - getSum(step)))
    },
  }
}

export function getSymbol(name: string): TradingSymbol {
  const symbol = findSymbol(name)
  if (symbol === undefined) throw new Error(`no symbol ${name}`)
  return symbol
}

/** Returns the standard deviation of a minute, as a part of the start of the day. */
export function getMinuteDeviation({ simulated }: TradingSymbol): number {
  return simulated.dailyVolatility / Math.sqrt(minutesPerDay)
}
