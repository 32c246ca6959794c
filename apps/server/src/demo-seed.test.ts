import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hasDemoData, seedDemoAccounts, seedDemoCodes, seedDemoData, seedDemoHeldRate } from './demo-seed.ts'
import { demoCaseTrader, seedDemoDeposits } from './demo-deposits.ts'
import { seedDemoStatements } from './demo-statements.ts'
import { ROLES } from '@tradefront/local-postgres/roles'
import { demoLogins } from './demo-data.ts'
import { type DepositQueue, depositQueues } from '@tradefront/contract/desk-money'
import { type TestApp, startTestApp } from '../test/fixtures/app/test-app.ts'
import { countRows } from '../test/fixtures/app/bad-input.ts'
import { listChargebacks, listDeskDeposits } from './modules/deposits/desk-query.ts'
import { seedDemoPrizes } from './modules/tournaments/demo-prizes.ts'
import { listDeskPrizes } from './modules/tournaments/desk-query.ts'
import { listBankPayments } from './modules/deposits/bank/desk-query.ts'
import { listHeldRates } from './modules/rates/rate-store.ts'
import { seedDemoTrades } from './modules/trading/demo-trades.ts'
import { findDeskTrade } from './modules/trading/desk-trades.ts'
import { seedDemoWithdrawal } from './modules/withdrawal/demo-withdrawal.ts'
import { listWithdrawals } from './modules/withdrawal/desk-query.ts'
import { listStatementDays } from './modules/deposits/statements/desk-query.ts'
import { creditDeposit, openDeposit } from '../test/fixtures/promo/promo-fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('demo data is inserted once, even if several servers start at once', async () => {
  const { db } = app.database
  expect(await hasDemoData(db)).toBe(false)
  await Promise.all([seedDemoData(db, app.clock), seedDemoData(db, app.clock)])
  expect(await hasDemoData(db)).toBe(true)
  const rows = await countRows(db)
  // Each trader has practice money, and each captured deposit is credited.
  expect(rows).toMatchObject({ users: 3, deposits: 5, captures: 4, ledger_entries: 7, wagering_requirements: 3 })
  await seedDemoData(db, app.clock)
  expect(await countRows(db)).toEqual(rows)
})

test('the demo codes can be used: one is entered, one is offered after the first deposit', async () => {
  const { db } = app.database
  await seedDemoCodes(db, app.clock)
  await seedDemoCodes(db, app.clock)
  app.clock.advance(1000)
  const { client, userId } = await app.registerTrader()
  expect((await client.post('/api/promo', { promo: 'SPRING30' })).json).toMatchObject({ return: true, state: 'stored' })
  await creditDeposit(app, await openDeposit(app, userId))
  expect((await client.post('/api/offers')).json).toMatchObject({ offers: [{ name: 'limited', percent: 50 }] })
})

test('the demo accounts show the tabs of bank transfers and WebMoney, and keep those of the operator', async () => {
  const { db } = app.database
  const mine = { name: 'webmoney_wmz', value: JSON.stringify('Z123'), changed_at: app.clock.now() }
  await db.insertInto('settings').values(mine).execute()
  await seedDemoAccounts(db, app.clock)
  app.clock.advance(2000)
  const { client } = await app.registerTrader()
  expect((await client.get('/api/boot')).json).toMatchObject({
    settings: { claimAccounts: { bank: expect.stringContaining('Example Bank'), wmz: 'Z123', wmr: 'R000000000000' } },
  })
})

test('the demo traders have won prizes that wait for operators', async () => {
  const { db } = app.database
  await seedDemoPrizes(db, app.clock)
  expect(await listDeskPrizes(db)).toMatchObject([
    { kind: 'cash', rank: 1, amount: 1_000_000, trader: { email: 'olivia@demo.example' } },
    { kind: 'item', rank: 2, item: 'iPad', trader: { email: 'lukas@demo.example' } },
  ])
})

