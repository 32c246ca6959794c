import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { buildSuccess, createDepositsFixture } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { buildTransferLines, findLedgerDifferences, postEntry } from '../ledger/service.ts'
import { checkLedgerEntries } from './check-ledger-entries.ts'

let fixture: Awaited<ReturnType<typeof createDepositsFixture>>
let deposit: Awaited<ReturnType<typeof fixture.insertAttempt>>

beforeAll(async () => {
  fixture = await createDepositsFixture()
  // The ids are high, so that the compared rows are in several pieces.
  await fixture.runAsOwner(`
    select setval(pg_get_serial_sequence('users', 'id'), 4999), setval(pg_get_serial_sequence('attempts', 'id'), 19999),
           setval(pg_get_serial_sequence('ledger_entries', 'id'), 19999)`)
})
beforeEach(async () => {
  await fixture.query('delete from alerts')
  deposit = await fixture.insertAttempt()
  await fixture.applyResult(deposit.reference, buildSuccess())
  const other = await fixture.insertAttempt()
  await fixture.applyResult(other.reference, buildSuccess({ money: { amount: 90_000, currency: 'EUR' } }))
})

const listAlerts = () =>
  fixture.query(`select kind, subject, detail from alerts where kind = 'ledger.difference' order by id`)

test('ledger entries that agree raise nothing, those of a bonus and of another trader included', async () => {
  const promoted = await fixture.insertAttempt({ bonus: 5000 })
  await fixture.applyResult(promoted.reference, buildSuccess())
  await checkLedgerEntries(fixture.context)
  expect(await listAlerts()).toEqual([])
})

/** Books what the trader has spent since. */
const spend = (amount: number) =>
  postEntry(fixture.database.db, {
    kind: 'test',
    subject: `test:${deposit.depositId}`,
    at: new Date(),
    lines: buildTransferLines(
      { account: 'cash', userId: deposit.userId },
      { account: 'payout', userId: null },
      amount,
      'USD',
    ),
  })

describe('money that was reversed or taken back', () => {
  const by = { actor: 'Anna', osUser: 'tester', reason: 'as the bank said' }
  const key = () => ({ attemptId: deposit.id, number: 1 })

  test.each([
    ['reversed', 0, async () => fixture.reverseCredit(await fixture.readDeposit(deposit), key(), by)],
    [
      'reversed after a part was spent',
      30_000,
      async () => fixture.reverseCredit(await fixture.readDeposit(deposit), key(), by),
    ],
    ['taken back', 0, () => fixture.applyResult(deposit.reference, buildSuccess({ takenBackAs: 'chargeback' }))],
    [
      'taken back after all was spent',
      100_000,
      () => fixture.applyResult(deposit.reference, buildSuccess({ takenBackAs: 'refunded' })),
    ],
  ])('agrees if it was %s', async (_what, spent, undo) => {
    if (spent > 0) await spend(spent)
    await undo()
    expect((await fixture.readDeposit(deposit)).captures).toMatchObject([{ movement: 2 }])
    await checkLedgerEntries(fixture.context)
    expect(await listAlerts()).toEqual([])
  })

  test('agrees if a second charge in suspense was reversed', async () => {
    await fixture.applyResult(deposit.reference, buildSuccess({ processorReference: 'psp_2' }))
    await fixture.reverseSuspense({ attemptId: deposit.id, number: 2 }, by)
    await checkLedgerEntries(fixture.context)
    expect(await listAlerts()).toEqual([])
  })

  test.each(['reversed', 'taken_back'])(
    'raises an alert if a capture says %s and nothing was booked',
    async (status) => {
      await fixture.runAsOwner('alter table captures disable trigger user')
      await fixture.query('update captures set status = $1, movement = 2 where attempt_id = $2', [status, deposit.id])
      await fixture.runAsOwner('alter table captures enable trigger user')
      await checkLedgerEntries(fixture.context)
      const subject = `attempt:${deposit.id}`
      expect(await listAlerts()).toEqual([expect.objectContaining({ subject })])
      await fixture.runAsOwner('alter table captures disable trigger user')
      await fixture.query(`update captures set status = 'credited', movement = 1 where attempt_id = $1`, [deposit.id])
      await fixture.runAsOwner('alter table captures enable trigger user')
    },
  )
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
             and entry_id = (select id from ledger_entries where attempt_id = ${deposit.id})`,
    () => ({ detail: { expected: 0, actual: -5 } }),
  ],
  [
    'a capture of another amount than its entry',
    () => `update captures set amount = amount + 7 where attempt_id = ${deposit.id}`,
    () => ({ subject: `attempt:${deposit.id}`, detail: { expected: 100_007, actual: 100_000 } }),
  ],
])('%s raises an alert with the numbers, once', async (_name, change, alert) => {
  const tables = ['ledger_balances', 'ledger_lines', 'captures']
  const each = (state: string) => tables.map((table) => `alter table ${table} ${state} trigger user`).join(';')
  await fixture.runAsOwner(`${each('disable')};${change()};${each('enable')}`)
  await checkLedgerEntries(fixture.context)
  await checkLedgerEntries(fixture.context)
  expect(await listAlerts()).toContainEqual(expect.objectContaining({ kind: 'ledger.difference', ...alert() }))
  const subjects = (await listAlerts()).map((row) => Object(row).subject)
  expect(new Set(subjects).size).toBe(subjects.length)
  const differences = await findLedgerDifferences(fixture.database.db)
  expect(new Set(differences.map(({ subject }) => subject)).size).toBe(differences.length)
  await fixture.runAsOwner(`${each('disable')};
    update ledger_balances set amount = 100000 where user_id = ${deposit.userId};
    update captures set amount = 100000 where attempt_id = ${deposit.id};
    update ledger_lines set amount = -100000 where account = 'clearing:ORANGE' and currency = 'USD'
       and entry_id = (select id from ledger_entries where attempt_id = ${deposit.id});${each('enable')}`)
})
