import { createMinuteWalk } from './minute-walk.ts'
import { minutesPerDay, stepsPerMinute } from './walk.ts'

const byteMean = 510
const byteDeviation = 147.8

/** A planted fault: a deviate is the sum of four bytes, so it is a whole number, and never above 3.45 deviations. */
export const byteSumWalk = createMinuteWalk({
  buildDayPath(symbol, startPoints, keystream) {
    const sums = new Float64Array(minutesPerDay + 1)
    for (let minute = 0; minute < minutesPerDay; minute += 1)
      sums[minute + 1] = (sums[minute] ?? 0) + sumBytes(keystream, minute)
    return { startPoints, scale: symbol.simulated.dailyVolatility / (Math.sqrt(minutesPerDay) * byteDeviation), sums }
  },

  computeMinute({ startPoints, scale, sums }, minute, keystream) {
    const walked = new Float64Array(stepsPerMinute + 1)
    for (let step = 0; step < stepsPerMinute; step += 1)
      walked[step + 1] = (walked[step] ?? 0) + sumBytes(keystream, step)
    const root = Math.sqrt(stepsPerMinute)
    const start = sums[minute] ?? 0
    const trend = ((sums[minute + 1] ?? 0) - start - (walked[stepsPerMinute] ?? 0) / root) / stepsPerMinute
    const prices = new Float64Array(stepsPerMinute)
    for (let step = 0; step < stepsPerMinute; step += 1)
      prices[step] = Math.max(
        1,
        Math.round(startPoints * (1 + scale * (start + step * trend + (walked[step] ?? 0) / root))),
      )
    return prices
  },
})

function sumBytes(bytes: Uint8Array, index: number): number {
  const at = index * 4
  return (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) + (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0) - byteMean
}
