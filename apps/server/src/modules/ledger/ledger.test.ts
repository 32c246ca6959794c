import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { insertUser } from '../../../test/fixtures/database/insert-user.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import {
  buildTransferLines,
  findBalances,
  insertWageringRequirement,
  type LedgerLine,
  postEntry,
  sumAccountMovements,
} from './service.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let owner: pg.Pool
let userId: number
let subjects = 0

const at = new Date('2026-11-18T10:00:00Z')
const clearing = { account: 'clearing:ORANGE', userId: null }
const cash = () => ({ account: 'cash', userId })
const bonus = () => ({ account: 'bonus', userId })
const pay = (amount: number) => buildTransferLines(clearing, cash(), amount, 'USD')

function post(lines: readonly LedgerLine[], subject = `test:${(subjects += 1)}`): Promise<void> {
  return postEntry(database.db, { kind: 'test', subject, at, lines })
}
const countEntries = async () =>
  Number((await database.pool.query('select count(*) from ledger_entries')).rows[0].count)

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
  owner = new pg.Pool({ connectionString: testDatabase.ownerUrl })
})
beforeEach(async () => {
  userId = await insertUser(database)
  // Bonus money belongs to a bonus.
  const source = `test:${userId}`
  await insertWageringRequirement(database.db, {
    userId,
    source,
    depositId: null,
    currency: 'USD',
    bonus: 250,
    required: 7500,
    releaseMax: 250,
    gift: null,
    at,
  })
})
afterAll(async () => {
  await owner.end()
  await database.close()
  await testDatabase.drop()
})

test('an entry moves the balances of traders, and its lines sum to zero', async () => {
  await post(pay(1000))
  await post([...pay(500), ...buildTransferLines({ account: 'bonus_expense', userId: null }, bonus(), 250, 'USD')])
  await post(buildTransferLines(cash(), { account: 'withdrawal_hold', userId }, 300, 'USD'))
  expect(await findBalances(database.db, userId, 'USD')).toEqual({ cash: 1200, bonus: 250, hold: 300 })
  expect(await findBalances(database.db, userId, 'EUR')).toEqual({ cash: 0, bonus: 0, hold: 0 })
})

test('what was booked in a time is summed by account and currency, without practice money', async () => {
  const [from, to] = [new Date('2026-12-01T00:00:00Z'), new Date('2026-12-02T00:00:00Z')]
  const euroId = await insertUser(database, 'EUR')
  const book = (time: number, lines: readonly LedgerLine[]) =>
    postEntry(database.db, { kind: 'test', subject: `test:${(subjects += 1)}`, at: new Date(time), lines })
  for (const time of [from.getTime() - 1, from.getTime(), to.getTime() - 1, to.getTime()]) await book(time, pay(1003))
  await book(from.getTime(), buildTransferLines(clearing, { account: 'cash', userId: euroId }, 57, 'EUR'))
  const house = { account: 'practice_house', userId: null }
  await book(from.getTime(), buildTransferLines(house, { account: 'practice', userId }, 90, 'USD'))
  expect(await sumAccountMovements(database.db, from, to)).toEqual([
    { account: 'cash', currency: 'EUR', amount: 57 },
    { account: 'cash', currency: 'USD', amount: 2006 },
    { account: 'clearing:ORANGE', currency: 'EUR', amount: -57 },
    { account: 'clearing:ORANGE', currency: 'USD', amount: -2006 },
  ])
})

