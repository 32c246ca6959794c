import type { TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getPoints } from '@tradefront/rules/trading/walk/price-walk'

import { drawSums, getFirstPoints, stepsPerMinute, type Walk } from './walk.ts'

/** A day of prices as a trader sees it, by steps of 200 ms. */
export type PricePath = {
  readonly startPoints: number
  readonly getPrice: (step: number) => number
  /** Lists prices that are equally probable `after` steps after a step, one of them real. */
  readonly listCloses: (step: number, after: number) => readonly number[]
}

export type CreatePath = (symbol: TradingSymbol, seed: number, day: number) => PricePath

/** The walk of seeds and rounds. Each close also comes with all deviates since the step mirrored, which is as probable: so luck cancels out. */
export const createSealedPath: CreatePath = (symbol, seed, day) => {
  const startPoints = getFirstPoints(symbol)
  const sums = drawSums(`sealed/${seed}/${symbol.name}/${day}`)
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

/** Creates a walk that leads from minute to minute, for planted faults. */
export function createMinutePath(walk: Walk): CreatePath {
  return (symbol, seed, index) => {
    const day = walk(symbol, seed, index)
    const minutes = new Map<number, Float64Array>()
    const getPrice = (step: number) => {
      const minute = Math.floor(step / stepsPerMinute)
      let prices = minutes.get(minute)
      if (prices === undefined) {
        prices = day.getMinute(minute)
        if (minutes.size > 3) minutes.clear()
        minutes.set(minute, prices)
      }
      return prices[step % stepsPerMinute] ?? 0
    }
    return {
      startPoints: day.startPoints,
      getPrice,
      listCloses: (step, after) => [getPrice(step + after)],
    }
  }
}
