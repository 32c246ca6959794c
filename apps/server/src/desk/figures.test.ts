import { figureCalls } from '@tradefront/contract/desk-figures'
import type { Currency } from '@tradefront/rules/ledger/money'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestDesk, type TestDesk } from '../../test/fixtures/operators/desk-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'
import { dayMs } from '../platform/clock.ts'
import { listDayFigures, listExposures, listProcessorFigures, listSymbolFigures } from './figures-query.ts'

const app = await startWithdrawalApp()
const { db } = app.database
let desk: TestDesk

beforeAll(async () => {
  // An approval without the desk is one of an emergency, which the desk of the tests ends.
  const { client, userId } = await app.registerFunded({ cash: 50_000 })
  const { withdrawal } = await app.withdraw(client, 200)
  await app.approve(withdrawal?.id ?? '')
  await app.sendPayouts()
  const attempt = await app.payByCard(userId, 30_000)
  await app.payByCard(userId, 10_000)
  await app.takeBack(attempt)
  const euro = await app.registerFunded({ cash: 70_000 }, { currency: 'EUR' })
  const day = (offset: number) => `'${app.clock.now().toISOString()}'::date - ${offset}`
  const minute = `date_trunc('minute', '${app.clock.now().toISOString()}'::timestamptz)`
  await app.runAsOwner(`
    insert into trade_days (user_id, practice, day, symbol, direction, state, currency, count, stake, returned) values
      (${userId}, false, ${day(0)}, 'EURUSD', 'up', 'won', 'USD', 1, 1000, 1820),
      (${userId}, false, ${day(0)}, 'XAUUSD', 'up', 'lost', 'USD', 2, 5000, 0),
      (${userId}, false, ${day(0)}, 'XAUUSD', 'up', 'refused', 'USD', 9, 9000, 9000),
      (${userId}, true, ${day(0)}, 'XAUUSD', 'up', 'lost', 'USD', 9, 9000, 0),
      (${euro.userId}, false, ${day(0)}, 'XAUUSD', 'up', 'lost', 'EUR', 1, 700, 0),
      (${userId}, false, ${day(6)}, 'EURUSD', 'up', 'lost', 'USD', 1, 300, 0),
      (${userId}, false, ${day(7)}, 'EURUSD', 'up', 'lost', 'USD', 1, 400, 0);
    insert into balance_days (user_id, practice, day, tr_type, currency, count, received, paid)
      values (${userId}, false, ${day(9)}, 'deposit', 'EUR', 1, 5, 0);
    insert into trade_exposures (symbol, minute, direction, loss, loss_max) values
      ('EURUSD', ${minute} + interval '3 minutes', 'up', 500, 10000),
      ('EURUSD', ${minute} + interval '4 minutes', 'down', 900, 10000),
      ('EURUSD', ${minute} - interval '4 minutes', 'down', 5000, 10000),
      ('XAUUSD', ${minute} + interval '4 minutes', 'down', 0, 10000)`)
  desk = await openTestDesk(app)
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const period = (currency: Currency, days: number) => ({ currency, days, now: app.clock.now() })

test('a day has what came in and left, in one currency, without practice and refused trades', async () => {
  const days = await listDayFigures(db, period('USD', 1))
  expect(days).toHaveLength(1)
  expect(days[0]).toMatchObject({
    // What the fixture puts into an account is a correction, too.
    registrations: 2,
    firstDeposits: 1,
    paidIn: 40_000,
    takenBack: 30_000 - 50_000,
    trades: 3,
    stakes: 6000,
    houseResult: 4180,
  })
  const { paidOut = 0, fees = 0 } = days[0] ?? {}
  expect(paidOut).toBeGreaterThan(0)
  expect(paidOut + fees).toBe(20_000)
  expect(await listSymbolFigures(db, period('USD', 1))).toEqual([
    { symbol: 'XAUUSD', trades: 2, stakes: 5000, houseResult: 5000 },
    { symbol: 'EURUSD', trades: 1, stakes: 1000, houseResult: -820 },
  ])
  expect(await listProcessorFigures(db, period('USD', 1))).toMatchObject([{ asked: 2, approved: 2 }])
  expect(await listDayFigures(db, period('EUR', 1))).toMatchObject([{ paidIn: 0, houseResult: 700, trades: 1 }])
})

test('a week begins with the seventh day', async () => {
  const days = await listDayFigures(db, period('USD', 7))
  expect(days.map(({ houseResult }) => houseResult)).toEqual([300, 0, 0, 0, 0, 0, 4180])
})

test('the exposure of a symbol is its worst minute from now on', async () => {
  expect(await listExposures(db, app.clock.now())).toMatchObject([{ symbol: 'EURUSD', loss: 900, lossMax: 10_000 }])
})

test('the desk shows them with the days before for comparison, and not to support', async () => {
  const path = `${figureCalls.getFigures.path}?currency=USD&days=7`
  const finance = await desk.createOperator('finance')
  const { days, before } = (await finance.get(path)) as unknown as { days: unknown[]; before: { day: string }[] }
  expect([days.length, before.length]).toEqual([7, 7])
  const now = Date.now()
  expect(before.at(-1)?.day).toBe(new Date(now - 7 * dayMs).toISOString().slice(0, 10))
  const support = await desk.createOperator('support', 'documents', 'admin')
  expect(await support.get(path)).toMatchObject({ return: false, error: 'desk.no_right' })
})
