import { randomUUID } from 'node:crypto'

import { tradingCalls } from '@tradefront/contract/trading'
import { isSignedBy, parseNote } from '@tradefront/rules/log/signed-note'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'

let app: TradingApp
const roundMs = 15 * minuteMs
beforeAll(async () => {
  app = await startTradingApp({ isSealed: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.startDay('10:02:00')
  await app.runAsOwner('delete from trade_refusals')
})

/** Lists the counts, which visitors can read. */
const list = async () =>
  tradingCalls.listRefusals.reply.parse((await (await app.openClient()).get('/api/trading/refusals')).json).refusals

test('refused purchases are counted by reason, with how they would have ended, practice money apart', async () => {
  const { client } = await app.registerFunded({ cash: 1000 })
  const practice = await app.registerFunded({}, { practice: true })
  await app.buy(practice.client, { stake: 1_000_000 })
  // The trades would start at 10:02:06, and end a minute and five minutes later.
  await app.buy(client, { stake: 500 })
  await app.buy(client, { stake: 500, direction: 'down' })
  await app.buy(client, { stake: 500, expiry: 300 })
  await app.buy(client, { stake: 0.01 })
  expect(await app.buy(client, { symbol: 'NONE', stake: 500 })).toMatchObject({ return: false })
  const count = (code: string, ended: object, number = 1) => ({
    code,
    count: number,
    won: 0,
    lost: 0,
    tie: 0,
    unknown: 0,
    ...ended,
  })
  expect(await list()).toEqual([count('trading.no_money', {}, 3), count('trading.stake_small', {})])
  app.pass(6000, 100_100)
  app.pass(minuteMs, 100_200)
  app.pass(minuteMs - 1)
  await app.runJob('trading.judge_refusals')
  expect((await list())[0]).toEqual(count('trading.no_money', {}, 3))
  app.pass(1)
  await app.runJob('trading.judge_refusals')
  expect(await list()).toEqual([
    count('trading.no_money', { won: 1, lost: 1 }, 3),
    count('trading.stake_small', { won: 1 }),
  ])
  app.pass(3 * minuteMs, 100_100)
  app.pass(minuteMs)
  await app.runJob('trading.judge_refusals')
  expect((await list())[0]).toEqual(count('trading.no_money', { won: 1, lost: 1, tie: 1 }, 3))
})

test('a purchase whose price did not come is counted with its own start, and one without any price as unknown', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  const practice = await app.registerFunded({}, { practice: true })
  await app.buy(client)
  await app.buy(practice.client)
  // The price must end above 99,990, a strike that is not the opening price.
  const expiresAtMs = Math.ceil(app.clock.now().getTime() / roundMs) * roundMs
  const ladder = { symbol: 'EURUSD', direction: 'up', strike: 0.9999, stake: 10, payout: 0.01, tolerance: 0 }
  const order = { ...ladder, expiresAtMs }
  const key = { 'idempotency-key': randomUUID() }
  expect((await client.post('/api/trading/ladder/buy', order, key)).json).toMatchObject({ return: true })
  app.pass(6000, 100_100)
  app.pass(5001, 100_000)
  await app.runJob('trading.fill_orders')
  app.market.setFreeze({ sinceMs: app.clock.now().getTime() })
  await app.buy(client)
  app.market.setFreeze(null)
  app.market.addOutage('EURUSD', app.clock.now().getTime() + minuteMs, app.clock.now().getTime() + 5 * minuteMs)
  app.pass(3 * minuteMs, 100_050)
  await app.runJob('trading.judge_refusals')
  expect(await list()).toEqual(
    [
      { code: 'trading.market_frozen', count: 1, won: 0, lost: 0, tie: 0, unknown: 1 },
      // The price goes from 100,100 at the start to 100,000, and the direction was up.
      { code: 'trading.refused_frozen', count: 2, won: 0, lost: 1, tie: 0, unknown: 0 },
    ].toSorted((one, other) => other.count - one.count),
  )
  app.pass(expiresAtMs - app.clock.now().getTime() + minuteMs)
  await app.runJob('trading.judge_refusals')
  expect((await list())[0]).toMatchObject({ code: 'trading.refused_frozen', won: 1, lost: 1 })
})

test('counts are those of 30 days, and rows of 90 days are deleted', async () => {
  const { client } = await app.registerFunded({ cash: 1000 })
  await app.buy(client, { stake: 500 })
  app.clock.advance(30 * dayMs)
  expect(await list()).toHaveLength(1)
  app.clock.advance(1)
  expect(await list()).toEqual([])
  app.clock.advance(60 * dayMs)
  await app.runJob('trading.judge_refusals')
  expect((await app.database.pool.query('select from trade_refusals')).rowCount).toBe(0)
})

test('the trader gets a receipt that the key of the public log has signed', async () => {
  const { client } = await app.registerFunded({ cash: 1000 })
  const replies = await Promise.all([1, 2].map(() => app.buy(client, { stake: 500 })))
  const { rows } = await app.database.pool.query<{ origin: string; key: Buffer }>(
    'select origin, public_key as key from log_keys',
  )
  const [{ origin, key } = { origin: '', key: Buffer.alloc(0) }] = rows
  expect(rows).toHaveLength(1)
  for (const { receipt = '' } of replies) {
    const note = parseNote(receipt)
    if (note === null) return expect.fail(receipt)
    expect(isSignedBy(note, { name: origin, type: 'note', publicKey: key })).toBe(true)
    const [first, second = '', code, option, refusedAt, entryAt] = note.text.split('\n')
    expect([first, code, option]).toEqual([`${origin}/receipt`, 'trading.no_money', 'EURUSD up'])
    expect(refusedAt).toBe(app.clock.now().toISOString())
    expect(Date.parse(entryAt ?? '') - app.clock.now().getTime()).toBe(6000)
    const stored = await app.database.pool.query('select from trade_refusals where id = $1', [second.split(' ')[1]])
    expect(stored.rowCount).toBe(1)
  }
  const practice = await app.registerFunded({}, { practice: true })
  expect(await app.buy(practice.client, { stake: 1_000_000 })).not.toHaveProperty('receipt')
})
