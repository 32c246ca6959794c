import { expect, test } from 'vitest'

import { insertUser } from '../../../test/fixtures/database/insert-user.ts'
import { useTestDatabase } from '../../../test/fixtures/database/use-test-database.ts'
import {
  deleteCards,
  findCardById,
  findCurrentCard,
  insertCard,
  insertClientLog,
  listCards,
  listClientLogs,
  listSealedNumbers,
  type NewCard,
  replaceSealedNumber,
  selectCard,
  updateCardRemoved,
} from './card-store.ts'

const database = useTestDatabase()

const at = (hours: number) => new Date(Date.parse('2026-11-20T10:00:00Z') + hours * 3_600_000)
const query = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await database.pool.query(text, [...values])).rows as Row[]
const insertTrader = () => insertUser(database)
const visa: Omit<NewCard, 'userId'> = {
  numberSealed: Buffer.from('sealed'),
  numberHash: Buffer.from('hash'),
  last4: '4242',
  brand: 'visa',
  expMonth: 4,
  expYear: 2031,
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'US',
  state: 'NY',
  keep: true,
}
const other = { ...visa, numberSealed: Buffer.from('other'), numberHash: Buffer.from('other hash'), last4: '1111' }
const insert = (userId: number, card: Partial<NewCard>, hours: number) =>
  insertCard(database.db, { ...visa, userId, ...card }, at(hours))
/** Inserts a card that was charged, and so is saved if the trader chose it. */
const insertCharged = async (userId: number, card: Partial<NewCard>, hours: number) => {
  await insert(userId, card, hours)
  const current = await findCurrentCard(database.db, userId)
  await query('update cards set charged_at = $2 where id = $1', [current?.id, at(hours)])
  return current?.id ?? 0
}
/** Inserts a deposit that charged the card. @param endedHours null: the deposit is open */
const insertDeposit = async (userId: number, cardId: number, endedHours: number | null) => {
  const state = endedHours === null ? 'open' : 'failed'
  await query(
    `insert into deposits (id, user_id, method, card_id, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at, ended_at)
     values (gen_random_uuid(), $1, 'card', $2, 'AU', 100000, 'USD', 0, 0, false, array['ORANGE'], $3, $4, $4, $5)`,
    [userId, cardId, state, at(0), endedHours === null ? null : at(endedHours)],
  )
}
const readCards = (userId: number) =>
  query<{ id: number }>(
    `select id, number_sealed is not null as sealed, number_hash is not null as hash, exp_month as month, exp_year as year, first_name as first,
            last_name as last, country, state, removed_at as removed, selected_at as selected, save_slot as slot
       from cards where user_id = $1 order by id`,
    [userId],
  )
const whole = {
  sealed: true,
  hash: true,
  month: 4,
  year: 2031,
  first: 'Ada',
  last: 'Lovelace',
  country: 'US',
  state: 'NY',
}
const forRefunds = { ...whole, hash: false, country: null, state: null }
const erased = { ...forRefunds, sealed: false, month: null, year: null, first: null, last: null }

test('a card is read with its details, the latest entered or chosen first, and only by its trader', async () => {
  const [trader, stranger] = [await insertTrader(), await insertTrader()]
  const first = await insertCharged(trader, {}, 1)
  await insert(trader, { ...other, keep: false }, 2)
  await insert(stranger, {}, 3)
  const [second, saved, ...rest] = await listCards(database.db, trader)
  expect(rest).toEqual([])
  const { keep: _keep, numberHash: _hash, ...details } = visa
  expect(saved).toEqual({ ...details, id: first, publicId: expect.any(String), userId: trader, isSaved: true })
  expect(second).toMatchObject({ last4: '1111', isSaved: false })
  expect(await findCurrentCard(database.db, trader)).toEqual(second)
  await selectCard(database.db, first, at(4))
  expect(await findCurrentCard(database.db, trader)).toMatchObject({ id: first })
  expect(await findCurrentCard(database.db, stranger)).toMatchObject({ userId: stranger })
  expect(await findCardById(database.db, second?.id ?? 0)).toEqual(second)
  await updateCardRemoved(database.db, stranger, first, at(5))
  expect(await listCards(database.db, trader)).toHaveLength(2)
  await updateCardRemoved(database.db, trader, first, at(5))
  await updateCardRemoved(database.db, trader, first, at(6))
  expect(await readCards(trader)).toMatchObject([{ last: 'Lovelace', removed: null, slot: null }])
})