test.each<[string, () => LedgerLine[], string]>([
  ['does not sum to zero', () => [{ ...cash(), currency: 'USD', amount: 5 }], 'ledger_balanced'],
  [
    'sums to zero over two currencies only',
    () => [
      { ...clearing, currency: 'USD', amount: -5 },
      { ...cash(), currency: 'EUR', amount: 5 },
    ],
    'ledger_balanced',
  ],
  [
    'takes more than the balance',
    () => buildTransferLines(cash(), clearing, 1001, 'USD'),
    'ledger_balances_amount_check',
  ],
  [
    'takes from an account without a balance',
    () => buildTransferLines(bonus(), clearing, 1, 'USD'),
    'ledger_balances_amount_check',
  ],
  ['has a line with amount 0', () => pay(0), 'ledger_lines_amount_check'],
  [
    'has a system account with a trader',
    () => buildTransferLines(clearing, { ...clearing, userId }, 5, 'USD'),
    'ledger_lines_check',
  ],
  [
    'has a user account without a trader',
    () => buildTransferLines(clearing, { account: 'cash', userId: null }, 5, 'USD'),
    'ledger_lines_check',
  ],
  [
    'has an unknown trader',
    () => buildTransferLines(clearing, { account: 'cash', userId: 999_999 }, 5, 'USD'),
    'ledger_balances_user_id_fkey',
  ],
])('the database refuses an entry that %s', async (_name, lines, constraint) => {
  await post(pay(1000))
  const before = await countEntries()
  await expect(post(lines())).rejects.toMatchObject({ constraint })
  expect(await countEntries()).toBe(before)
  expect(await findBalances(database.db, userId, 'USD')).toEqual({ cash: 1000, bonus: 0, hold: 0 })
})

test('the database refuses a line without its entry', async () => {
  const insertion = database.pool.query(
    `insert into ledger_lines (entry_id, account, user_id, currency, amount)
     values (999999, 'cash', $1, 'USD', 5), (999999, 'fees', null, 'USD', -5)`,
    [userId],
  )
  await expect(insertion).rejects.toMatchObject({ constraint: 'ledger_balanced' })
})

test('simultaneous entries with the same kind and subject are posted once', async () => {
  const booked = await Promise.allSettled(Array.from({ length: 8 }, () => post(pay(1000), `once:${userId}`)))
  expect(booked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await findBalances(database.db, userId, 'USD')).toMatchObject({ cash: 1000 })
})

test.each(['update ledger_lines set amount = amount * 2', 'delete from ledger_entries', 'truncate ledger_lines'])(
  'the database refuses even its owner to change posted entries: %s',
  async (statement) => {
    await post(pay(1000))
    await expect(owner.query(statement)).rejects.toThrow('append-only')
  },
)

test('simultaneous transfers between two accounts lose no money and do not deadlock', async () => {
  await post([
    ...pay(10_000),
    ...buildTransferLines({ account: 'bonus_expense', userId: null }, bonus(), 10_000, 'USD'),
  ])
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      post(
        index % 2 === 0 ? buildTransferLines(cash(), bonus(), 7, 'USD') : buildTransferLines(bonus(), cash(), 5, 'USD'),
      ),
    ),
  )
  expect(await findBalances(database.db, userId, 'USD')).toMatchObject({ cash: 9940, bonus: 10_060 })
})

test('simultaneous first credits of an account are all counted', async () => {
  await Promise.all(Array.from({ length: 20 }, () => post(pay(10))))
  expect(await findBalances(database.db, userId, 'USD')).toMatchObject({ cash: 200 })
})

test('credits that come at once pay a debt once', async () => {
  const debt = { account: 'debt', userId }
  await post(buildTransferLines(debt, { account: 'payout', userId: null }, 100, 'USD'))
  const first = await database.db.startTransaction().execute()
  await postEntry(first, { kind: 'test', subject: `test:${(subjects += 1)}`, at, lines: pay(80) })
  const second = post(pay(80))
  await vi.waitFor(async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    expect((await database.pool.query(waiting)).rowCount).toBe(1)
  })
  await first.commit().execute()
  await second
  const { rows } = await database.pool.query<{ account: string; amount: number }>(
    'select account, amount from ledger_balances where user_id = $1 order by account',
    [userId],
  )
  expect(rows).toEqual([
    { account: 'cash', amount: 60 },
    { account: 'debt', amount: 0 },
  ])
})
