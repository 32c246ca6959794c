import { randomUUID } from 'node:crypto'

import { tradingCalls } from '@tradefront/contract/trading'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { createSettingsService, type Settings } from '../settings/service.ts'
import { buyTrade } from './buy-trade.ts'
import { sellTrade } from './sell-trade.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())
beforeEach(() => app.startDay('10:00:01'))

const setPauses = async (...pauses: Settings['market_pauses']) => {
  await createSettingsService({ db: app.database.db, clock: app.clock }).setSetting('market_pauses', pauses, {
    actor: 'operator:anna',
  })
  // Settings are read again after a second.
  app.clock.advance(1000)
}
const getTime = (time: string) => `${app.clock.now().toISOString().slice(0, 10)}T${time}Z`
const pause = (from: string, to: string, symbol = 'EURUSD') => ({ symbol, from: getTime(from), to: getTime(to) })

test('in a pause, nothing is bought or sold, and the page knows when it ends', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  const { trade } = await app.buy(client, { expiry: 14_400 })
  await setPauses(pause('10:30:00', '11:00:00'))
  app.setTime('10:30:00')
  expect(await app.buy(client, { expiry: 14_400 })).toMatchObject({ error: 'trading.market_closed' })
  expect(await app.sell(client, trade?.id ?? '', 0)).toMatchObject({ error: 'trading.market_closed' })
  const { symbols } = tradingCalls.getMarket.reply.parse((await client.post('/api/trading/market')).json)
  const find = (name: string) => symbols.find((symbol) => symbol.name === name)
  const [from, to] = [Date.parse(getTime('10:30:00')), Date.parse(getTime('11:00:00'))]
  expect(find('EURUSD')).toMatchObject({ isOpen: false, changesAtMs: to, closed: [{ fromMs: from, toMs: to }] })
  expect(find('GBPUSD')).toMatchObject({ isOpen: true, closed: [] })
  expect(await app.buy(client, { symbol: 'GBPUSD' })).toMatchObject({ return: true })
  app.setTime('11:00:00')
  expect(await app.buy(client, { expiry: 60 })).toMatchObject({ return: true })
  expect(await app.sell(client, trade?.id ?? '', 0)).toMatchObject({ return: true })
})

test('before a pause, nothing is bought or sold that ends in it', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  const before = await app.buy(client, { expiry: 3600 })
  await setPauses(pause('10:45:00', '11:15:00', 'all'), pause('14:00:00', '14:30:00', 'GBPUSD'))
  expect(await app.buy(client, { expiry: 3600 })).toMatchObject({ error: 'trading.expiry_closed' })
  expect(await app.buy(client, { symbol: 'GBPUSD', expiry: 14_400 })).toMatchObject({ error: 'trading.expiry_closed' })
  expect(await app.buy(client, { expiry: 14_400 })).toMatchObject({ return: true })
  expect(await app.sell(client, before.trade?.id ?? '', 0)).toMatchObject({ error: 'trading.sale_no_close' })
  // An operator can take the pause back.
  await setPauses()
  expect(await app.sell(client, before.trade?.id ?? '', 0)).toMatchObject({ return: true })
})

test('of a stream, neither is what ends in the minute before a pause or after it', async () => {
  const { userId } = await app.registerFunded({ cash: 5000 })
  await setPauses(pause('10:45:00', '10:50:00'))
  const context = app.createContext({ closingSpanMs: 5000, findDayStart: async () => null })
  const order = { symbol: 'EURUSD', direction: 'up', stake: 1, expiry: 900, price: 1, tolerance: 0 } as const
  const buyAt = (time: string) => {
    app.setTime(time)
    return buyTrade(context, { id: userId, isPractice: false }, order, randomUUID())
  }
  expect(await buyAt('10:29:59.800')).toMatchObject({ ok: true })
  for (const time of ['10:29:59.801', '10:31:00', '10:35:00', '10:35:04.800'])
    expect(await buyAt(time), time).toMatchObject({ ok: false, code: 'trading.expiry_closed' })
  const bought = await buyAt('10:35:04.801')
  expect(bought).toMatchObject({ ok: true })
  const { id } = bought.ok ? bought.value : { id: '' }
  app.setTime('10:49:59.999')
  expect(await sellTrade(context, { id: userId, isPractice: false }, id, 0)).toMatchObject({ ok: false })
})

test('the setting takes only times in UTC of which the first is earlier', async () => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  const by = { actor: 'operator:anna' }
  for (const wrong of [
    { symbol: 'EURUSD', from: '2026-12-05T06:00:00Z', to: '2026-12-05T06:00:00Z' },
    { symbol: 'EURUSD', from: '2026-12-05T06:00:00', to: '2026-12-05T08:00:00' },
    { symbol: 'NOPE', from: '2026-12-05T06:00:00Z', to: '2026-12-05T08:00:00Z' },
  ])
    expect(await settings.setTypedSetting('market_pauses', [wrong], by)).toMatchObject({ ok: false })
  expect(await settings.setTypedSetting('market_pauses', [], by)).toMatchObject({ ok: true })
})
