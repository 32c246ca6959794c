import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { insertUser } from '../../../test/fixtures/database/insert-user.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import {
  buildTransferLines,
  countTurnoverCte,
  findBalances,
  findBonusMoney,
  findDebt,
  findDepositBonuses,
  findWithdrawalBonus,
  freezeOpenBonuses,
  giveUpBonus,
  insertWageringRequirement,
  type LedgerEntry,
  listEndedBonuses,
  listOpenBonuses,
  postEntriesCte,
  postEntry,
  takeFrozenBonuses,
  type Turnover,
  unfreezeBonuses,
} from './service.ts'

type Trader = { readonly id: number; readonly currency: string }

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
const at = new Date('2026-11-18T10:00:00Z')
const later = new Date('2026-11-18T10:05:00Z')
const latest = new Date('2026-11-18T10:09:00Z')

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const query = async <Row>(text: string, values: readonly unknown[]) =>
  (await database.pool.query(text, [...values])).rows as Row[]

async function insertTrader(currency = 'USD'): Promise<Trader> {
  return { id: await insertUser(database, currency), currency }
}
const fund = (trader: Trader, money: Parameters<typeof fundTrader>[2], time = at) =>
  fundTrader(database.db, trader, money, time)

const turnover = (trader: Trader, amount: number, changes: Partial<Turnover> = {}): Turnover => ({
  userId: trader.id,
  currency: trader.currency,
  source: `test:${randomUUID()}`,
  amount,
  bonusStake: 0,
  bonusReturned: 0,
  at: later,
  ...changes,
})
/** Counts turnover in one statement, as for trades that end together. */
const countTurnover = (...turnovers: readonly Turnover[]) =>
  sql`with ${countTurnoverCte(sql`select jsonb_array_elements(${JSON.stringify(turnovers)}::jsonb)`)},
      ${postEntriesCte(sql`select entry from bonus_entries`)} select 1`.execute(database.db)
const postTogether = (entries: readonly LedgerEntry[]) =>
  sql`with ${postEntriesCte(sql`select jsonb_array_elements(${JSON.stringify(entries)}::jsonb)`)} select 1`.execute(
    database.db,
  )

const readBonuses = ({ id }: Trader) =>
  query('select done, released, finished_at as at from wagering_requirements where user_id = $1 order by id', [id])
const readEvents = ({ id }: Trader) =>
  query(
    'select amount, currency, has_bonus, created_at as at from turnover_events where user_id = $1 order by amount',
    [id],
  )
/** Reads the entries that the ledger has made itself. */
const readEntries = ({ id }: Trader) =>
  query<{ kind: string; subject: string; at: Date; lines: string[] }>(
    `select e.kind, e.subject, e.created_at as at, array_agg(l.account || ' ' || l.amount || ' ' || l.currency order by l.amount) as lines
       from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.kind <> 'test' and e.kind <> 'test.funded' and exists (select from ledger_lines o where o.entry_id = e.id and o.user_id = $1)
      group by e.id order by e.id`,
    [id],
  )
const readBalances = async ({ id }: Trader) =>
  Object.fromEntries(
    (
      await query<{ account: string; amount: number }>(
        'select account, amount from ledger_balances where user_id = $1 and amount <> 0',
        [id],
      )
    ).map(({ account, amount }) => [account, amount]),
  )
const findSource = async (trader: Trader, index: number) =>
  (
    await query<{ source: string }>('select source from wagering_requirements where user_id = $1 order by id', [
      trader.id,
    ])
  )[index]?.source

