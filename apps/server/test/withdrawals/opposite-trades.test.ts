import { randomBytes, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { dayMs } from '../../src/platform/clock.ts'
import { addTestOperators } from '../../src/testing/ops/ops-fixture.ts'
import { runOpsCommand } from '../../src/testing/ops/run-ops-command.ts'
import { startTradingApp, type TradingApp } from '../../src/testing/trading/trading-app.ts'
import { linkTraders } from '../fixtures/link-traders.ts'

const secret = 'a secret that is only good for tests'
let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
  await addTestOperators(app, secret)
  app.startDay()
})
afterAll(() => app.stop())

type Trader = Awaited<ReturnType<TradingApp['registerFunded']>>
const run = (operator: string, argv: string[]) =>
  runOpsCommand(
    { DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey, OPS_OPERATOR: operator, OPS_SECRET: secret },
    argv,
  )
const runAs = (operator: string, ...argv: string[]) => run(operator, [...argv, '--why', 'read the trades', '--yes'])
const show = async (id: string) => (await run('tester', ['withdrawals', 'show', id])).out

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
/** Two trades of the first against one of the other. */
const tradeOpposite = async (one: Trader, other: Trader) => {
  await app.buy(one.client, { direction: 'up', stake: 7 })
  await app.buy(one.client, { direction: 'up', stake: 5.5 })
  await app.buy(other.client, { direction: 'down', stake: 600 })
  app.pass(60_000, 100_010)
  await app.trading.closeTrades()
  app.pass(1000, 100_000)
}

test('a withdrawal after opposite trades of a linked account needs a second operator, once', async () => {
  const [euro, rouble, stranger] = [
    await registerFunded('EUR'),
    await registerFunded('RUB'),
    await registerFunded('RUB'),
  ]
  await linkTraders(app, euro, rouble)
  await tradeOpposite(euro, rouble)
  const first = await withdraw(euro, 200)
  const found = `opposite trades with linked accounts ${rouble.userId} (2 trades, 12.50 EUR)`
  expect(await show(first)).toContain(found)
  const requested = await runAs('tester', 'withdrawals', 'approve', first, '--json')
  const { approval } = JSON.parse(requested.out) as { approval: number }
  expect(await show(first)).toContain('waiting_approval')
  expect((await runAs('anna', 'approvals', 'approve', String(approval))).code).toBe(0)
  const { rows } = await app.database.pool.query<{ detail: { after: unknown } }>(
    `select detail from audit_log where subject = $1 and action = 'withdrawal.approve'`,
    [`withdrawal:${first}`],
  )
  expect(rows).toMatchObject([{ detail: { after: { opposite: [{ userId: rouble.userId, trades: 2, stake: 1250 }] } } }])

  // What was reviewed is not reviewed again.
  app.clock.advance(1000)
  const second = await withdraw(euro, 200)
  expect(await show(second)).not.toContain('opposite')
  expect((await runAs('tester', 'withdrawals', 'approve', second)).out).toContain('Approved')

  const other = await withdraw(stranger, 12_000)
  expect(await show(other)).not.toContain('opposite')
})

test('accounts at one address are not taken for one person', async () => {
  const [euro, rouble] = [await registerFunded('EUR'), await registerFunded('RUB')]
  await linkTraders(app, euro, rouble, 'address')
  await tradeOpposite(euro, rouble)
  expect(await show(await withdraw(euro, 200))).not.toContain('opposite')
})
