import type { CommandView } from '@tradefront/contract/desk'
import { tradingCalls } from '@tradefront/contract/trading'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestDesk, type TestDesk, type TestOperator } from '../../../test/fixtures/operators/desk-fixture.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'

let app: TradingApp
let desk: TestDesk
let risk: TestOperator
beforeAll(async () => {
  app = await startTradingApp()
  desk = await openTestDesk(app)
  risk = await desk.createOperator('risk')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})
beforeEach(() => app.startDay('10:00:01'))
afterEach(async () => {
  for (const symbol of ['ALL', 'EURUSD']) await risk.order('trading.resume', { symbol })
})

const listOpen = async (client: Awaited<ReturnType<TradingApp['registerFunded']>>['client']) => {
  const { symbols } = tradingCalls.getMarket.reply.parse((await client.post('/api/trading/market')).json)
  return symbols.filter(({ isOpen }) => isOpen).map(({ name }) => name)
}

test('a stopped symbol is neither bought nor sold, its open trades end, and another one goes on', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  const { trade } = await app.buy(client, { expiry: 3600 })
  expect(await risk.order('trading.stop', { symbol: 'EURUSD' })).toMatchObject({ state: 'done' })
  expect(await app.buy(client, {})).toMatchObject({ error: 'trading.stopped' })
  expect(await app.sell(client, trade?.id ?? '', 0)).toMatchObject({ error: 'trading.stopped' })
  expect(await app.buy(client, { symbol: 'GBPUSD' })).toMatchObject({ return: true })
  expect(await listOpen(client)).not.toContain('EURUSD')
  expect(await listOpen(client)).toContain('GBPUSD')
  expect(await risk.order('trading.resume', { symbol: 'EURUSD' })).toMatchObject({ state: 'done' })
  expect(await app.buy(client, {})).toMatchObject({ return: true })
})

test('one order stops all symbols', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  expect(await risk.order('trading.stop', { symbol: 'ALL' })).toMatchObject({ state: 'done' })
  for (const symbol of ['EURUSD', 'GBPUSD'])
    expect(await app.buy(client, { symbol }), symbol).toMatchObject({ error: 'trading.stopped' })
  expect(await listOpen(client)).toEqual([])
})

test('what is so already is refused, and leaves no entry in the audit trail', async () => {
  expect(await risk.order('trading.resume', { symbol: 'EURUSD' })).toMatchObject({ state: 'refused' })
  await risk.order('trading.stop', { symbol: 'EURUSD' })
  const again = await risk.order('trading.stop', { symbol: 'EURUSD' })
  expect(again).toMatchObject({ state: 'refused', note: 'desk.changed' })
  const entries = (command: CommandView) =>
    app.database.db.selectFrom('audit_log').select('id').where('command_id', '=', command.id).execute()
  expect(await entries(again)).toEqual([])
})

test('a symbol that does not exist cannot be stopped', async () => {
  expect(await risk.order('trading.stop', { symbol: 'EURXYZ' })).toMatchObject({ state: 'refused' })
})

test('a server stops nothing by itself, nor lets trading go on', async () => {
  const { pool } = app.database
  const refused = { constraint: 'trading_stops_ordered' }
  await expect(pool.query(`insert into trading_stops (symbol, began_at) values ('ALL', now())`)).rejects.toMatchObject(
    refused,
  )
  await risk.order('trading.stop', { symbol: 'ALL' })
  await expect(pool.query(`update trading_stops set ended_at = began_at where ended_at is null`)).rejects.toMatchObject(
    refused,
  )
  await expect(pool.query(`delete from trading_stops`)).rejects.toThrow('permission denied')
  // A signature does not help either: what has ended never changes.
  await expect(
    pool.query(`insert into trading_stops (symbol, began_at, ended_at) values ('ALL', now(), now())`),
  ).rejects.toMatchObject({ constraint: 'trading_stops_begin' })
  await risk.order('trading.resume', { symbol: 'ALL' })
  await expect(
    pool.query(`update trading_stops set ended_at = now() where ended_at is not null`),
  ).rejects.toMatchObject({ constraint: 'trading_stops_end' })
})

test('support has no right to it', async () => {
  const support = await desk.createOperator('support')
  expect(await support.request('trading.stop', { symbol: 'ALL' })).toMatchObject({ error: 'desk.no_right' })
})
