import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findLedgerDifferences } from '../src/modules/ledger/service.ts'
import { claimGift, type MarkKind, recordMark } from '../src/modules/marks/service.ts'
import { proveEmail } from './fixtures/app/prove-email.ts'
import { startTestApp, type TestApp, type TestClient } from './fixtures/app/test-app.ts'
import { createPromoCode } from './fixtures/promo/promo-fixture.ts'
import { finishBonuses, fundTrader } from './fixtures/trading/fund-trader.ts'

// These tests show how many gifts, bonuses without a deposit, one person can get.

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let count = 0
const next = () => (count += 1)
const createGift = async () => {
  const code = `GIFT-${next()}`
  await createPromoCode(app, code)
  return code
}
/** Registers a trader who shares no address, phone and browser. */
const register = (form: object = {}) => app.registerTrader(form, { address: `10.40.${next()}.1` })
const mark = (userId: number, kind: MarkKind, value: string, isProved = false) =>
  recordMark(app.context, app.database.db, { userId, kind, value, isProved, at: app.clock.now() })
const redeem = async (client: TestClient, promo: string) => (await client.post('/api/promo', { promo })).json
const isUsed = (reply: unknown) => (reply as { state?: string }).state === 'used'
const givenBefore = { return: false, error: 'promo.given_before' }
const sumGifts = async (code: string) => {
  const { rows } = await app.database.pool.query<{ users: number; bonus: number }>(
    `select count(distinct user_id)::integer as users, coalesce(sum(bonus), 0)::integer as bonus
       from promo_redemptions where code = '${code}' and state = 'used'`,
  )
  return rows[0]
}

test.each(['device', 'card', 'payee', 'phone'] as const)(
  'a code is refused to a second account that shares a %s, in both languages, and not to a stranger',
  async (kind) => {
    const [first, second, stranger] = [
      await register({ currency: 'EUR' }),
      await register({ currency: 'RUB' }),
      await register({ currency: 'RUB' }),
    ]
    const value = `shared-${next()}`
    for (const { userId } of [first, second]) await mark(userId, kind, value)
    const code = await createGift()
    expect(await redeem(first.client, code)).toMatchObject({ state: 'used' })
    const message =
      'This bonus is given once per person. An account with the same device, card, phone or payment details has had it.'
    expect(await redeem(second.client, code)).toMatchObject({ ...givenBefore, message })
    expect((await second.client.post('/api/promo/check', { promo: code })).json).toMatchObject({
      ...givenBefore,
      message,
    })
    await second.client.post('/api/preferences', { language: 'ru' })
    expect(await redeem(second.client, code)).toMatchObject({
      ...givenBefore,
      message:
        'Этот бонус даётся один раз на человека. Его уже получил счёт с тем же устройством, картой, телефоном или реквизитами для платежей.',
    })
    expect(await redeem(stranger.client, code)).toMatchObject({ state: 'used' })
    expect(await sumGifts(code)).toEqual({ users: 2, bonus: 2000 + 120_000 })
    expect(await redeem(second.client, await createGift())).toMatchObject({ state: 'used' })
  },
)

test('an address alone refuses nobody: each person of a family or an office gets the code', async () => {
  const code = await createGift()
  for (let person = 0; person < 5; person += 1) {
    const { client } = await app.registerTrader({}, { address: '10.41.0.1' })
    expect(await redeem(client, code)).toMatchObject({ state: 'used' })
  }
})

test('of three accounts of one device the first gets the code, also through an account that has not asked for it', async () => {
  const [first, middle, last] = [await register(), await register(), await register()]
  const [phone, device] = [`phone-${next()}`, `device-${next()}`]
  for (const { userId } of [first, middle]) await mark(userId, 'device', device)
  for (const { userId } of [middle, last]) await mark(userId, 'phone', phone)
  const code = await createGift()
  expect(await redeem(first.client, code)).toMatchObject({ state: 'used' })
  expect(await redeem(last.client, code)).toMatchObject(givenBefore)
  expect(await redeem(middle.client, code)).toMatchObject(givenBefore)
})

