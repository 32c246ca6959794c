import { toNormalDeviate } from '@tradefront/rules/trading/normal-deviate'
import { toPoints, type TradingSymbol } from '@tradefront/rules/trading/symbols'
import { partsOfDeviation } from '@tradefront/rules/trading/walk/epoch'
import { getPoints } from '@tradefront/rules/trading/walk/price-walk'

import { randomBytes } from './seeded-bytes.ts'
import { createDay, type Walk } from './walk.ts'

export const stepsPerDay = 432_000
const stepsPerMinute = 300

/** A day of prices as a trader sees it, by steps of 200 ms. */
export type PricePath = {
  readonly startPoints: number
  readonly getPrice: (step: number) => number
  /** Prices that are equally probable `after` steps after a step, one of them real. */
  readonly listCloses: (step: number, after: number) => readonly number[]
}

export type CreatePath = (symbol: TradingSymbol, seed: number, day: number) => PricePath

/**
 * The walk of seeds and rounds. Its deviates come from another keystream, which is faster and which no strategy can tell apart. Each close also comes
 * with all deviates since the step mirrored, which is as probable: so luck cancels out.
 */
export const createSealedPath: CreatePath = (symbol, seed, day) => {
  const startPoints = toPoints(symbol.simulated.start, symbol.digits)
  const bytes = randomBytes(`sealed/${seed}/${symbol.name}/${day}`, stepsPerDay * 4)
  const sums = new Float64Array(stepsPerDay)
  let sum = 0
  for (let step = 0; step < stepsPerDay; step += 1) {
    sum += Math.round(toNormalDeviate(bytes.readUInt32LE(step * 4)) * partsOfDeviation)
    sums[step] = sum
  }
  const toPrice = (walked: number) => getPoints(symbol, { startPoints, sum: walked })
  return {
    startPoints,
    getPrice: (step) => toPrice(sums[step] ?? 0),
    listCloses: (step, after) => {
      const [from = 0, to = 0] = [sums[step], sums[step + after]]
      return [toPrice(to), toPrice(2 * from - to)]
    },
  }
}

/** A walk that leads from minute to minute, for planted faults. */
export function createMinutePath(walk: Walk): CreatePath {
  return (symbol, seed, index) => {
    const day = createDay(walk, symbol, seed, index)
    const minutes = new Map<number, Float64Array>()
    const getPrice = (step: number) => {
      const minute = Math.floor(step / stepsPerMinute)
      const prices = minutes.get(minute) ?? day.getMinute(minute)
      if (minutes.size > 3) minutes.clear()
      minutes.set(minute, prices)
      return prices[step % stepsPerMinute] ?? 0
    }
    return {
      startPoints: day.startPoints,
      getPrice,
      listCloses: (step, after) => [getPrice(step + after)],
    }
  }
}
