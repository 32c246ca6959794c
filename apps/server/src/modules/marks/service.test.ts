import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dayMs } from '../../platform/clock.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { createTwoTraders } from '../../../test/fixtures/trading/two-traders.ts'
import {
  claimGift,
  deleteExpiredMarks,
  findSharedMarks,
  hashMark,
  isGiftTaken,
  listLinkedUsers,
  listSharedGifts,
  recordMark,
  recordVisit,
  type MarkKind,
} from './service.ts'
import { upsertMarks } from './mark-store.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let values = 0
/** Returns a value that no other test uses. */
const newValue = () => `value-${(values += 1)}`
/** Registers a trader from an address that no other trader has. */
const insertTrader = async (form: object = {}) =>
  (await app.registerTrader(form, { address: `10.30.${(values += 1)}.1` })).userId
const give = (userId: number, kind: MarkKind, value: string, isProved = true) =>
  recordMark(app.context, app.database.db, { userId, kind, value, isProved, at: app.clock.now() })
const listLinked = (userId: number) => listLinkedUsers(app.database.db, userId)
const findShared = (userId: number) => findSharedMarks(app.context, userId)
/** Account numbers are drawn by chance, so a later account can have a smaller one. */
const sortIds = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)
/** Lists accounts that are related by a mark, proved or not. */
const listRelated = async (userId: number) =>
  sortIds((await findShared(userId)).filter(({ kind }) => kind !== 'address').map(({ linkedId }) => linkedId))

test('the hash of a value is another for each kind of mark, so that kinds cannot be compared', () => {
  const kinds = ['device', 'card', 'payee', 'phone'] as const
  expect(new Set(kinds.map((kind) => hashMark(app.context, kind, 'value').toString('hex'))).size).toBe(kinds.length)
})

test.each(['device', 'card', 'payee'] as const)(
  'accounts that have proved the same %s are linked in both directions, an account never with itself',
  async (kind) => {
    const [first, second, stranger] = [await insertTrader(), await insertTrader(), await insertTrader()]
    const value = newValue()
    for (const id of [first, second]) await give(id, kind, value)
    await give(stranger, kind, newValue())
    expect(await listLinked(first)).toEqual([second])
    expect(await listLinked(second)).toEqual([first])
    expect(await listLinked(stranger)).toEqual([])
    expect(await findShared(first)).toMatchObject([{ kind, number: 1, linkedId: second }])
  },
)

test('a mark that one of two accounts has only typed links nobody, and operators see who has proved it', async () => {
  const [owner, stranger] = [await insertTrader(), await insertTrader()]
  const value = newValue()
  await give(owner, 'card', value)
  await give(stranger, 'card', value, false)
  expect(await listLinked(owner)).toEqual([])
  expect(await listLinked(stranger)).toEqual([])
  expect(await findShared(owner)).toMatchObject([{ linkedId: stranger, isProved: true, isLinkedProved: false }])
  expect(await findShared(stranger)).toMatchObject([{ linkedId: owner, isProved: false, isLinkedProved: true }])
  await give(stranger, 'card', value)
  // A proved mark stays proved.
  await give(stranger, 'card', value, false)
  expect(await listLinked(owner)).toEqual([stranger])
})

test('two traders who share one of two devices are one person for a gift, and each keeps the own marks', async () => {
  const { euro, rouble } = await createTwoTraders(app)
  const { userId: stranger } = await app.registerTrader({ currency: 'EUR' }, { address: '10.34.0.1' })
  const [shared, own, others] = [newValue(), newValue(), newValue()]
  for (const value of [shared, own]) await give(euro.userId, 'device', value)
  for (const value of [others, shared]) await give(rouble.userId, 'device', value)
  await give(stranger, 'payee', shared)
  const before = await listLinked(stranger)
  expect(await listLinked(euro.userId)).toEqual([rouble.userId])
  expect(await listLinked(rouble.userId)).toEqual([euro.userId])
  const { db } = app.database
  const [gift, other] = [newValue(), newValue()]
  await claimGift(db, euro.userId, gift, app.clock.now())
  expect(await isGiftTaken(db, rouble.userId, gift)).toBe(true)
  expect(await isGiftTaken(db, euro.userId, gift)).toBe(false)
  expect(await isGiftTaken(db, stranger, gift)).toBe(false)
  expect(await isGiftTaken(db, rouble.userId, other)).toBe(false)
  expect(await listLinked(stranger)).toEqual(before)
})