test('turnover of several traders in one statement counts towards the oldest open bonus of each', async () => {
  const [usd, eur, plain] = [await insertTrader(), await insertTrader('EUR'), await insertTrader()]
  await fund(usd, { bonus: 1000, required: 3000, releaseMax: 800 })
  // The id decides between bonuses of the same time.
  await fund(usd, { bonus: 500, required: 900 })
  await fund(eur, { bonus: 700, required: 2000 })
  await countTurnover(
    ...[turnover(usd, 2000), turnover(eur, 100), turnover(plain, 400), turnover(eur, 0)],
    turnover(usd, 1500, { at: latest }),
  )
  expect(await readBonuses(usd)).toEqual([
    { done: 3000, released: 800, at: latest },
    { done: 500, released: null, at: null },
  ])
  expect(await readBonuses(eur)).toEqual([{ done: 100, released: null, at: null }])
  expect(await readBalances(usd)).toEqual({ cash: 800, bonus: 700 })
  expect(await readEntries(usd)).toEqual([
    {
      kind: 'bonus.released',
      subject: await findSource(usd, 0),
      at: latest,
      lines: ['bonus -800 USD', 'cash 800 USD'],
    },
  ])
  expect(await readEvents(usd)).toEqual([
    { amount: 1500, currency: 'USD', has_bonus: true, at: latest },
    { amount: 2000, currency: 'USD', has_bonus: true, at: later },
  ])
  expect(await readEvents(eur)).toEqual([{ amount: 100, currency: 'EUR', has_bonus: true, at: later }])
  expect(await readEvents(plain)).toEqual([{ amount: 400, currency: 'USD', has_bonus: false, at: later }])

  await fund(plain, { bonus: 90, required: 70 })
  const ends = [turnover(usd, 400), turnover(eur, 1899), turnover(plain, 1)]
  await countTurnover(...ends)
  expect(await readBonuses(usd)).toMatchObject([{ done: 3000 }, { done: 900, released: 500, at: later }])
  expect(await readBonuses(eur)).toEqual([{ done: 1999, released: null, at: null }])
  // The rest of the bonus goes back to the house if the trader has no other bonus.
  expect(await readBalances(usd)).toEqual({ cash: 1300 })
  expect((await readEntries(usd)).slice(1)).toEqual([
    { kind: 'bonus.released', subject: await findSource(usd, 1), at: later, lines: ['bonus -500 USD', 'cash 500 USD'] },
    { kind: 'bonus.ended', subject: ends[0]?.source, at: later, lines: ['bonus -200 USD', 'bonus_expense 200 USD'] },
  ])
  expect(await readBalances(eur)).toEqual({ bonus: 700 })
})

test('bonuses that finish together release the bonus money that is left, the oldest first', async () => {
  const trader = await insertTrader()
  await fund(trader, { bonus: 1000, required: 100 }, later)
  await fund(trader, { bonus: 500, required: 100 })
  // 600 of the bonus money are staked in trades that end with this turnover and return 200.
  const lost = buildTransferLines(
    { account: 'bonus', userId: trader.id },
    { account: 'trade_house', userId: null },
    600,
    'USD',
  )
  await postEntry(database.db, { kind: 'test', subject: randomUUID(), at, lines: lost })
  const back = buildTransferLines(
    { account: 'trade_house', userId: null },
    { account: 'bonus', userId: trader.id },
    200,
    'USD',
  )
  const ended = turnover(trader, 200, { bonusStake: 600, bonusReturned: 200, at: latest })
  await sql`with ${countTurnoverCte(sql`select ${JSON.stringify(ended)}::jsonb`)},
      ${postEntriesCte(sql`select entry from bonus_entries union all
        select ${JSON.stringify({ kind: 'test', subject: randomUUID(), at, lines: back })}::jsonb`)} select 1`.execute(
    database.db,
  )
  expect(await readBonuses(trader)).toMatchObject([{ released: 600 }, { released: 500 }])
  expect(await readBalances(trader)).toEqual({ cash: 1100 })
})

test('the last cent of a bonus is released or goes back to the house', async () => {
  const trader = await insertTrader()
  const loseBonus = () =>
    postEntry(database.db, {
      kind: 'test',
      subject: randomUUID(),
      at,
      lines: buildTransferLines(
        { account: 'bonus', userId: trader.id },
        { account: 'trade_house', userId: null },
        1,
        'USD',
      ),
    })
  await fund(trader, { bonus: 2, required: 1, releaseMax: 1 })
  await countTurnover(turnover(trader, 1))
  expect(await readBalances(trader)).toEqual({ cash: 1 })
  await fund(trader, { bonus: 2, required: 1 })
  await loseBonus()
  await countTurnover(turnover(trader, 1))
  expect(await readBalances(trader)).toEqual({ cash: 2 })
  await fund(trader, { bonus: 1, required: 1 })
  await loseBonus()
  await countTurnover(turnover(trader, 1))
  expect(await readBalances(trader)).toEqual({ cash: 2 })
  await fund(trader, { bonus: 1 })
  await loseBonus()
  const withdrawal = randomUUID()
  await freezeOpenBonuses(database.db, trader.id, withdrawal, at)
  expect(await findWithdrawalBonus(database.db, withdrawal)).toBeNull()
})

