import { createCipheriv, createHash, createHmac } from 'node:crypto'

import {
  buildDayPath,
  computeMinute,
  getStepCounter,
  minuteWalkBytes,
  minuteWalkCounter,
  stepBytes,
} from '@tradefront/rules/trading/simulated-prices'
import { findSymbol, toPoints, toPrice } from '@tradefront/rules/trading/symbols'
import { expect, test } from 'vitest'

import { hashSeed, recomputePrices } from './recompute-price.ts'

const seed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const midnight = Date.UTC(2026, 10, 20)
const startPrice = 1.0842

/** Computes a price as the server does. */
function computeOnServer(symbolName: string, minute: number, step: number): number {
  const symbol = findSymbol(symbolName) ?? expect.fail('no symbol')
  const key = createHmac('sha256', Buffer.from(seed, 'hex')).update(symbolName).digest()
  const read = (counter: number, bytes: number) => {
    const block = Buffer.alloc(16)
    block.writeUInt32BE(counter, 12)
    return createCipheriv('aes-256-ctr', key, block).update(Buffer.alloc(bytes))
  }
  const walk = read(minuteWalkCounter, minuteWalkBytes)
  const path = buildDayPath(symbol, toPoints(startPrice, symbol.digits), walk)
  return toPrice(computeMinute(path, minute, read(getStepCounter(minute), stepBytes))[step] ?? 0, symbol.digits)
}

test('the hash of a seed is its SHA-256', async () => {
  expect(await hashSeed(seed)).toBe(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'))
})

test.each([
  [0, 0],
  [0, 299],
  [611, 17],
  [1439, 299],
])('WebCrypto computes the price of minute %i, step %i as the server does', async (minute, step) => {
  const atMs = midnight + minute * 60_000 + step * 200
  const prices = await recomputePrices({ symbol: 'EURUSD', seed, startPrice }, [atMs, atMs])
  expect(prices).toEqual([computeOnServer('EURUSD', minute, step), computeOnServer('EURUSD', minute, step)])
})

test('the first price of a day is that with which it starts, and the next ones move', async () => {
  const times = Array.from({ length: 300 }, (_, step) => midnight + step * 200)
  const prices = (await recomputePrices({ symbol: 'EURUSD', seed, startPrice }, times)) ?? []
  expect(prices[0]).toBe(startPrice)
  expect(new Set(prices).size).toBeGreaterThan(10)
})

test('another seed or symbol gives other prices, and an unknown symbol none', async () => {
  const at = [midnight + 3_600_000]
  const [price] = (await recomputePrices({ symbol: 'EURUSD', seed, startPrice }, at)) ?? []
  const [other] = (await recomputePrices({ symbol: 'EURUSD', seed: seed.replaceAll('f', 'e'), startPrice }, at)) ?? []
  expect(other).not.toBe(price)
  expect(await recomputePrices({ symbol: 'GBPUSD', seed, startPrice }, at)).not.toEqual([price])
  expect(await recomputePrices({ symbol: 'NOPE', seed, startPrice }, at)).toBeNull()
})
