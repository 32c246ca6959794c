import { createCipheriv, createHash } from 'node:crypto'

import { toNormalDeviate } from '@tradefront/rules/trading/normal-deviate'
import { toPoints, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import { type DayOfPrices, minutesPerDay, stepsPerMinute, type Walk } from './walk.ts'

// A walk that leads from minute to minute, and from step to step on a bridge to the known end of each minute: planted faults are made of it.

/** In bytes. Four of them are one deviate. */
const minuteWalkBytes = minutesPerDay * 4
const stepBytes = stepsPerMinute * 4

/** Prices of a day between minutes. */
export type DayPath = {
  readonly startPoints: number
  /** Part of the price that a deviate of a minute moves it. */
  readonly scale: number
  /** Sum of the deviates before each minute and before the end of the day. */
  readonly sums: Float64Array
}

/** How a day and a minute are made of random bytes. */
export type MinuteRules = {
  readonly buildDayPath: (symbol: TradingSymbol, startPoints: number, bytes: Uint8Array) => DayPath
  readonly computeMinute: (path: DayPath, minute: number, bytes: Uint8Array) => Float64Array
}

const rootOfMinutes = Math.sqrt(minutesPerDay)
const rootOfSteps = Math.sqrt(stepsPerMinute)

export const bridgeRules: MinuteRules = {
  buildDayPath(symbol, startPoints, bytes) {
    const sums = new Float64Array(minutesPerDay + 1)
    for (let minute = 0; minute < minutesPerDay; minute += 1)
      sums[minute + 1] = (sums[minute] ?? 0) + readDeviate(bytes, minute)
    return { startPoints, scale: symbol.simulated.dailyVolatility / rootOfMinutes, sums }
  },

  computeMinute({ startPoints, scale, sums }, minute, bytes) {
    const walked = new Float64Array(stepsPerMinute + 1)
    for (let step = 0; step < stepsPerMinute; step += 1)
      walked[step + 1] = (walked[step] ?? 0) + readDeviate(bytes, step)
    const start = sums[minute] ?? 0
    const trend = ((sums[minute + 1] ?? 0) - start - (walked[stepsPerMinute] ?? 0) / rootOfSteps) / stepsPerMinute
    return Float64Array.from({ length: stepsPerMinute }, (_, step) =>
      Math.max(1, Math.round(startPoints * (1 + scale * (start + step * trend + (walked[step] ?? 0) / rootOfSteps)))),
    )
  },
}

function readDeviate(bytes: Uint8Array, index: number): number {
  return toNormalDeviate(new DataView(bytes.buffer, bytes.byteOffset + index * 4, 4).getUint32(0, true))
}

export function createMinuteWalk(rules: MinuteRules): Walk {
  return (symbol, seed, day, startPoints = toPoints(symbol.simulated.start, symbol.digits)) => {
    const key = createHash('sha256').update(`${seed}/${symbol.name}/${day}`).digest()
    const minutes = readBytes(key, 0, minuteWalkBytes)
    return buildDay(rules, symbol, startPoints, minutes, (minute) => readBytes(key, minute + 1, stepBytes))
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
    getPrice: (minute) =>
      rules.computeMinute({ ...path, sums: path.sums.subarray(minute, minute + 1) }, 0, noSteps)[0] ?? 0,
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

/** Only the first price of the minute is used. */
const noSteps = new Uint8Array(stepBytes)

function readBytes(key: Buffer, part: number, count: number): Buffer {
  const block = Buffer.alloc(16)
  block.writeUInt32BE(part, 0)
  return createCipheriv('aes-256-ctr', key, block).update(Buffer.alloc(count))
}