test('of accounts of one person that ask at once, exactly one gets the code', async () => {
  for (let round = 0; round < 10; round += 1) {
    const people = [await register(), await register(), await register(), await register()]
    const [card, phone] = [`card-${next()}`, `phone-${next()}`]
    // No mark is shared by all, and each is shared with the next.
    for (const [n, { userId }] of people.entries()) {
      await mark(userId, 'card', `${card}-${Math.floor(n / 2)}`)
      await mark(userId, 'phone', `${phone}-${Math.floor(((n + 1) % 4) / 2)}`)
    }
    const code = await createGift()
    const replies = await Promise.all(people.map(({ client }) => redeem(client, code)))
    expect(replies.filter(isUsed).length).toBe(1)
    for (const reply of replies) if (!isUsed(reply)) expect(reply).toMatchObject(givenBefore)
    expect((await sumGifts(code))?.users).toBe(replies.filter(isUsed).length)
  }
})

test('40 mailboxes with three phones and three browsers get three times the code, and three bonuses of new accounts', async () => {
  const browsers = [
    await app.openClient('10.42.0.1'),
    await app.openClient('10.42.0.2'),
    await app.openClient('10.42.0.3'),
  ]
  const code = await createGift()
  let signups = 0
  let codes = 0
  for (let mailbox = 0; mailbox < 40; mailbox += 1) {
    const browser = browsers[mailbox % 3]
    if (browser === undefined) throw new Error('no browser')
    const login = `mailbox${mailbox}@example.com`
    const person = { firstName: 'Ada', lastName: 'Lovelace', country: 'AU', currency: 'USD', adult: true, terms: true }
    const phone = { phone: `46666666${mailbox % 3}`, phone_prefix: '61' }
    const form = { ...person, ...phone, login, password: 'correct horse', promo: 'WELCOME' }
    await browser.post('/api/logout')
    expect((await browser.post('/api/register', form)).json).toEqual({ return: true })
    if (((await proveEmail(app, login)).json as { bonus?: string }).bonus === 'credited') signups += 1
    await browser.login(login, 'correct horse')
    if (isUsed(await redeem(browser, code))) codes += 1
  }
  expect([signups, codes]).toEqual([3, 3])
  expect(await sumGifts(code)).toEqual({ users: 3, bonus: 6000 })
})

test('the database gives no gift that was claimed for nobody, or for the mark of another account', async () => {
  const [first, second] = [await register(), await register()]
  const code = await createGift()
  const { db } = app.database
  const isClaimed = async (userId: number) => {
    const { rows } = await app.database.pool.query(`select is_gift_claimed(${userId}, 'code:${code}') as claimed`)
    return rows[0]
  }
  expect(await isClaimed(first.userId)).toEqual({ claimed: false })
  const claim = (userId: number) => claimGift(db, userId, `code:${code}`, app.clock.now())
  const value = `shared-${next()}`
  await mark(first.userId, 'payee', value)
  await claim(first.userId)
  expect(await isClaimed(first.userId)).toEqual({ claimed: true })
  await claim(second.userId)
  expect(await isClaimed(second.userId)).toEqual({ claimed: true })
  await mark(second.userId, 'payee', value)
  expect(await isClaimed(second.userId)).toEqual({ claimed: false })
  await expect(db.deleteFrom('gift_claims').execute()).rejects.toThrow('permission denied')
})