test('frozen and ended bonuses count no turnover, and are sums of their own', async () => {
  const trader = await insertTrader('EUR')
  const other = await insertTrader('EUR')
  await fund(other, { cash: 9, bonus: 70, required: 80 })
  await fund(trader, { cash: 100, bonus: 300, required: 10, releaseMax: 200 })
  await countTurnover(turnover(trader, 25))
  await fund(trader, { bonus: 400, required: 5000 })
  await fund(trader, { bonus: 30, required: 90 })
  const [, { id: givenUp } = { id: 0 }] = await listOpenBonuses(database.db, trader.id)
  await giveUpBonus(database.db, trader.id, givenUp, at)
  const [withdrawal, second] = [randomUUID(), randomUUID()]
  await freezeOpenBonuses(database.db, trader.id, withdrawal, at)
  expect(await findWithdrawalBonus(database.db, withdrawal)).toEqual({ kind: 'bonus.frozen', amount: 400 })
  expect(await findWithdrawalBonus(database.db, second)).toBeNull()
  const [frozen] = await listOpenBonuses(database.db, trader.id)
  expect(frozen).toMatchObject({ isFrozen: true, bonus: 400, currency: 'EUR', depositId: null })
  expect(await giveUpBonus(database.db, trader.id, frozen?.id ?? 0, at)).toMatchObject({ code: 'promo.bonus_frozen' })
  await fund(trader, { bonus: 1000, required: 4000, releaseMax: 600 }, later)
  await countTurnover(turnover(trader, 50))
  expect(await readBonuses(trader)).toMatchObject([{ done: 10 }, { done: 0 }, { done: 0 }, { done: 50 }])
  expect(await readBalances(trader)).toEqual({ cash: 300, bonus: 1000, bonus_hold: 400 })
  expect(await findBonusMoney(database.db, trader.id, 'EUR')).toEqual({
    cash: 300,
    bonus: 1000,
    openCount: 2,
    frozenCount: 1,
    released: 200,
    turnoverDone: 60,
    turnoverRequired: 9010,
  })
  expect(await findBonusMoney(database.db, trader.id, 'USD')).toEqual({
    cash: 0,
    bonus: 0,
    openCount: 0,
    frozenCount: 0,
    released: 0,
    turnoverDone: 0,
    turnoverRequired: 0,
  })
  expect(await readBalances(other)).toEqual({ cash: 9, bonus: 70 })

  await unfreezeBonuses(database.db, withdrawal, later)
  expect(await findWithdrawalBonus(database.db, withdrawal)).toEqual({ kind: 'bonus.unfrozen', amount: 400 })
  expect(await readBalances(trader)).toEqual({ cash: 300, bonus: 1400 })
  await freezeOpenBonuses(database.db, trader.id, second, later)
  await takeFrozenBonuses(database.db, second, latest)
  expect(await findWithdrawalBonus(database.db, second)).toEqual({ kind: 'bonus.given_up', amount: 1400 })
  expect(await readBalances(trader)).toEqual({ cash: 300 })
  expect(await findBonusMoney(database.db, trader.id, 'EUR')).toMatchObject({ openCount: 0, turnoverRequired: 10 })
  expect(await readBalances(other)).toEqual({ cash: 9, bonus: 70 })
})

