import { toNormalDeviate } from '@tradefront/rules/trading/normal-deviate'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'

import { randomBytes } from './seeded-bytes.ts'
import { type DayOfPrices, getFirstPoints, minutesPerDay, stepsPerMinute, type Walk } from './walk.ts'

// This walk leads from minute to minute, and from step to step on a bridge to the known end of each minute. Planted faults are made of it.

/** Number of bytes for a day. Four of them are one deviate. */
const minuteWalkBytes = minutesPerDay * 4
const stepBytes = stepsPerMinute * 4

/** Prices of a day between minutes. */
export type DayPath = {
  readonly startPoints: number
  /** Move of the price by a deviate of a minute, as a part of the price. */
  readonly scale: number
  /** Sum of the deviates before each minute and before the end of the day. */
  readonly sums: Float64Array
}

/** Rules that make a day and a minute of random bytes. */
export type MinuteRules = {
  readonly buildDayPath: (symbol: TradingSymbol, startPoints: number, bytes: Uint8Array) => DayPath
  readonly computeMinute: (path: DayPath, minute: number, bytes: Uint8Array) => Float64Array
}

const rootOfMinutes = Math.sqrt(minutesPerDay)
const rootOfSteps = Math.sqrt(stepsPerMinute)

/** Creates rules. @param toDeviate makes a deviate of a word of four bytes @param deviation of such a deviate */
export function createRules(toDeviate: (word: number) => number, deviation: number): MinuteRules {
  return {
    buildDayPath: (symbol, startPoints, bytes) => ({
      startPoints,
      scale: symbol.simulated.dailyVolatility / (rootOfMinutes * deviation),
      sums: sumDeviates(bytes, minutesPerDay, toDeviate),
    }),
    computeMinute(path, minute, bytes) {
      const walked = sumDeviates(bytes, stepsPerMinute, toDeviate)
      const start = path.sums[minute] ?? 0
      const end = path.sums[minute + 1] ?? 0
      const trend = (end - start - (walked[stepsPerMinute] ?? 0) / rootOfSteps) / stepsPerMinute
      const prices = new Float64Array(stepsPerMinute)
      for (let step = 0; step < stepsPerMinute; step += 1)
        prices[step] = toPoints(path, start + step * trend + (walked[step] ?? 0) / rootOfSteps)
      return prices
    },
  }
}

export const bridgeRules = createRules(toNormalDeviate, 1)

/** Sums the deviates before each one, and all of them. */
function sumDeviates(bytes: Uint8Array, count: number, toDeviate: (word: number) => number): Float64Array {
  const sums = new Float64Array(count + 1)
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let sum = 0
  for (let index = 0; index < count; index += 1) {
    sum += toDeviate(words.getUint32(index * 4, true))
    sums[index + 1] = sum
  }
  return sums
}

function toPoints({ startPoints, scale }: DayPath, walked: number): number {
  return Math.max(1, Math.round(startPoints * (1 + scale * walked)))
}

export function createMinuteWalk(rules: MinuteRules): Walk {
  return (symbol, seed, day, startPoints = getFirstPoints(symbol)) => {
    const name = `${seed}/${symbol.name}/${day}`
    let steps: Uint8Array | null = null
    const readSteps = (minute: number) => {
      steps ??= randomBytes(`${name}/steps`, minutesPerDay * stepBytes)
      return steps.subarray(minute * stepBytes, (minute + 1) * stepBytes)
    }
    return buildDay(rules, symbol, startPoints, randomBytes(name, minuteWalkBytes), readSteps)
  }
}

function buildDay(
  rules: MinuteRules,
  symbol: TradingSymbol,
  startPoints: number,
  minutes: Uint8Array,
  readSteps: (minute: number) => Uint8Array,
): DayOfPrices {
  const path = rules.buildDayPath(symbol, startPoints, minutes)
  return {
    startPoints,
    getMinute: (minute) => rules.computeMinute(path, minute, readSteps(minute)),
    getPrice: (minute) => toPoints(path, path.sums[minute] ?? 0),
    mirrorFrom: (from) =>
      buildDay(
        rules,
        symbol,
        startPoints,
        minutes.map((byte, index) => (index < from * 4 ? byte : ~byte)),
        (minute) => {
          const steps = readSteps(minute)
          return minute < from ? steps : steps.map((byte) => ~byte)
        },
      ),
  }
}
