import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestDesk, type TestDesk } from '../../test/fixtures/operators/desk-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'
import { listAffiliateFigures } from './affiliates-query.ts'

const app = await startWithdrawalApp()
const { db } = app.database
let desk: TestDesk

beforeAll(async () => {
  const paid = await app.registerFunded({ cash: 50_000 })
  const { withdrawal } = await app.withdraw(paid.client, 200)
  await app.approve(withdrawal?.id ?? '')
  await app.sendPayouts()
  await app.payByCard(paid.userId, 30_000)
  const euro = await app.registerFunded({ cash: 70_000 }, { currency: 'EUR' })
  const old = await app.registerFunded({ cash: 100 })
  await app.payByCard(old.userId, 10_000)
  const without = await app.registerFunded({ cash: 100 })
  await app.payByCard(without.userId, 10_000)
  await app.runAsOwner(`
    update users set affiliate_id = 'one' where id in (${paid.userId}, ${euro.userId}, ${old.userId});
    update users set registered_at = registered_at - interval '8 days' where id = ${old.userId};
    insert into balance_days (user_id, practice, day, tr_type, currency, count, received, paid) values
      (${old.userId}, false, '${app.clock.now().toISOString()}'::date - 8, 'deposit', 'USD', 1, 5000, 0)`)
  desk = await openTestDesk(app)
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const list = (currency: 'USD' | 'EUR', days: number) =>
  listAffiliateFigures(db, { currency, days, now: app.clock.now() })

test('an affiliate has the registrations, first deposits and money of its traders in the period, in one currency', async () => {
  const row = { affiliate: 'one', registrations: 2, paidIn: 40_000, paidOut: 20_000 }
  expect(await list('USD', 1)).toEqual([{ ...row, firstDeposits: 1 }])
  expect(await list('USD', 30)).toEqual([{ ...row, registrations: 3, firstDeposits: 2, paidIn: 45_000 }])
  expect(await list('EUR', 1)).toEqual([
    { affiliate: 'one', registrations: 2, firstDeposits: 0, paidIn: 0, paidOut: 0 },
  ])
})

test('marketing sees affiliates at the desk, support does not', async () => {
  const path = '/api/desk/affiliates?currency=USD&days=7'
  const marketer = await desk.createOperator('marketing')
  expect(await marketer.get(path)).toMatchObject({ return: true, affiliates: expect.any(Array) })
  expect(await (await desk.createOperator('support')).get(path)).toMatchObject({ error: 'desk.no_right' })
})
