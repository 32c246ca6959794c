import { randomBytes, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { dayMs } from '../../src/platform/clock.ts'
import { runOpsCommand } from '../fixtures/ops/run-ops-command.ts'
import { startTradingApp, type TradingApp } from '../fixtures/trading/trading-app.ts'
import { linkTraders } from '../fixtures/link-traders.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
  app.startDay()
})
afterAll(() => app.stop())

type Trader = Awaited<ReturnType<TradingApp['registerFunded']>>
const run = (argv: readonly string[], answer?: string) =>
  runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey }, argv, answer)
const approve = (id: string, answer?: string) =>
  run(['withdrawals', 'approve', id, '--why', 'read the trades', ...(answer === undefined ? ['--yes'] : [])], answer)
const show = async (id: string) => (await run(['withdrawals', 'show', id])).out

const registerFunded = async (currency: 'EUR' | 'RUB') => {
  const trader = await app.registerFunded({ cash: 10_000_000 }, { currency })
  const now = app.clock.now()
  const { db } = app.database
  await db.updateTable('users').set({ verification: 'Full' }).where('id', '=', trader.userId).execute()
  const at = { created_at: new Date(now.getTime() - dayMs), usable_from: now, proved_at: now }
  const place = { method: 'bank', account: 'GB29NWBK60161331926819', state: 'proved', code_hash: randomBytes(32) }
  const destination = { id: randomUUID(), user_id: trader.userId, ...place, ...at }
  await db.insertInto('withdrawal_destinations').values(destination).execute()
  return trader
}
const withdraw = async ({ client }: Trader, amount: number): Promise<string> => {
  await client.post('/api/withdrawal', { amount, method: 'bank' })
  const { json } = await client.post('/api/withdrawal/final', { is_bonus: 0, password: 'correct horse' })
  return (json as { withdrawal: { id: string } }).withdrawal.id
}
const sumTurnover = async ({ userId }: Trader) =>
  (
    await app.database.pool.query<{ sum: number }>(
      'select coalesce(sum(amount), 0)::bigint as sum from turnover_events where user_id = $1',
      [userId],
    )
  ).rows[0]?.sum
/** Makes two trades of the first trader against one of the other. */
const tradeOpposite = async (one: Trader, other: Trader) => {
  await app.buy(one.client, { direction: 'up', stake: 7 })
  await app.buy(one.client, { direction: 'up', stake: 5.5 })
  await app.buy(other.client, { direction: 'down', stake: 600 })
  app.pass(60_000, 100_010)
  await app.runJob('trading.close_trades')
  app.pass(1000, 100_000)
}

test('opposite trades of a linked account are named before a withdrawal is approved, once', async () => {
  const [euro, rouble, stranger] = [
    await registerFunded('EUR'),
    await registerFunded('RUB'),
    await registerFunded('RUB'),
  ]
  await linkTraders(app, euro, rouble)
  await tradeOpposite(euro, rouble)
  const first = await withdraw(euro, 200)
  const found = `opposite trades with related accounts ${rouble.userId} (2 trades, 12.50 EUR)`
  expect(await show(first)).toContain(found)
  expect((await approve(first, 'y')).asked).toContain(
    `Review: ${found}.\nThis is an emergency without a second operator`,
  )
  const { rows } = await app.database.pool.query<{ detail: { after: unknown } }>(
    `select detail from audit_log where subject = $1 and action = 'withdrawal.approve'`,
    [`withdrawal:${first}`],
  )
  expect(rows).toMatchObject([{ detail: { after: { opposite: [{ userId: rouble.userId, trades: 2, stake: 1250 }] } } }])

  // Reviewed trades are not reviewed again.
  app.clock.advance(1000)
  const second = await withdraw(euro, 200)
  expect(await show(second)).not.toContain('opposite')
  expect((await approve(second)).out).toContain('Approved')

  const other = await withdraw(stranger, 12_000)
  expect(await show(other)).not.toContain('opposite')
})

test('accounts at one address are not taken for one person', async () => {
  const [euro, rouble] = [await registerFunded('EUR'), await registerFunded('RUB')]
  await linkTraders(app, euro, rouble, 'address')
  await tradeOpposite(euro, rouble)
  expect(await show(await withdraw(euro, 200))).not.toContain('opposite')
})

test('accounts that are linked after their trades are reviewed like those that were linked before, and trades count once', async () => {
  const [euro, rouble] = [await registerFunded('EUR'), await registerFunded('RUB')]
  await tradeOpposite(euro, rouble)
  const first = await withdraw(euro, 200)
  expect(await show(first)).not.toContain('opposite')
  await linkTraders(app, euro, rouble, 'payee')
  expect(await show(first)).toContain(`related accounts ${rouble.userId} (2 trades, 12.50 EUR)`)
  // These trades are known to be opposite when they close.
  await tradeOpposite(euro, rouble)
  expect(await show(first)).toContain(`related accounts ${rouble.userId} (4 trades, 25.00 EUR)`)
  expect(await show(await withdraw(rouble, 12_000))).toContain(
    `related accounts ${euro.userId} (2 trades, 1200.00 RUB)`,
  )
})

