import fc from 'fast-check'
import { expect, test } from 'vitest'

import { convertFromCoin, convertToCoin, formatCoinAmount, parseCoinAmount } from './coin-amounts.ts'
import { coins } from './coins.ts'

const anyCoin = fc.constantFrom(...coins)
const anyUnits = fc.bigInt({ min: 0n, max: 10n ** 19n })
const anyPart = fc.bigInt({ min: 0n, max: 10n ** 15n })
const anyMinor = fc.integer({ min: 1, max: 100_000_000 })
const anyRate = fc.bigInt({ min: 1n, max: 10n ** 8n })

test.each([
  [1_500_000n, 'BTC', '0.015'],
  [100_000_000n, 'BTC', '1'],
  [1n, 'BTC', '0.00000001'],
  [1n, 'ETH', '0.000000000000000001'],
  [0n, 'ETH', '0'],
] as const)('%d units of %s are written %s', (units, coin, text) => {
  expect(formatCoinAmount(units, coin)).toBe(text)
})

test('an amount that is formatted and parsed is the same', () => {
  fc.assert(
    fc.property(anyUnits, anyCoin, (units, coin) => {
      expect(parseCoinAmount(formatCoinAmount(units, coin), coin)).toBe(units)
    }),
  )
})

test.each(['', '.5', '1.', '-1', '1e3', '0x1', '0.123456789', '1,5'])('%j is no amount of bitcoin', (text) => {
  expect(parseCoinAmount(text, 'BTC')).toBeNull()
})

test('what is asked is worth at least the amount, and less than one displayed unit more', () => {
  fc.assert(
    fc.property(anyMinor, anyRate, anyCoin, (minor, rate, coin) => {
      const asked = convertToCoin(minor, rate, coin)
      expect(convertFromCoin(asked, rate, coin)).toBeGreaterThanOrEqual(minor)
      const step = coin === 'ETH' ? 10n ** 10n : 1n
      expect(asked % step).toBe(0n)
      expect((asked - step) * rate).toBeLessThan(BigInt(minor) * 10n ** (coin === 'ETH' ? 18n : 8n))
    }),
  )
})

test('parts are never worth more than the whole', () => {
  fc.assert(
    fc.property(anyPart, anyPart, anyRate, anyCoin, (one, two, rate, coin) => {
      const parts = convertFromCoin(one, rate, coin) + convertFromCoin(two, rate, coin)
      expect(parts).toBeLessThanOrEqual(convertFromCoin(one + two, rate, coin))
    }),
  )
})