test.each<[string, Partial<NewCard>]>([
  ['number', { numberHash: Buffer.from('third hash') }],
  ['month', { expMonth: 5 }],
  ['year', { expYear: 2032 }],
  ['first name', { firstName: 'Augusta' }],
  ['last name', { lastName: 'King' }],
  ['country', { country: 'AU' }],
  ['state', { state: null }],
])('a saved card that is entered again is selected again, unless its %s is another', async (_name, change) => {
  const [trader, stranger] = [await insertTrader(), await insertTrader()]
  const strangers = await insertCharged(stranger, {}, 1)
  const card = await insertCharged(trader, {}, 1)
  await insertCharged(trader, other, 2)
  const sealedAgain = Buffer.from('sealed again')
  expect(await insert(trader, { numberSealed: sealedAgain }, 3)).toBe(true)
  expect(await listCards(database.db, trader)).toMatchObject([
    { id: card, numberSealed: sealedAgain },
    { last4: '1111' },
  ])
  expect(await findCardById(database.db, strangers)).toMatchObject({ numberSealed: visa.numberSealed })
  expect(await insert(trader, change, 4)).toBe(true)
  expect(await listCards(database.db, trader)).toHaveLength(3)
  expect(await listCards(database.db, stranger)).toHaveLength(1)
})

test('a new card replaces one that waits for its payment, but not one that is being paid with', async () => {
  const [trader, stranger] = [await insertTrader(), await insertTrader()]
  await insert(stranger, {}, 0)
  await insert(trader, {}, 1)
  await insert(trader, other, 2)
  expect(await readCards(trader)).toMatchObject([{ slot: 1, selected: at(2), removed: null }])
  const paying = await findCurrentCard(database.db, trader)
  await insertDeposit(trader, paying?.id ?? 0, 3)
  await insert(trader, {}, 4)
  // The payment by the first card has ended.
  expect(await readCards(trader)).toMatchObject([
    { ...erased, removed: at(4) },
    { ...whole, slot: 1, removed: null },
  ])
  const open = await findCurrentCard(database.db, trader)
  await insertDeposit(trader, open?.id ?? 0, null)
  await insert(trader, other, 5)
  await insert(trader, { keep: false }, 6)
  expect(await readCards(trader)).toMatchObject([
    { ...erased, removed: at(4) },
    { ...whole, removed: null, slot: 1 },
    { ...whole, removed: null, slot: null },
  ])
  expect(await listCards(database.db, stranger)).toHaveLength(1)
})

test('five cards can be saved, and a place that is free again is used', async () => {
  const trader = await insertTrader()
  const ids: number[] = []
  for (let count = 0; count < 5; count += 1)
    ids.push(await insertCharged(trader, { numberHash: Buffer.from(`hash ${count}`) }, count))
  expect(await insert(trader, { numberHash: Buffer.from('sixth') }, 6)).toBe(false)
  await updateCardRemoved(database.db, trader, ids[2] ?? 0, at(7))
  expect(await insert(trader, { numberHash: Buffer.from('sixth') }, 8)).toBe(true)
  const slots = await query<{ slot: number }>(
    'select save_slot as slot from cards where user_id = $1 and removed_at is null order by id',
    [trader],
  )
  expect(slots.map(({ slot }) => slot)).toEqual([1, 2, 4, 5, 3])
})

test('of a removed card stays what its payments and refunds need, as long as they need it', async () => {
  const [trader, stranger] = [await insertTrader(), await insertTrader()]
  const running = await insertCharged(trader, {}, 1)
  const charged = await insertCharged(trader, other, 2)
  const strangers = await insertCharged(stranger, {}, 1)
  await insertDeposit(trader, charged, 10)
  await insertDeposit(trader, running, null)
  await insertDeposit(stranger, strangers, 10)
  await query('update cards set removed_at = $2 where id = $1', [strangers, at(20)])
  for (const hours of [20, 21])
    for (const id of [running, charged]) await updateCardRemoved(database.db, trader, id, at(hours))
  expect(await readCards(trader)).toMatchObject([
    { ...whole, removed: at(20) },
    { ...forRefunds, removed: at(20) },
  ])
  expect(await readCards(stranger)).toMatchObject([whole])
  const erase = (hours: number) =>
    deleteCards(database.db, { unusedBefore: at(0), chargedBefore: at(hours), now: at(50) })
  await erase(20)
  expect(await readCards(trader)).toMatchObject([whole, forRefunds])
  expect(await readCards(stranger)).toMatchObject([forRefunds])
  await erase(21)
  expect(await readCards(trader)).toMatchObject([whole, erased])
  expect(await findCardById(database.db, charged)).toBeNull()
  expect(await readCards(stranger)).toMatchObject([erased])
})