test('bonuses are listed by trader: open ones the oldest first, ended ones the newest first and in pages', async () => {
  const [trader, other] = [await insertTrader(), await insertTrader()]
  await fund(other, { bonus: 5 })
  await fund(trader, { bonus: 10, required: 1 })
  await fund(trader, { bonus: 20, required: 300 }, later)
  await fund(trader, { bonus: 30, required: 300 })
  await fund(trader, { bonus: 40, required: 300 })
  const ids = (
    await query<{ id: number }>('select id from wagering_requirements where user_id = $1 order by id', [trader.id])
  ).map(({ id }) => id)
  const [first = 0, second = 0, third = 0, last = 0] = ids
  await countTurnover(turnover(trader, 1))
  expect(await giveUpBonus(database.db, trader.id, last, latest)).toEqual({ ok: true, value: 40 })
  for (const [user, id] of [
    [other, third],
    [trader, last],
    [trader, first],
  ] as const)
    expect(await giveUpBonus(database.db, user.id, id, latest)).toMatchObject({ code: 'promo.bonus_over' })
  expect((await listOpenBonuses(database.db, trader.id)).map(({ id }) => id)).toEqual([third, second])
  expect(await listEndedBonuses(database.db, trader.id, null, 5)).toMatchObject([
    {
      id: last,
      bonus: 40,
      required: 300,
      done: 0,
      released: null,
      cancelledAt: latest,
      isFrozen: false,
      createdAt: at,
    },
    { id: first, bonus: 10, required: 1, done: 1, released: 10, cancelledAt: null, isGivenBefore: false },
  ])
  expect(await listEndedBonuses(database.db, trader.id, last, 5)).toMatchObject([{ id: first }])
  expect(await listEndedBonuses(database.db, trader.id, null, 1)).toMatchObject([{ id: last }])
})

test('giving up a bonus leaves what the other open ones of the trader can release', async () => {
  const [trader, other] = [await insertTrader('EUR'), await insertTrader('EUR')]
  await fund(other, { bonus: 4000 })
  await fund(trader, { bonus: 500, releaseMax: 450 })
  await freezeOpenBonuses(database.db, trader.id, randomUUID(), at)
  await fund(trader, { bonus: 600, releaseMax: 300 })
  await fund(trader, { bonus: 200, releaseMax: 100 })
  const [, second] = await listOpenBonuses(database.db, trader.id)
  expect(await giveUpBonus(database.db, trader.id, second?.id ?? 0, latest)).toEqual({ ok: true, value: 700 })
  expect(await readBalances(trader)).toEqual({ bonus: 100, bonus_hold: 500 })
  // The turnover of the bonus that was given up is no longer required.
  await countTurnover(turnover(trader, 50))
  expect(await readBonuses(trader)).toMatchObject([{ done: 0 }, { done: 0 }, { done: 50 }])
  expect((await readEntries(trader)).at(-1)).toEqual({
    kind: 'bonus.given_up',
    subject: second?.source,
    at: latest,
    lines: ['bonus -700 EUR', 'bonus_expense 700 EUR'],
  })
})

test('a bonus whose money is lost is given up without an entry', async () => {
  const trader = await insertTrader()
  await fund(trader, { bonus: 500 })
  const lines = buildTransferLines(
    { account: 'bonus', userId: trader.id },
    { account: 'trade_house', userId: null },
    500,
    trader.currency,
  )
  await postEntry(database.db, { kind: 'test', subject: `test:${randomUUID()}`, at, lines })
  const [bonus] = await listOpenBonuses(database.db, trader.id)
  expect(await giveUpBonus(database.db, trader.id, bonus?.id ?? 0, later)).toEqual({ ok: true, value: 0 })
  expect(await readEntries(trader)).toEqual([])
})

