import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isPriceCoarse } from './purchase-rules.ts'
import { findSymbol, getSecondVolatility, symbolKinds, symbols, toPoints, toPrice } from './symbols.ts'

test('at least twenty symbols of all kinds can be traded, each under one name', () => {
  expect(symbols.length).toBeGreaterThanOrEqual(20)
  expect(new Set(symbols.map(({ name }) => name)).size).toBe(symbols.length)
  expect(new Set(symbols.map(({ kind }) => kind))).toEqual(new Set(symbolKinds))
  for (const { name } of symbols) expect(name).toMatch(/^[A-Z0-9]{3,12}$/)
})

test.for([
  ['EURUSD', 1.08421, 108_421],
  ['USDJPY', 151.24, 151_240],
  ['JP225', 39_740, 39_740],
  ['BTCUSD', 67_250.1, 6_725_010],
] as const)('a price of %s of %d is %d points', ([name, price, points]) => {
  const digits = findSymbol(name)?.digits ?? -1
  expect(toPoints(price, digits)).toBe(points)
  expect(toPrice(points, digits)).toBe(price)
})

test('a symbol begins with a price that could fall by a twentieth before its points were too large to trade', () => {
  for (const symbol of symbols) {
    const points = toPoints(symbol.simulated.start, symbol.digits) * 0.95
    const state = {
      points,
      atMs: 0,
      volatility: getSecondVolatility(symbol),
      uncertainty: 1,
      day: null,
      hours: symbol.hours,
    }
    expect(isPriceCoarse(state, 82), symbol.name).toBe(false)
  }
})

test('prices have as many decimals as their market quotes', () => {
  const others: Readonly<Record<string, number>> = { XAGUSD: 3, JP225: 0, LTCUSD: 3, XRPUSD: 5 }
  const digits = { currency: 5, metal: 2, index: 1, crypto: 2 }
  for (const symbol of symbols)
    expect(symbol.digits, symbol.name).toBe(
      others[symbol.name] ?? (symbol.name.endsWith('JPY') ? 3 : digits[symbol.kind]),
    )
})

test('points become a price and the same points again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.constantFrom(0, 1, 2, 3, 4, 5), (points, digits) => {
      expect(toPoints(toPrice(points, digits), digits)).toBe(points)
    }),
  )
})

test('a day has the volatility of 86,400 independent seconds', () => {
  for (const symbol of symbols)
    expect(getSecondVolatility(symbol) * Math.sqrt(86_400)).toBeCloseTo(symbol.simulated.dailyVolatility, 12)
})