test('every demo trader can log in and has their own history', async () => {
  const records = await Promise.all(
    demoLogins.map(async ({ email, password }) => {
      const client = await app.openClient()
      await client.login(email, password)
      return (await client.post('/api/fraud/user')).json
    }),
  )
  expect(records).toMatchObject([
    {
      user: {
        country: 'AU',
        currency: 'USD',
        language: 'en',
        verification: 'Full',
        cardRisk: false,
        amount: 2400,
        available: 2400,
        bonus_summ: 700,
        finCreditTurnover: 1700,
        First: { amount: 500 },
        deposit: 1200,
        orderTurnover: 21000,
        turnover: 8400,
        min_deposit: 250,
      },
    },
    {
      user: {
        country: 'DE',
        currency: 'EUR',
        language: 'en',
        amount: 300,
        bonus_summ: 0,
        orderTurnover: 0,
        finCreditTurnover: 300,
      },
    },
    {
      user: {
        country: 'RU',
        currency: 'RUB',
        language: 'ru',
        verification: 'None',
        cardRisk: true,
        amount: 24_000,
        bonus_summ: 4000,
        orderTurnover: 120_000,
        turnover: 6000,
        min_deposit: 15_000,
      },
    },
  ])
})

test('the ledger of the demo data balances', async () => {
  const { rows } = await sql<{
    sum: number
  }>`select sum(amount)::bigint as sum from ledger_lines group by currency`.execute(app.database.db)
  expect(rows.map(({ sum }) => sum)).toEqual([0, 0, 0])
})

test('each queue of deposits at the desk has a demo case, and there is a chargeback', async () => {
  const { db } = app.database
  await Promise.all([seedDemoDeposits(db, app.clock), seedDemoDeposits(db, app.clock)])
  const count = async (queue: DepositQueue) => (await listDeskDeposits(db, queue, undefined)).length
  expect(await Promise.all(depositQueues.slice(0, 4).map(count))).toEqual([3, 1, 1, 1])
  expect(await listChargebacks(db, 'open')).toMatchObject([{ amount: 60_000, state: 'open' }])
})

test('a withdrawal waits at the desk, two trades can be voided, and a rate is held', async () => {
  const { db } = app.database
  for (const _time of [1, 2]) {
    await seedDemoTrades(db, demoCaseTrader, app.clock)
    await seedDemoHeldRate(db, app.clock)
  }
  await seedDemoWithdrawal(app.context, demoCaseTrader)
  expect(await listWithdrawals(db, 'waiting_approval', undefined)).toMatchObject([{ method: 'bank', amount: 20_000 }])
  const { rows } = await sql<{ id: string }>`select id from trades order by opened_at`.execute(db)
  const trades = await Promise.all(rows.map(({ id }) => findDeskTrade(db, id)))
  expect(trades).toMatchObject([
    { state: 'lost', obstacle: null, void: { change: 20_000 } },
    { state: 'won', obstacle: null, void: { change: -16_400 } },
  ])
  expect(await listHeldRates(db)).toMatchObject([{ code: 'DSH', rate: 32 }])
})

test('statements at the desk have a demo day with differences, and a payment to the bank that was reported', async () => {
  const { db } = app.database
  // The seed runs as the owner.
  await app.runAsOwner(`grant insert on bank_payments to ${ROLES.app}`)
  await seedDemoStatements(db, app.clock)
  await seedDemoStatements(db, app.clock)
  expect(await listStatementDays(db)).toMatchObject([
    { processors: 2, waiting: 0, open: 2 },
    { processors: 2, waiting: 0, open: 0 },
  ])
  const { payments } = await listBankPayments(db, 'waiting', undefined)
  expect(payments.map(({ proposals }) => proposals.map(({ agrees }) => agrees))).toEqual([
    [],
    [{ reference: true, amount: true, currency: true }],
  ])
})