test('what comes with the bonuses of a deposit leaves what other bonuses can release', async () => {
  const trader = await insertTrader()
  const insertDeposit = async () => {
    const [row] = await query<{ id: string }>(
      `insert into deposits (id, user_id, method, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at, ended_at)
       values (gen_random_uuid(), $1, 'card', 'AU', 100000, 'USD', 0, 0, false, array['ORANGE'], 'failed', now(), now(), now()) returning id`,
      [trader.id],
    )
    return row?.id ?? ''
  }
  const deposit = await insertDeposit()
  const requirement = { userId: trader.id, currency: 'USD', required: 900, gift: null, at }
  let sources = 0
  const addBonus = (depositId: string | null, bonus: number, releaseMax: number, required = 900) =>
    insertWageringRequirement(database.db, {
      ...requirement,
      depositId,
      bonus,
      releaseMax,
      required,
      source: `deposit:${deposit}/${(sources += 1)}`,
    })
  await addBonus(deposit, 50, 40, 10)
  await addBonus(null, 11, 11, 5)
  await fund(trader, { bonus: 300, releaseMax: 100, required: 500 })
  await countTurnover(turnover(trader, 15))
  await addBonus(deposit, 1, 20)
  await freezeOpenBonuses(database.db, trader.id, randomUUID(), at)
  await addBonus(deposit, 60, 60)
  await addBonus(null, 70, 30)
  await addBonus(await insertDeposit(), 80, 5)
  await fund(trader, { bonus: 210, releaseMax: 0 })
  // Bonuses that were given up or taken release nothing more.
  for (const depositId of [null, deposit]) {
    await addBonus(depositId, 90, 90)
    await query(
      'update wagering_requirements set cancelled_at = now() where user_id = $1 and bonus = 90 and cancelled_at is null',
      [trader.id],
    )
  }
  expect(await findDepositBonuses(database.db, trader.id, 'USD', deposit)).toEqual({
    bonuses: { open: 60, frozen: 1, released: 40 },
    fromBonus: 210 - 35,
    fromHold: 300 - 40 - 11 - 100,
  })
  expect(await findDepositBonuses(database.db, trader.id, 'USD', await insertDeposit())).toEqual({
    bonuses: { open: 0, frozen: 0, released: 0 },
    fromBonus: 0,
    fromHold: 0,
  })
  const other = await insertTrader()
  await insertWageringRequirement(database.db, {
    ...requirement,
    userId: other.id,
    source: `deposit:${other.id}`,
    depositId: deposit,
    bonus: 1,
    releaseMax: 5,
  })
  expect(await findDepositBonuses(database.db, other.id, 'USD', deposit)).toMatchObject({ fromBonus: 0 })
  await postEntry(database.db, {
    kind: 'test',
    subject: randomUUID(),
    at,
    lines: buildTransferLines(
      { account: 'bonus_expense', userId: null },
      { account: 'bonus', userId: other.id },
      5,
      'USD',
    ),
  })
  expect(await findDepositBonuses(database.db, other.id, 'USD', deposit)).toMatchObject({ fromBonus: 5 })
})

test('cash pays the debt of its trader first, and nothing else does', async () => {
  const [trader, other] = [await insertTrader(), await insertTrader()]
  const move = (from: string, to: string, amount: number, who: Trader = trader, time = at): LedgerEntry => {
    const account = (name: string) => ({
      account: name,
      userId: ['cash', 'bonus', 'debt'].includes(name) ? who.id : null,
    })
    return {
      kind: 'test',
      subject: randomUUID(),
      at: time,
      lines: buildTransferLines(account(from), account(to), amount, who.currency),
    }
  }
  await fund(trader, { bonus: 10 })
  await postTogether([move('debt', 'payout', 1000), move('debt', 'payout', 70, other)])
  await postEntry(database.db, move('bonus_expense', 'bonus', 250))
  await postEntry(database.db, move('clearing:ORANGE', 'cash', 1))
  expect([await readBalances(trader), await readBalances(other)]).toEqual([{ bonus: 260, debt: -999 }, { debt: -70 }])
  const credits = [
    move('clearing:ORANGE', 'cash', 200, trader, later),
    move('clearing:ORANGE', 'cash', 900, trader, latest),
  ]
  await postTogether([...credits, move('clearing:ORANGE', 'cash', 50, other)])
  expect(await readBalances(trader)).toEqual({ bonus: 260, cash: 101 })
  expect(await readBalances(other)).toEqual({ debt: -20 })
  expect((await readEntries(trader)).slice(1)).toEqual([
    { kind: 'debt.paid', subject: `test/${credits[1]?.subject}`, at: later, lines: ['cash -999 USD', 'debt 999 USD'] },
  ])
  await postTogether([move('clearing:ORANGE', 'cash', 5), move('cash', 'payout', 106)])
  expect(await readBalances(trader)).toEqual({ bonus: 260 })
  expect([await findDebt(database.db, trader.id, 'USD'), await findDebt(database.db, other.id, 'USD')]).toEqual([0, 20])
  expect(await findDebt(database.db, other.id, 'EUR')).toBe(0)
  expect(await findBalances(database.db, other.id, 'USD')).toEqual({ cash: 0, bonus: 0, hold: 0 })
})
