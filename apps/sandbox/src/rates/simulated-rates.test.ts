import { beforeEach, expect, test } from 'vitest'

import { createSimulatedRates, type Quotes } from './simulated-rates.ts'

let nowMs = 0
let quotes: Quotes | null
const rates = () =>
  createSimulatedRates({ now: () => nowMs }, async () => {
    if (quotes === null) throw new Error('no server')
    return quotes
  })
beforeEach(() => {
  nowMs = 1_000_000
  quotes = { BTCUSD: 70_000, ETHUSD: 3000, LTCUSD: 80, EURUSD: 1.25, GBPUSD: 1.6 }
})

test('coins and currencies have the prices of the chart', async () => {
  const simulated = rates()
  await simulated.follow()
  expect(simulated.readPrices()).toEqual({
    bitcoin: 70_000,
    litecoin: 80,
    ethereum: 3000,
    dash: 32,
    EUR: 0.8,
    GBP: 0.625,
    RUB: 80,
  })
  quotes = { ...quotes, BTCUSD: 71_000 }
  nowMs += 1000
  await simulated.follow()
  expect(simulated.readPrices()).toMatchObject({ bitcoin: 71_000 })
})

test('quotes that are older than a minute are no rates, and a price set by hand wins', async () => {
  const simulated = rates()
  await simulated.follow()
  simulated.setPrices({ bitcoin: 50_000, EUR: 0.9 })
  quotes = null
  nowMs += 60_000
  await simulated.follow()
  expect(simulated.readPrices()).toMatchObject({ bitcoin: 50_000, EUR: 0.9, GBP: 0.625 })
  nowMs += 1
  expect(simulated.readPrices()).toBeNull()
})
