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
  /** The prices of its steps. @param minute up to 1,439 */
  readonly getMinute: (minute: number) => Float64Array
  /** Price with which a minute starts. */
  readonly getPrice: (minute: number) => number
  /** The same day until a minute. From then on, all deviates have the other sign: as probable as the day itself. */
  readonly mirrorFrom: (minute: number) => DayOfPrices
}

/** How prices are made. Planted faults replace it. @param startPoints default: those of the symbol */
export type Walk = (symbol: TradingSymbol, seed: number, day: number, startPoints?: number) => DayOfPrices

/** The walk of seeds and rounds. */
export const productWalk: Walk = (symbol, seed, day, startPoints = getFirstPoints(symbol)) =>
  buildDay(symbol, startPoints, drawSums(`${seed}/${symbol.name}/${day}`))

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

function buildDay(symbol: TradingSymbol, startPoints: number, sums: Float64Array): DayOfPrices {
  const toPrice = (sum: number) => getPoints(symbol, { startPoints, sum })
  return {
    startPoints,
    getMinute: (minute) => sums.slice(minute * stepsPerMinute, (minute + 1) * stepsPerMinute).map(toPrice),
    getPrice: (minute) => toPrice(sums[minute * stepsPerMinute] ?? 0),
    mirrorFrom: (minute) => {
      const from = minute * stepsPerMinute
      const middle = sums[from] ?? 0
      return buildDay(
        symbol,
        startPoints,
        sums.map((sum, step) => (step <= from ? sum : 2 * middle - sum)),
      )
    },
  }
}

export function getSymbol(name: string): TradingSymbol {
  const symbol = findSymbol(name)
  if (symbol === undefined) throw new Error(`no symbol ${name}`)
  return symbol
}

/** Standard deviation of a minute, as a part of the start of the day. */
export function getMinuteDeviation({ simulated }: TradingSymbol): number {
  return simulated.dailyVolatility / Math.sqrt(minutesPerDay)
}
