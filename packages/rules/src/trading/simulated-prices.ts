import type { Candle } from './candles.ts'
import { toNormalDeviate } from './normal-deviate.ts'
import type { TradingSymbol } from './symbols.ts'

/**
 * Prices of a symbol on a UTC day, computed from a keystream: AES-256 in counter mode over zeros, with the key
 * HMAC-SHA256(seed of the day, symbol) and a counter that starts at 0. Four bytes, little-endian, are one normal deviate. The first 1,440
 * are the walk from minute to minute; then follow 300 for each minute, its steps. Only +, -, * and / are used, so that every engine
 * computes the same. docs/trading.md explains it.
 */
export const minutesPerDay = 1440
export const stepsPerMinute = 300

/** Parts of the keystream in bytes; whole blocks of AES. */
export const minuteWalkBytes = minutesPerDay * 4
export const stepBytes = stepsPerMinute * 4

/** Before the first byte of each part. */
export const minuteWalkCounter = 0
export function getStepCounter(minute: number): number {
  return (minuteWalkBytes + minute * stepBytes) / 16
}

type SimulatedSymbol = Pick<TradingSymbol, 'simulated'>

/** Prices of a day between minutes. */
export type DayPath = {
  /** Price at the start of the day. */
  readonly startPoints: number
  /** Part of the price that a deviate of a minute moves it. */
  readonly scale: number
  /** Sum of the deviates before each minute and before the end of the day. */
  readonly sums: Float64Array
}

const rootOfMinutes = 37.947_331_922_020_55
const rootOfSteps = 17.320_508_075_688_775

/** @param keystream of `minuteWalkBytes` */
export function buildDayPath(symbol: SimulatedSymbol, startPoints: number, keystream: Uint8Array): DayPath {
  const sums = new Float64Array(minutesPerDay + 1)
  const words = toWords(keystream)
  for (let minute = 0; minute < minutesPerDay; minute += 1)
    sums[minute + 1] = (sums[minute] ?? 0) + readDeviate(words, minute)
  return { startPoints, scale: getScale(symbol), sums }
}

/** The start of the next day. Needs no path, so that years can be skipped fast. @param keystream of `minuteWalkBytes` */
export function computeDayEnd(symbol: SimulatedSymbol, startPoints: number, keystream: Uint8Array): number {
  return toPoints({ startPoints, scale: getScale(symbol) }, sumMinutes(keystream))
}

/** The start of a day that ends at a price, to the point: for days before the market began. @param keystream of `minuteWalkBytes` */
export function computeDayStart(symbol: SimulatedSymbol, endPoints: number, keystream: Uint8Array): number {
  return Math.max(1, Math.round(endPoints / (1 + getScale(symbol) * sumMinutes(keystream))))
}

function sumMinutes(keystream: Uint8Array): number {
  const words = toWords(keystream)
  let sum = 0
  for (let minute = 0; minute < minutesPerDay; minute += 1) sum += readDeviate(words, minute)
  return sum
}

/**
 * The prices of a minute, one per step. A bridge: it starts with the price of the minute, and leads to that of the next one.
 * @param keystream of `stepBytes`
 */
export function computeMinute(path: DayPath, minute: number, keystream: Uint8Array): Float64Array {
  const walk = walkSteps(toWords(keystream), 0, new Float64Array(stepsPerMinute))
  const line = computeLine(path, minute, walk.total)
  return walk.steps.map((walked, step) => toPoints(path, line.start + step * line.trend + walked / rootOfSteps))
}

/**
 * The candle of all prices of several minutes. Leaves out the steps of minutes that cannot have its high or low.
 * @param keystream `stepBytes` for each minute
 */
export function computeCandle(
  path: DayPath,
  firstMinute: number,
  minutes: number,
  keystream: Uint8Array,
): Omit<Candle, 'startMs'> {
  const words = toWords(keystream)
  const steps = new Float64Array(stepsPerMinute)
  const open = path.sums[firstMinute] ?? 0
  let [high, low, close] = [open, open, open]
  for (let index = 0; index < minutes; index += 1) {
    const walk = walkSteps(words, index * stepsPerMinute, steps)
    const { start, trend } = computeLine(path, firstMinute + index, walk.total)
    const end = start + stepsPerMinute * trend
    const canRise = Math.max(start, end) + walk.highest / rootOfSteps + roundingError > high
    const canFall = Math.min(start, end) + walk.lowest / rootOfSteps - roundingError < low
    if (canRise || canFall) {
      for (let step = 0; step < stepsPerMinute; step += 1) {
        const sum = start + step * trend + (steps[step] ?? 0) / rootOfSteps
        if (sum > high) high = sum
        else if (sum < low) low = sum
      }
    }
    close = start + (stepsPerMinute - 1) * trend + (steps[stepsPerMinute - 1] ?? 0) / rootOfSteps
  }
  const points = (sum: number) => toPoints(path, sum)
  return { open: points(open), high: points(high), low: points(low), close: points(close) }
}

/** Far above that of a sum, far below a point. */
const roundingError = 0.000_000_001

type StepWalk = {
  readonly steps: Float64Array
  readonly total: number
  readonly highest: number
  readonly lowest: number
}

/** The sums of the steps' deviates before each step, written to `steps`. */
function walkSteps(words: DataView, first: number, steps: Float64Array): StepWalk {
  let [total, highest, lowest] = [0, 0, 0]
  for (let step = 0; step < stepsPerMinute; step += 1) {
    steps[step] = total
    if (total > highest) highest = total
    else if (total < lowest) lowest = total
    total += readDeviate(words, first + step)
  }
  return { steps, total, highest, lowest }
}

/** Line to which the walk of the steps is added. It leads to the next minute, and takes the walk's own trend away. */
function computeLine({ sums }: DayPath, minute: number, total: number): { start: number; trend: number } {
  const start = sums[minute] ?? 0
  const change = (sums[minute + 1] ?? 0) - start
  return { start, trend: (change - total / rootOfSteps) / stepsPerMinute }
}

function getScale({ simulated }: SimulatedSymbol): number {
  return simulated.dailyVolatility / rootOfMinutes
}

function toPoints({ startPoints, scale }: Omit<DayPath, 'sums'>, sum: number): number {
  return Math.max(1, Math.round(startPoints * (1 + scale * sum)))
}

function toWords(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

function readDeviate(words: DataView, index: number): number {
  return toNormalDeviate(words.getUint32(index * 4, true))
}
