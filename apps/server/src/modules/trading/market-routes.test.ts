import { shownMarket } from '@tradefront/contract/landing'
import { quote } from '@tradefront/contract/trade-view'
import { candle, marketSymbol, tradingCalls } from '@tradefront/contract/trading'
import { symbols as symbolList } from '@tradefront/rules/trading/symbols'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'

import { createSettingsService } from '../settings/service.ts'
import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await startTestApp()
  ;({ client } = await app.registerTrader({ currency: 'RUB' }))
})
afterAll(() => app.stop())

const marketReply = z.object({
  symbols: z.array(marketSymbol),
  isSimulated: z.boolean(),
  stakeMin: z.number(),
  stakeMax: z.number(),
  closingSpanMs: z.number(),
  frozenSinceMs: z.nullable(z.number()),
  saleFee: z.number(),
  now: z.number(),
})
const candlesReply = z.object({ candles: z.array(candle) })

describe('the market', () => {
  // The clock shows a Wednesday at 10:00.
  test('lists all symbols with their payout, and when each market opens or closes', async () => {
    const { symbols, ...terms } = marketReply.parse((await client.post('/api/trading/market')).json)
    expect(symbols.length).toBeGreaterThanOrEqual(20)
    const find = (name: string) => symbols.find((symbol) => symbol.name === name)
    expect(find('EURUSD')).toMatchObject({
      label: 'EUR/USD',
      kind: 'currency',
      digits: 5,
      payout: 0.82,
      hours: 'week',
      isOpen: true,
      changesAtMs: Date.UTC(2026, 10, 20, 21),
    })
    expect(find('US500')).toMatchObject({ payout: 0.8, isOpen: false, changesAtMs: Date.UTC(2026, 10, 18, 13, 30) })
    expect(find('BTCUSD')).toMatchObject({ payout: 0.78, isOpen: true, changesAtMs: null })
    expect(terms).toEqual({
      isSimulated: true,
      stakeMin: 60,
      stakeMax: 300_000,
      closingSpanMs: 0,
      frozenSinceMs: null,
      saleFee: 0.03,
      now: app.clock.now().getTime(),
    })
  })

  test('shows visitors each symbol with its latest price and that of midnight, and whether it is open', async () => {
    const visitor = await app.openClient()
    const { markets, ...source } = z
      .object({ markets: z.array(shownMarket), prices: z.string(), fill: z.string() })
      .parse((await visitor.get('/api/trading/markets')).json)
    const { symbols } = marketReply.parse((await client.post('/api/trading/market')).json)
    const { quotes } = z.object({ quotes: z.array(quote) }).parse((await visitor.get('/api/trading/quotes')).json)
    const prices = new Map(quotes.map(([name, price]) => [name, price]))
    expect(markets).toEqual(
      symbols.map(({ name, kind, digits, payout, isOpen, changesAtMs, day }) => ({
        name,
        kind,
        digits,
        payout,
        isOpen,
        changesAtMs,
        price: prices.get(name) ?? null,
        dayPrice: (day?.startPoints ?? 0) / 10 ** digits,
      })),
    )
    expect(prices.get('EURUSD')).toBeGreaterThan(0)
    expect(source).toEqual({ prices: 'stream', fill: 'sealed' })
  })

  test('shows the hourly prices of the last day of each symbol, and for five minutes the same ones', async () => {
    const list = async () =>
      tradingCalls.listDayPrices.reply.parse((await client.get('/api/trading/day-prices')).json).symbols
    const first = await list()
    expect(first.map(([name]) => name)).toEqual(symbolList.map(({ name }) => name))
    const [, euro] = first.find(([name]) => name === 'EURUSD') ?? []
    expect(euro).toHaveLength(24)
    const { candles = [] } = (await client.post('/api/trading/candles', { symbol: 'EURUSD', seconds: 3600, limit: 24 }))
      .json as { candles?: number[][] }
    expect(euro).toEqual(candles.map((candle) => candle[4]))
    app.clock.advance(5 * 60_000 - 1)
    const loads = vi.spyOn(app.context.market, 'listCandles')
    expect(await list()).toEqual(first)
    expect(loads).not.toHaveBeenCalled()
    app.clock.advance(1)
    loads.mockRejectedValueOnce(new Error('no database'))
    expect((await client.get('/api/trading/day-prices')).status).toBe(500)
    expect(await list()).toHaveLength(first.length)
    loads.mockRestore()
    expect((await (await app.openClient()).get('/api/trading/day-prices')).status).toBe(401)
  })

  test('the payout of a single symbol can differ from its kind', async () => {
    const settings = createSettingsService({ db: app.database.db, clock: app.clock })
    await settings.setSetting('payout_exceptions', { XRPUSD: 70 }, { actor: 'test' })
    app.clock.advance(60_000)
    const { symbols } = marketReply.parse((await client.post('/api/trading/market')).json)
    expect(symbols.find(({ name }) => name === 'XRPUSD')?.payout).toBe(0.7)
    expect(symbols.find(({ name }) => name === 'SOLUSD')?.payout).toBe(0.78)
  })
})

describe('candles', () => {
  const list = async (body: object) => {
    const reply = await client.post('/api/trading/candles', body)
    return reply.json
  }

  test('are the latest before a time, oldest first, in prices', async () => {
    const nowSeconds = app.clock.now().getTime() / 1000
    const { candles } = candlesReply.parse(await list({ symbol: 'EURUSD', seconds: 60, limit: 3 }))
    expect(candles.map(([time]) => time)).toEqual([nowSeconds - 120, nowSeconds - 60, nowSeconds])
    for (const [, open, high, low, close] of candles) {
      expect(open).toBeGreaterThan(0.1)
      expect(Math.min(open, close)).toBeGreaterThanOrEqual(low)
      expect(Math.max(open, close)).toBeLessThanOrEqual(high)
    }
    const before = (nowSeconds - 60) * 1000
    const earlier = candlesReply.parse(await list({ symbol: 'EURUSD', seconds: 60, limit: 1, before }))
    expect(earlier.candles).toEqual(candles.slice(0, 1))
  })

  test('never show a price of the future', async () => {
    const before = app.clock.now().getTime() + 10 * 86_400_000
    const { candles } = candlesReply.parse(await list({ symbol: 'BTCUSD', seconds: 1, limit: 5, before }))
    expect(candles.at(-1)?.[0]).toBe(app.clock.now().getTime() / 1000)
  })

  test('of an unknown symbol are refused, and a wrong length is malformed', async () => {
    expect(await list({ symbol: 'NOPE', seconds: 60, limit: 3 })).toMatchObject({
      return: false,
      error: 'trading.unknown_symbol',
    })
    expect(await list({ symbol: 'EURUSD', seconds: 61, limit: 3 })).toMatchObject({ error: 'errors.malformed' })
    expect(await list({ symbol: 'EURUSD', seconds: 60, limit: 1001 })).toMatchObject({ error: 'errors.malformed' })
  })
})
