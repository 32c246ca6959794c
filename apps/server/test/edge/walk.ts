import { createCipheriv, createHash } from 'node:crypto'

import {
  buildDayPath,
  computeMinute,
  type DayPath,
  getStepCounter,
  minuteWalkBytes,
  minuteWalkCounter,
  stepBytes,
} from '@tradefront/rules/trading/simulated-prices'
import { findSymbol, toPoints, type TradingSymbol } from '@tradefront/rules/trading/symbols'

const minutesPerHour = 60

/** How prices are made. Planted faults replace it. */
export type Walk = {
  readonly buildDayPath: (symbol: TradingSymbol, startPoints: number, keystream: Uint8Array) => DayPath
  readonly computeMinute: (path: DayPath, minute: number, keystream: Uint8Array) => Float64Array
}

export const productWalk: Walk = { buildDayPath, computeMinute }

/** A day of prices as a trader sees it. */
export type DayOfPrices = {
  readonly startPoints: number
  /** Up to 1,439. */
  readonly getMinute: (minute: number) => Float64Array
  /** Price with which a minute starts, or the day ends. */
  readonly getPrice: (minute: number) => number
  /** The same day until a minute. From then on, all deviates have the other sign: as probable as the day itself. */
  readonly mirrorFrom: (minute: number) => DayOfPrices
}

type Keystream = { readonly minutes: Uint8Array; readonly readSteps: (minute: number) => Uint8Array }

/** A day with a secret of its own. */
export function createDay(
  walk: Walk,
  symbol: TradingSymbol,
  seed: number,
  day: number,
  startPoints = toPoints(symbol.simulated.start, symbol.digits),
): DayOfPrices {
  const key = createHash('sha256').update(`${seed}/${symbol.name}/${day}`).digest()
  return buildDay(walk, symbol, startPoints, readDay(key))
}

/** The keystream of a day. @param key of a symbol */
export function readDay(key: Buffer): Keystream {
  let hour = { first: -1, keystream: Buffer.alloc(0) }
  return {
    minutes: readKeystream(key, minuteWalkCounter, minuteWalkBytes),
    readSteps: (minute) => {
      const first = minute - (minute % minutesPerHour)
      if (hour.first !== first)
        hour = { first, keystream: readKeystream(key, getStepCounter(first), minutesPerHour * stepBytes) }
      const at = (minute - first) * stepBytes
      return hour.keystream.subarray(at, at + stepBytes)
    },
  }
}

export function buildDay(walk: Walk, symbol: TradingSymbol, startPoints: number, keystream: Keystream): DayOfPrices {
  const path = walk.buildDayPath(symbol, startPoints, keystream.minutes)
  const getMinute = (minute: number) => walk.computeMinute(path, minute, keystream.readSteps(minute))
  return {
    startPoints,
    getMinute,
    getPrice: (minute) =>
      walk.computeMinute({ ...path, sums: path.sums.subarray(minute, minute + 1) }, 0, noSteps)[0] ?? 0,
    mirrorFrom: (from) =>
      buildDay(walk, symbol, startPoints, {
        minutes: keystream.minutes.map((byte, index) => (index < from * 4 ? byte : ~byte)),
        readSteps: (minute) => {
          const steps = keystream.readSteps(minute)
          return minute < from ? steps : steps.map((byte) => ~byte)
        },
      }),
  }
}

/** Only the first price of the minute is used. */
const noSteps = new Uint8Array(stepBytes)

export function getSymbol(name: string): TradingSymbol {
  const symbol = findSymbol(name)
  if (symbol === undefined) throw new Error(`no symbol ${name}`)
  return symbol
}

/** Standard deviation of a minute, as a part of the start of the day. */
export function getMinuteDeviation({ simulated }: TradingSymbol): number {
  return simulated.dailyVolatility / Math.sqrt(1440)
}

/** @param counter of blocks of 16 bytes */
function readKeystream(key: Buffer, counter: number, bytes: number): Buffer<ArrayBuffer> {
  const block = Buffer.alloc(16)
  block.writeUInt32BE(counter, 12)
  return createCipheriv('aes-256-ctr', key, block).update(Buffer.alloc(bytes))
}
