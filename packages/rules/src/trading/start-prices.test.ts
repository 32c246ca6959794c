import { expect, test } from 'vitest'

import { computeStartPoints } from './start-prices.ts'
import { findSymbol, symbols, toPoints } from './symbols.ts'

const rates = new Map([
  ['BTC', 97_123.456],
  ['ETH', 3456.7],
  ['LTC', 101.2345],
  ['DSH', 30],
  ['EUR', 0.8],
  ['GBP', 0.64],
  ['RUB', 80],
] as const)

test.each([
  ['BTCUSD', 9_712_346],
  ['ETHUSD', 345_670],
  ['LTCUSD', 101_235],
  ['EURUSD', 125_000],
  ['GBPUSD', 156_250],
] as const)('%s begins with its exchange rate: %d points', (name, points) => {
  const symbol = findSymbol(name)
  expect(symbol && computeStartPoints(symbol, rates)).toBe(points)
})

test('symbols without a rate begin with their constant', () => {
  const rated = ['BTCUSD', 'ETHUSD', 'LTCUSD', 'EURUSD', 'GBPUSD']
  for (const symbol of symbols) {
    const constant = toPoints(symbol.simulated.start, symbol.digits)
    expect(computeStartPoints(symbol, new Map())).toBe(constant)
    if (!rated.includes(symbol.name)) expect(computeStartPoints(symbol, rates), symbol.name).toBe(constant)
  }
})

test('a price is never zero', () => {
  const symbol = findSymbol('BTCUSD')
  expect(symbol && computeStartPoints(symbol, new Map([['BTC', 0.000_001]]))).toBe(1)
})
