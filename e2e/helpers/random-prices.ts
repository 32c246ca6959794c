import { computeStartPoints } from '@tradefront/rules/trading/start-prices'
import { symbols } from '@tradefront/rules/trading/symbols'
import { stepMs } from '@tradefront/rules/trading/closing-price'
import { deriveSymbolKey, drawDeviates } from '@tradefront/rules/trading/walk/epoch'
import { createWalk } from '@tradefront/rules/trading/walk/price-walk'
import { extendWindow, findKnownPoints, openWindow } from '@tradefront/rules/trading/walk/price-window'
import { windowMs } from '@tradefront/rules/trading/walk/seed-tree'

const windowCount = 1000
const pricesPerWindow = 10
/** This is a Monday. */
const firstMs = Date.parse('2026-11-23T00:00:00Z')

/**
 * Lists prices at 10,000 random times of a thousand windows of five minutes, over weeks, of all symbols, with made-up seeds and rounds. It
 * is bundled and run in a browser, and run in Node.js.
 */
export function listRandomPrices(): number[] {
  return Array.from({ length: windowCount }, (_, index) => index).flatMap((index) => {
    const seed = toBytes(index)
    const random = drawDeviates(seed, pricesPerWindow + 1)
    const symbol = symbols[index % symbols.length]
    if (symbol === undefined) throw new Error('there are symbols')
    const startMs = firstMs + toIndex(random[pricesPerWindow], 10_000) * windowMs
    const start = createWalk(startMs, computeStartPoints(symbol, new Map()))
    const window = extendWindow(
      { symbol, gaps: [] },
      openWindow(start),
      deriveSymbolKey(seed, symbol.name),
      (epochStartMs) => toBytes(epochStartMs / 1000),
    )
    const times = Array.from(random.subarray(0, pricesPerWindow), (deviate) => toIndex(deviate, windowMs / stepMs))
    return times.map((step) => findKnownPoints(window, startMs + step * stepMs) ?? -1)
  })
}

function toBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setFloat64(0, value)
  return bytes
}

/** Converts a deviate to an index that is not evenly spread, but anywhere below `count`. */
function toIndex(deviate = 0, count: number): number {
  return Math.abs(deviate) % count
}
