import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { systemClock } from '../../platform/clock.ts'
import { buildSuccess, createDepositFixture } from '../../testing/deposits/deposit-fixture.ts'
import { createCheckBooks } from './check-books.ts'

let fixture: Awaited<ReturnType<typeof createDepositFixture>>
let deposit: Awaited<ReturnType<typeof fixture.insertPendingDeposit>>

beforeAll(async () => {
  fixture = await createDepositFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.query('delete from alerts')
  deposit = await fixture.insertPendingDeposit()
  await fixture.applyResult(deposit.reference, buildSuccess())
  const other = await fixture.insertPendingDeposit()
  await fixture.applyResult(other.reference, buildSuccess({ money: { amount: 90_000, currency: 'EUR' } }))
})

const checkBooks = () =>
  createCheckBooks({ db: fixture.database.db, reports: fixture.database.reports, clock: systemClock })()
const listAlerts = () =>
  fixture.query(`select kind, subject, detail from alerts where kind = 'ledger.difference' order by id`)

test('books that agree raise nothing', async () => {
  await checkBooks()
  expect(await listAlerts()).toEqual([])
})

test.each([
  [
    'a balance that is not the sum of its lines',
    () => `update ledger_balances set amount = amount + 1 where user_id = ${deposit.userId}`,
    () => ({ subject: `balance:${deposit.userId}/cash/USD`, detail: { expected: 100_000, actual: 100_001 } }),
  ],
  [
    'an entry that does not balance',
    () => `update ledger_lines set amount = amount - 5 where account = 'clearing:ORANGE' and currency = 'USD'
             and entry_id = (select id from ledger_entries where attempt_id = ${deposit.attemptId})`,
    () => ({ detail: { expected: 0, actual: -5 } }),
  ],
  [
    'a capture of another amount than its entry',
    () => `update captures set amount = amount + 7 where attempt_id = ${deposit.attemptId}`,
    () => ({ subject: `attempt:${deposit.attemptId}`, detail: { expected: 100_007, actual: 100_000 } }),
  ],
])('%s raises an alert with the numbers, once', async (_name, change, alert) => {
  const tables = ['ledger_balances', 'ledger_lines', 'captures']
  const each = (state: string) => tables.map((table) => `alter table ${table} ${state} trigger user`).join(';')
  await fixture.runAsOwner(`${each('disable')};${change()};${each('enable')}`)
  await checkBooks()
  await checkBooks()
  expect(await listAlerts()).toContainEqual(expect.objectContaining({ kind: 'ledger.difference', ...alert() }))
  const subjects = (await listAlerts()).map((row) => Object(row).subject)
  expect(new Set(subjects).size).toBe(subjects.length)
  await fixture.runAsOwner(`${each('disable')};
    update ledger_balances set amount = 100000 where user_id = ${deposit.userId};
    update captures set amount = 100000 where attempt_id = ${deposit.attemptId};
    update ledger_lines set amount = -100000 where account = 'clearing:ORANGE' and currency = 'USD'
       and entry_id = (select id from ledger_entries where attempt_id = ${deposit.attemptId});${each('enable')}`)
})
