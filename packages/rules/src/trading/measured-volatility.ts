import type { Candle } from './candles.ts'
import type { PriceMoves } from './deviation.ts'

/** How far a price of an exchange moves. If `isMeasured` is false, we assume that it moves as the simulated one. */
export type MeasuredVolatility = Pick<PriceMoves, 'volatility' | 'uncertainty'> & { readonly isMeasured: boolean }

const minuteMs = 60_000
export const measuredMinutes = 24 * 60
const maxMissingPart = 0.01
/** Weights of minutes halve in this time, because markets change their pace within an hour. */
const halfLifeMinutes = 60
const lowPart = 1 / 2
const highPart = 3

/**
 * Estimates from the candles of the last day how far a price moves. Later candles count more.
 * @param candles of minutes, in order
 * @param assumed standard deviation after one second, used without a whole day or with too many gaps in it
 */
export function measureVolatility(candles: readonly Candle[], nowMs: number, assumed: number): MeasuredVolatility {
  const endMs = Math.floor(nowMs / minuteMs) * minuteMs
  const startMs = endMs - measuredMinutes * minuteMs
  const day = candles.filter((candle) => startMs <= candle.startMs && candle.startMs < endMs)
  const isMeasured = day.length >= measuredMinutes * (1 - maxMissingPart)
  return { ...toMeasured(isMeasured ? estimateVolatility(day, endMs) : assumed), isMeasured }
}

/** Returns the range of the estimate. We assume that the pace of the next minutes is between half and three times as high. */
export function toMeasured(estimate: number): Pick<PriceMoves, 'volatility' | 'uncertainty'> {
  return { volatility: estimate * lowPart, uncertainty: highPart / lowPart }
}

/** Returns the root of the weighted mean of the squared moves of a second. */
function estimateVolatility(candles: readonly Candle[], endMs: number): number {
  let squares = 0
  let seconds = 0
  for (const [index, { startMs, close }] of candles.entries()) {
    const before = candles[index - 1]
    if (before === undefined) continue
    const weight = 2 ** (-(endMs - startMs) / minuteMs / halfLifeMinutes)
    squares += weight * Math.log(close / before.close) ** 2
    seconds += (weight * (startMs - before.startMs)) / 1000
  }
  return seconds === 0 ? 0 : Math.sqrt(squares / seconds)
}