describe('a mark that is proved after the code was used', () => {
  type Account = { readonly client: TestClient; readonly userId: number }
  /** Registers an account that shares nothing yet, and uses the code. */
  const registerWith = async (code: string, currency = 'USD'): Promise<Account> => {
    const account = await register({ currency })
    expect(await redeem(account.client, code)).toMatchObject({ state: 'used' })
    return account
  }
  const prove = (card: string, ...accounts: readonly Account[]) =>
    Promise.all(accounts.map(({ userId }) => mark(userId, 'card', card, true)))
  const finish = ({ userId }: Account, currency = 'USD') =>
    finishBonuses(app.database.db, { id: userId, currency }, app.clock.now())
  const findMoney = async ({ userId }: Account) => {
    const { rows } = await app.database.pool.query<{ account: string; amount: number }>(
      `select account, amount from ledger_balances where user_id = $1 and account <> 'practice' and amount <> 0`,
      [userId],
    )
    return Object.fromEntries(rows.map((row) => [row.account, row.amount]))
  }
  const listBonuses = async ({ client }: Account, path = '/api/promo/bonuses') =>
    ((await client.post(path)).json as { bonuses: object[] }).bonuses

  test.each([
    ['USD', 2000],
    ['RUB', 120_000],
  ])('leaves one release in %s, that of the first account, and the other one reads why', async (currency, released) => {
    const code = await createGift()
    const [first, second] = [await registerWith(code, currency), await registerWith(code, currency)]
    expect(await listBonuses(second)).toMatchObject([{ isGivenBefore: false }])
    await prove(`card-${next()}`, first, second)
    expect(await listBonuses(first)).toMatchObject([{ isGivenBefore: false }])
    expect(await listBonuses(second)).toMatchObject([{ isGivenBefore: true }])
    await finish(second, currency)
    await finish(first, currency)
    expect([await findMoney(first), await findMoney(second)]).toEqual([{ cash: released }, {}])
    const ended = '/api/promo/bonuses/ended'
    expect(await listBonuses(second, ended)).toMatchObject([{ state: 'done', released: 0, isGivenBefore: true }])
    expect(await listBonuses(first, ended)).toMatchObject([
      { state: 'done', released: released / 100, isGivenBefore: false },
    ])
    expect(await findLedgerDifferences(app.database.db)).toEqual([])
  })

  test('refuses the release of the first account if the other one has had it', async () => {
    const code = await createGift()
    const [first, second] = [await registerWith(code), await registerWith(code)]
    await finish(second)
    await prove(`card-${next()}`, first, second)
    await finish(first)
    expect([await findMoney(first), await findMoney(second)]).toEqual([{}, { cash: 2000 }])
  })

  test('also connects accounts through a third one', async () => {
    const code = await createGift()
    const [first, last, middle] = [await registerWith(code), await registerWith(code), await register()]
    await prove(`card-${next()}`, first, middle)
    await prove(`card-${next()}`, middle, last)
    await finish(last)
    expect(await findMoney(last)).toEqual({})
  })

  test('takes nothing from an account whose card a stranger has only typed, nor from other bonuses', async () => {
    const code = await createGift()
    const [first, stranger, second] = [await registerWith(code), await registerWith(code), await registerWith(code)]
    const card = `card-${next()}`
    await prove(card, first)
    await mark(stranger.userId, 'card', card)
    await finish(first)
    await finish(stranger)
    expect([await findMoney(first), await findMoney(stranger)]).toEqual([{ cash: 2000 }, { cash: 2000 }])
    // Another code is another gift, and the bonus of a deposit is no gift.
    expect(await redeem(second.client, await createGift())).toMatchObject({ state: 'used' })
    await prove(card, second)
    const deposit = { bonus: 500, releaseMax: 900 }
    await fundTrader(app.database.db, { id: second.userId, currency: 'USD' }, deposit, app.clock.now())
    await finish(second)
    expect(await findMoney(second)).toEqual({ cash: 2900 })
  })

  test('leaves one release to forty accounts that deposit by one card, whatever the order', async () => {
    const code = await createGift()
    const accounts: Account[] = []
    while (accounts.length < 40) accounts.push(await registerWith(code))
    const card = `card-${next()}`
    // The last accounts deposit and finish before the others have used the card.
    for (const account of accounts.slice(30).toReversed()) {
      await prove(card, account)
      await finish(account)
    }
    await prove(card, ...accounts)
    await Promise.all(accounts.slice(0, 30).map((account) => finish(account)))
    const { rows } = await app.database.pool.query<{ released: number }>(
      `select released from wagering_requirements where source like 'promo:${code}:%' and released > 0`,
    )
    expect(rows).toEqual([{ released: 2000 }])
    expect(await findLedgerDifferences(app.database.db)).toEqual([])
  })

  test('is looked at again by the database', async () => {
    const code = await createGift()
    const [first, second] = [await registerWith(code), await registerWith(code)]
    await prove(`card-${next()}`, first, second)
    const release = ({ userId }: Account) =>
      app.database.pool.query(
        `update wagering_requirements set done = required, finished_at = now(), released = 1 where user_id = ${userId}`,
      )
    await expect(release(second)).rejects.toMatchObject({ constraint: 'wagering_requirements_given_before' })
    // Only the entry of the release is missing.
    await expect(release(first)).rejects.toMatchObject({ constraint: 'ledger_balances_bonus_bound' })
  })
})