test('a card whose last payment ended later than it was removed is kept from then on', async () => {
  const trader = await insertTrader()
  const card = await insertCharged(trader, {}, 1)
  await insertDeposit(trader, card, 30)
  await updateCardRemoved(database.db, trader, card, at(20))
  const erase = (hours: number) =>
    deleteCards(database.db, { unusedBefore: at(0), chargedBefore: at(hours), now: at(50) })
  await erase(30)
  expect(await readCards(trader)).toMatchObject([forRefunds])
  await erase(31)
  expect(await readCards(trader)).toMatchObject([erased])
})

test('a card that waits for its payment is removed when it is old, unless it is being paid with', async () => {
  const [waiting, young, paying, saved, tried] = [
    await insertTrader(),
    await insertTrader(),
    await insertTrader(),
    await insertTrader(),
    await insertTrader(),
  ]
  await insert(waiting, {}, 1)
  await insert(young, {}, 2)
  await insert(paying, {}, 1)
  await insertDeposit(paying, (await findCurrentCard(database.db, paying))?.id ?? 0, null)
  await insertCharged(saved, {}, 1)
  await insert(tried, {}, 1)
  await insertDeposit(tried, (await findCurrentCard(database.db, tried))?.id ?? 0, 1)
  await deleteCards(database.db, { unusedBefore: at(2), chargedBefore: at(0), now: at(3) })
  expect(await readCards(waiting)).toEqual([])
  expect(await readCards(tried)).toMatchObject([{ ...erased, removed: at(3) }])
  for (const kept of [young, paying, saved]) expect(await readCards(kept)).toMatchObject([{ ...whole, removed: null }])
})

test('sealed numbers are read in pages, and replaced only if they have not changed', async () => {
  const trader = await insertTrader()
  const first = await insertCharged(trader, {}, 1)
  const second = await insertCharged(trader, other, 2)
  const list = async (after: number, limit: number) => listSealedNumbers(database.db, after, limit)
  expect(await list(first - 1, 1)).toEqual([{ id: first, userId: trader, sealed: visa.numberSealed }])
  expect(await list(first, 5)).toEqual([{ id: second, userId: trader, sealed: other.numberSealed }])
  const third = await insertCharged(trader, { ...other, numberHash: Buffer.from('third hash') }, 3)
  const sealed = Buffer.from('again')
  await replaceSealedNumber(database.db, first, sealed, other.numberSealed)
  await replaceSealedNumber(database.db, second, sealed, other.numberSealed)
  expect((await list(first - 1, 5)).map(({ id, sealed: now }) => [id, now])).toEqual([
    [first, visa.numberSealed],
    [second, sealed],
    [third, other.numberSealed],
  ])
})

test('reports of a browser are listed by trader, the newest first and in pages', async () => {
  const [trader, stranger] = [await insertTrader(), await insertTrader()]
  for (const [user, kind] of [
    [trader, 'one'],
    [stranger, 'strange'],
    [trader, 'two'],
    [trader, 'three'],
  ] as const)
    await insertClientLog(database.db, user, kind, { word: kind }, at(1))
  const list = (before: number | null, limit: number) => listClientLogs(database.db, trader, before, limit)
  const logs = await list(null, 9)
  expect(logs.map(({ kind }) => kind)).toEqual(['three', 'two', 'one'])
  expect(logs[0]).toEqual({ id: expect.any(Number), kind: 'three', detail: { word: 'three' }, at: at(1) })
  expect((await list(logs[0]?.id ?? 0, 1)).map(({ kind }) => kind)).toEqual(['two'])
})
