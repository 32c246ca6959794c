import { minuteWalkBytes, stepBytes } from '@tradefront/rules/trading/simulated-prices'
import { toPoints, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import { randomBytes } from './seeded-bytes.ts'
import { buildDay, type DayOfPrices, type Walk } from './walk.ts'

/** Minutes with the same steps, whose own deviates are spread evenly over all that are possible. */
export const minutesPerSample = 48

/**
 * A day that begins with samples: minutes 0, 2, 4 … have one keystream of steps and, spread evenly, each a different deviate; those between
 * them are other minutes. Each is as probable as any minute, and together they vary less than chance.
 */
export function sampleMinutes(walk: Walk, symbol: TradingSymbol, seed: string): DayOfPrices {
  const bytes = randomBytes(seed, minutesPerSample * 8 + 2 * stepBytes)
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const minutes = Buffer.alloc(minuteWalkBytes)
  for (let index = 0; index < minutesPerSample; index += 1) {
    const place = (index + words.getUint32(index * 8, true) / 2 ** 32) / minutesPerSample
    minutes.writeUInt32LE(Math.floor(place * 2 ** 32), index * 8)
    minutes.writeUInt32LE(words.getUint32(index * 8 + 4, true), index * 8 + 4)
  }
  const steps = bytes.subarray(minutesPerSample * 8)
  return buildDay(walk, symbol, toPoints(symbol.simulated.start, symbol.digits), {
    minutes,
    readSteps: (minute) => steps.subarray((minute % 2) * stepBytes, ((minute % 2) + 1) * stepBytes),
  })
}