test('the same value as another kind of mark links nobody', async () => {
  const [first, second] = [await insertTrader(), await insertTrader()]
  const value = newValue()
  await give(first, 'phone', value)
  await give(second, 'payee', value)
  expect(await listRelated(first)).toEqual([])
})

test('equal hashes of two kinds are no shared mark: they link nobody and take no gift', async () => {
  const [first, second] = [await insertTrader(), await insertTrader()]
  const { db } = app.database
  const hash = randomBytes(32)
  await upsertMarks(db, first, [{ kind: 'card', hash, isProved: true }], app.clock.now())
  await upsertMarks(db, second, [{ kind: 'payee', hash, isProved: true }], app.clock.now())
  expect(await listLinked(first)).toEqual([])
  expect(await listRelated(first)).toEqual([])
  const gift = newValue()
  await claimGift(db, first, gift, app.clock.now())
  expect(await isGiftTaken(db, second, gift)).toBe(false)
  await claimGift(db, second, gift, app.clock.now())
  expect(await listSharedGifts(app.context, 100)).not.toContainEqual(expect.objectContaining({ gift }))
})

describe('a gift that two accounts have had', () => {
  /** Lists pairs of ids: the account that had the gift later, and the earlier one. */
  const listPairs = async (gift: string) =>
    (await listSharedGifts(app.context, 100))
      .filter((row) => row.gift === gift)
      .map(({ userId, linkedId, kinds }) => [userId, linkedId, kinds])
  const claim = (userId: number, gift: string) => claimGift(app.database.db, userId, gift, app.clock.now())

  test.each([
    ['both have proved the card', true, true, true],
    ['only the first has proved the card', true, false, false],
    ['only the second has proved the card', false, true, false],
  ])('is shown to operators if %s', async (_name, isFirstProved, isSecondProved, isShown) => {
    const [first, second] = [await insertTrader(), await insertTrader()]
    const [gift, value] = [newValue(), newValue()]
    await claim(first, gift)
    app.clock.advance(1)
    await claim(second, gift)
    await claim(second, newValue())
    // The marks come after the claims: before them, the second claim would be refused.
    await give(first, 'card', value, isFirstProved)
    await give(second, 'card', value, isSecondProved)
    expect(await listPairs(gift)).toEqual(isShown ? [[second, first, ['card']]] : [])
  })

  test('from one address is shown for 30 days after the earlier one, while both were there since', async () => {
    const [first, second, elsewhere] = [await insertTrader(), await insertTrader(), await insertTrader()]
    const gift = newValue()
    for (const id of [first, second]) await give(id, 'address', '2001:db8:9:1::1', false)
    for (const id of [first, second, elsewhere]) {
      await claim(id, gift)
      app.clock.advance(dayMs)
    }
    expect(await listPairs(gift)).toEqual([[second, first, ['address']]])
    app.clock.advance(27 * dayMs)
    expect(await listPairs(gift)).toEqual([[second, first, ['address']]])
    app.clock.advance(1)
    expect(await listPairs(gift)).toEqual([])
    // The visits are new, and the first claim is too old.
    for (const id of [first, second]) await give(id, 'address', '2001:db8:9:1::1', false)
    expect(await listPairs(gift)).toEqual([])
  })

  test('is not shown after one of them was last at the address 30 days ago', async () => {
    const [first, second] = [await insertTrader(), await insertTrader()]
    const gift = newValue()
    for (const id of [first, second]) await give(id, 'address', '2001:db8:9:2::1', false)
    app.clock.advance(2 * dayMs)
    await claim(first, gift)
    app.clock.advance(1)
    await claim(second, gift)
    await give(second, 'address', '2001:db8:9:2::1', false)
    app.clock.advance(28 * dayMs - 1)
    expect(await listPairs(gift)).toEqual([[second, first, ['address']]])
    app.clock.advance(1)
    expect(await listPairs(gift)).toEqual([])
  })
})

test('three accounts of one device are linked with each other, and a mark without a value links nobody', async () => {
  const ids = sortIds([await insertTrader(), await insertTrader(), await insertTrader()])
  const value = newValue()
  for (const id of ids) await give(id, 'device', value)
  for (const id of ids) await give(id, 'phone', '')
  for (const id of ids) expect(await listLinked(id)).toEqual(ids.filter((other) => other !== id))
  expect(await findShared(ids[0] ?? 0)).toHaveLength(2)
})

