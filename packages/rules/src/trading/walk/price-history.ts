import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

import type { TradingSymbol } from '../symbols.ts'
import { drawDeviates, partsOfDeviation, walkVersion } from './epoch.ts'

/**
 * Prices before the installation are for charts only. They follow from a seed alone, without a beacon: their maker could have chosen them,
 * so they are marked, and nothing is ever bought or settled at them. They come once in this time.
 */
export const historyStepMs = 5000
export const historyStepsPerDay = 17_280

export type HistoryDay = {
  /** Price at midnight, with which the day before ends. */
  readonly startPoints: number
  /** Prices of the day, one for each 5 s. */
  readonly points: Float64Array
}

type HistorySymbol = Pick<TradingSymbol, 'name' | 'simulated'>

const rootOfDaySteps = Math.sqrt(historyStepsPerDay)

export function deriveHistoryKey(seed: Uint8Array, symbol: string): Uint8Array {
  return hmac(sha256, seed, utf8ToBytes(`${walkVersion}/history/${symbol}`))
}

/**
 * Returns the price at which a day starts, from the one at which it ends, so that any past day can be computed back from the prices of the
 * installation.
 * @param date YYYY-MM-DD
 * @param steps 17,280, or fewer on the day of the installation, which counts until the installation
 */
export function computeHistoryStart(
  { simulated }: HistorySymbol,
  historyKey: Uint8Array,
  date: string,
  endPoints: number,
  steps: number = historyStepsPerDay,
): number {
  const change = drawDayChange(deriveDayKey(historyKey, date), steps)
  return Math.max(1, Math.round(endPoints / (1 + simulated.dailyVolatility * change)))
}

/** Computes a walk within a day whose end is known. */
export function computeHistoryDay(
  symbol: HistorySymbol,
  historyKey: Uint8Array,
  date: string,
  endPoints: number,
  steps: number = historyStepsPerDay,
): HistoryDay {
  const { dailyVolatility } = symbol.simulated
  const startPoints = computeHistoryStart(symbol, historyKey, date, endPoints, steps)
  const dayKey = deriveDayKey(historyKey, date)
  const deviates = drawDeviates(hmac(sha256, dayKey, utf8ToBytes('steps')), steps)
  const total = deviates.reduce((sum, deviate) => sum + deviate, 0)
  const change = drawDayChange(dayKey, steps)
  const toDays = (sum: number) => sum / (rootOfDaySteps * partsOfDeviation)
  const points = new Float64Array(steps)
  let sum = 0
  for (let step = 0; step < steps; step += 1) {
    const part = toDays(sum) + (step / steps) * (change - toDays(total))
    points[step] = Math.max(1, Math.round(startPoints * (1 + dailyVolatility * part)))
    sum += deviates[step] ?? 0
  }
  return { startPoints, points }
}

function deriveDayKey(historyKey: Uint8Array, date: string): Uint8Array {
  return hmac(sha256, historyKey, utf8ToBytes(date))
}

/** Draws the change of a day, in standard deviations of a day. */
function drawDayChange(dayKey: Uint8Array, steps: number): number {
  const [deviate = 0] = drawDeviates(dayKey, 1)
  return (deviate / partsOfDeviation) * Math.sqrt(steps / historyStepsPerDay)
}