test('a mark that two accounts share after an approval has the trades of before it reviewed, with this account only', async () => {
  const [euro, known, unknown] = [await registerFunded('EUR'), await registerFunded('RUB'), await registerFunded('RUB')]
  await linkTraders(app, euro, known, 'phone')
  await tradeOpposite(euro, known)
  await tradeOpposite(euro, unknown)
  const first = await withdraw(euro, 200)
  expect(await show(first)).toContain(`related accounts ${known.userId} (2 trades, 12.50 EUR)`)
  await approve(first)
  app.clock.advance(1000)
  const second = await withdraw(euro, 200)
  expect(await show(second)).not.toContain('opposite')
  await linkTraders(app, euro, unknown, 'payee', [])
  expect(await show(second)).toContain(`related accounts ${unknown.userId} (2 trades, 12.50 EUR)`)
  await tradeOpposite(euro, known)
  const third = await withdraw(euro, 200)
  const both = await show(third)
  expect(both).toContain(`${known.userId} (2 trades, 12.50 EUR)`)
  expect(both).toContain(`${unknown.userId} (2 trades, 12.50 EUR)`)
  await approve(third)
  app.clock.advance(1000)
  expect(await show(await withdraw(euro, 200))).not.toContain('opposite')
})

test.each(['phone', 'card', 'payee'] as const)(
  'a %s that one of two accounts has only typed is reviewed and voids nothing',
  async (kind) => {
    const [euro, rouble] = [await registerFunded('EUR'), await registerFunded('RUB')]
    await linkTraders(app, euro, rouble, kind, kind === 'phone' ? [] : [euro])
    await tradeOpposite(euro, rouble)
    expect([await sumTurnover(euro), await sumTurnover(rouble)]).toEqual([1250, 60_000])
    for (const [trader, other, amount] of [
      [euro, rouble, 200],
      [rouble, euro, 12_000],
    ] as const)
      expect(await show(await withdraw(trader, amount))).toContain(`related accounts ${other.userId} (`)
  },
)

test('only trades on the same symbol in the other direction at the same time are reviewed, also while the other one is open', async () => {
  const [euro, rouble] = [await registerFunded('EUR'), await registerFunded('RUB')]
  await linkTraders(app, euro, rouble, 'phone')
  app.market.setPrice('GBPUSD', 100_000, app.clock.now().getTime())
  await app.buy(euro.client, { direction: 'up', stake: 7 })
  await app.buy(rouble.client, { direction: 'up', stake: 600 })
  await app.buy(rouble.client, { direction: 'down', symbol: 'GBPUSD', stake: 600 })
  app.pass(60_000, 100_010)
  await app.runJob('trading.close_trades')
  // Each trade begins when one in the other direction has ended.
  app.market.setPrice('EURUSD', 100_000, app.clock.now().getTime())
  await app.buy(rouble.client, { direction: 'down', stake: 600, expiry: 3600 })
  await app.buy(euro.client, { direction: 'down', stake: 7 })
  app.pass(60_000, 100_010)
  await app.runJob('trading.close_trades')
  const id = await withdraw(euro, 200)
  expect(await show(id)).not.toContain('opposite')
  app.pass(1000, 100_000)
  await app.buy(euro.client, { direction: 'up', stake: 9 })
  app.pass(60_000, 100_010)
  await app.runJob('trading.close_trades')
  expect(await show(id)).toContain(`related accounts ${rouble.userId} (1 trades, 9.00 EUR)`)
})

const readOpposite = async ({ userId }: Trader) =>
  app.database.db
    .selectFrom('trades')
    .select(['direction', 'opposite_user_id as oppositeId'])
    .where('user_id', '=', userId)
    .orderBy('direction')
    .execute()

test('a trade that is opposite to an own one and to one of a linked account names the linked account', async () => {
  const [euro, rouble] = [await registerFunded('EUR'), await registerFunded('RUB')]
  await linkTraders(app, euro, rouble)
  app.pass(1000, 100_000)
  await app.buy(euro.client, { direction: 'up', stake: 7 })
  await app.buy(rouble.client, { direction: 'up', stake: 600 })
  await app.buy(rouble.client, { direction: 'down', stake: 600 })
  app.pass(60_000, 100_010)
  await app.runJob('trading.close_trades')
  expect(await readOpposite(rouble)).toEqual([
    { direction: 'down', oppositeId: euro.userId },
    { direction: 'up', oppositeId: rouble.userId },
  ])
})

test('trades with practice money are opposite to no other, whether they are open or closed', async () => {
  const euro = await registerFunded('EUR')
  const practice = await app.registerFunded({}, { practice: true })
  await linkTraders(app, euro, practice)
  app.pass(1000, 100_000)
  await app.buy(euro.client, { direction: 'up', stake: 7 })
  for (const expiry of [30, 60]) await app.buy(practice.client, { direction: 'down', stake: 10, expiry })
  for (const points of [100_010, 100_020]) {
    app.pass(30_000, points)
    await app.runJob('trading.close_trades')
  }
  expect(await readOpposite(practice)).toMatchObject([{}, {}])
  expect(await readOpposite(euro)).toEqual([{ direction: 'up', oppositeId: null }])
  expect(await show(await withdraw(euro, 200))).not.toContain('opposite')
})