test('a shared address links no accounts; an operator sees it for 30 days after both were there', async () => {
  const [first, second] = [await insertTrader(), await insertTrader()]
  await give(first, 'address', '2001:db8:7:1::1')
  app.clock.advance(2 * dayMs)
  await give(second, 'address', '2001:db8:7:1:ffff::2')
  expect(await listLinked(first)).toEqual([])
  expect(await findShared(first)).toMatchObject([{ kind: 'address', linkedId: second }])
  app.clock.advance(28 * dayMs)
  expect(await findShared(first)).toHaveLength(1)
  app.clock.advance(1)
  expect(await findShared(first)).toEqual([])
  expect(await findShared(second)).toEqual([])
})

test('a mark keeps when it was first seen, and the latest time, in any order and from two servers at once', async () => {
  const userId = await insertTrader()
  const value = newValue()
  const at = app.clock.now()
  const later = new Date(at.getTime() + dayMs)
  const deviceIds = [value, newValue(), value]
  const visit = { userId, deviceIds, address: '10.31.0.1' }
  await recordVisit(app.context, app.database.db, { ...visit, at })
  await Promise.all(
    [later, at, later, at].map((time) => recordVisit(app.context, app.database.db, { ...visit, at: time })),
  )
  const hashes = deviceIds.map((id) => hashMark(app.context, 'device', id))
  const rows = await app.database.db
    .selectFrom('user_marks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('hash', 'in', hashes)
    .execute()
  expect(rows).toMatchObject([1, 2].map(() => ({ first_seen: at, last_seen: later })))
})

test('registration and log-in record the browser, the address and the phone', async () => {
  const { client, form, userId } = await app.registerTrader({}, { address: '10.32.0.1' })
  const visitor = await app.openClient('10.32.0.2')
  visitor.cookies.set('device', client.cookies.get('device') ?? '')
  const second = { ...form, login: 'second.at.the.browser@example.com', phone: '433333333' }
  await visitor.post('/api/register', second)
  const [linked = 0] = await listLinked(userId)
  expect(await findShared(userId)).toMatchObject([{ kind: 'device', linkedEmail: second.login }])

  const third = await insertTrader({ phone: '0433 333 333' })
  expect(await findShared(third)).toMatchObject([{ kind: 'phone', linkedId: linked }])

  const elsewhere = await app.openClient('10.32.0.9')
  const { form: fourth, userId: fourthId } = await app.registerTrader({}, { address: '10.32.0.3' })
  elsewhere.cookies.set('device', client.cookies.get('device') ?? '')
  await elsewhere.login(fourth.login, fourth.password)
  expect(await listLinked(fourthId)).toContain(userId)
  const atAddress = await insertTrader()
  await give(atAddress, 'address', '10.32.0.9')
  expect(await findShared(atAddress)).toMatchObject([{ kind: 'address', linkedId: fourthId }])
})

test('a trader who only practises has marks, too, and gets a phone with the real account', async () => {
  const { client, userId } = await app.registerTrader({ practice: true })
  const other = await insertTrader({ phone: '444444444' })
  expect(await listRelated(userId)).toEqual([])
  const real = { firstName: 'Ada', lastName: 'Lovelace', country: 'AU', currency: 'EUR', phone_prefix: '61' }
  const upgraded = await client.post('/api/account/open', { ...real, phone: '444 444 444' })
  expect(upgraded.json).toMatchObject({ return: true })
  expect(await listRelated(userId)).toEqual([other])
  expect(await listLinked(userId)).toEqual([])
})

test('a new phone is recorded, and the old one stays', async () => {
  const { client, form, userId } = await app.registerTrader({ phone: '455555551' })
  const [old, next] = [await insertTrader({ phone: '455555551' }), await insertTrader({ phone: '455555552' })]
  const change = { email: form.login, phone: '+61455555552', password: form.password }
  expect((await client.post('/api/info', change)).json).toMatchObject({ return: true })
  expect(await listRelated(userId)).toEqual(sortIds([old, next]))
})

test('old addresses and browsers are deleted, cards and phones stay', async () => {
  const userId = await insertTrader()
  await give(userId, 'card', newValue())
  const listKinds = async () => {
    const { db } = app.database
    const rows = await db.selectFrom('user_marks').select('kind').distinct().where('user_id', '=', userId).execute()
    return rows.map(({ kind }) => kind).toSorted()
  }
  app.clock.advance(30 * dayMs)
  await deleteExpiredMarks(app.context)
  expect(await listKinds()).toEqual(['address', 'card', 'device', 'phone'])
  app.clock.advance(1)
  await deleteExpiredMarks(app.context)
  expect(await listKinds()).toEqual(['card', 'device', 'phone'])
  app.clock.advance(170 * dayMs)
  await deleteExpiredMarks(app.context)
  expect(await listKinds()).toEqual(['card', 'phone'])
})
