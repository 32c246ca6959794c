import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { buildSuccess } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { applyResult } from '../deposits/service.ts'
import { findExpectedGrant } from './service.ts'
import { createPromoCode, creditDeposit, openDeposit } from '../../../test/fixtures/promo/promo-fixture.ts'
import { createTwoTraders } from '../../../test/fixtures/trading/two-traders.ts'
import { warmPool } from '../../../test/fixtures/database/warm-pool.ts'
import { createSettingsService } from '../settings/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const dayMs = 24 * 3_600_000
let codes = 0
/** Returns a new code. */
const create = async (terms: Parameters<typeof createPromoCode>[2] = {}) => {
  codes += 1
  await createPromoCode(app, `CODE-${codes}`, terms)
  return `CODE-${codes}`
}
const onDeposit = { amount: null, percent: 30, minDeposit: 50_000 } as const

const redeem = async (client: TestClient, promo: string) => (await client.post('/api/promo', { promo })).json
const readOverview = async (client: TestClient) => (await client.post('/api/promo/bonuses')).json
const readUser = async (client: TestClient) => ((await client.post('/api/fraud/user')).json as { user: object }).user

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a code without a deposit', () => {
  test('gives its bonus at once, in the currency of the account, with turnover, once per trader', async () => {
    const { euro, rouble } = await createTwoTraders(app)
    const code = await create()
    const publish = vi.spyOn(app.context.live, 'publish')
    const plans = [
      { trader: euro, text: '€20.00', amount: 20, money: 1520.24, bonuses: 120.04, turnover: 600, total: 3601.2 },
      {
        trader: rouble,
        text: '1,200.00\u00a0₽',
        amount: 1200,
        money: 121_206.2,
        bonuses: 9200.92,
        turnover: 36_000,
        total: 276_027.6,
      },
    ]
    for (const { trader, text, amount, money, bonuses, turnover, total } of plans) {
      const { client } = trader
      expect(await redeem(client, ` ${code.toLowerCase()} `)).toEqual({
        return: true,
        state: 'used',
        message: `Done: a bonus of ${text} is on your account.`,
      })
      expect(publish.mock.calls).toEqual([[trader.userId, { type: 'user_changed' }]])
      publish.mockClear()
      expect(await readUser(client)).toMatchObject({ amount: money, bonus_summ: bonuses, orderTurnover: total })
      const overview = (await readOverview(client)) as { bonuses: { id: number; code: string | null }[] }
      expect(overview).toMatchObject({ stored: null, waiting: null })
      // This bonus comes next to the two that the trader has.
      expect(overview.bonuses).toHaveLength(3)
      expect(overview.bonuses.find((each) => each.code === code)).toMatchObject({
        amount,
        wageringRequired: turnover,
        wageringDone: 0,
        state: 'open',
      })
      expect(await redeem(client, code)).toMatchObject({ return: false, error: 'promo.used_by_you' })
    }
    expect(publish).not.toHaveBeenCalled()
    const own = (await readOverview(euro.client)) as { bonuses: { id: number }[] }
    for (const { id } of own.bonuses)
      expect((await rouble.client.post('/api/promo/give_up', { id })).json).toMatchObject({ error: 'promo.bonus_over' })
    expect(await readUser(euro.client)).toMatchObject({ bonus_summ: 120.04, orderTurnover: 3601.2 })
  })

  test('is never given twice to one trader: the database knows no such code', async () => {
    await expect(create({ maxUsesPerTrader: 2 })).rejects.toMatchObject({ constraint: 'promo_codes_gift_once' })
  })

  test('is converted to the currency of the account', async () => {
    const { client } = await app.registerTrader({ currency: 'RUB' })
    const code = await create()
    expect((await client.post('/api/promo/check', { promo: code })).json).toMatchObject({
      terms: {
        code,
        currency: 'RUB',
        amount: 1200,
        percent: null,
        minDeposit: null,
        turnoverFactor: 30,
        releaseFactor: 1,
      },
    })
    await redeem(client, code)
    expect(await readUser(client)).toMatchObject({ bonus_summ: 1200 })
  })

  test.each([
    ['an empty value', () => ' ', 'promo.invalid'],
    ['an unknown code', () => 'NO-SUCH-CODE', 'promo.invalid'],
    ['a code for new accounts', () => 'WELCOME', 'promo.new_accounts_only'],
    ['a code of an offer', () => create({ ...onDeposit, audience: 'offer' }), 'promo.invalid'],
    [
      'a code that starts tomorrow',
      () => create({ startsAt: new Date(app.clock.now().getTime() + dayMs) }),
      'promo.invalid',
    ],
    [
      'a code that has ended',
      () => create({ startsAt: new Date(app.clock.now().getTime() - dayMs), endsAt: app.clock.now() }),
      'promo.ended',
    ],
  ])('%s is refused, and before it is used, too', async (_what, getCode, error) => {
    const { client } = await app.registerTrader()
    const promo = await getCode()
    expect(await redeem(client, promo)).toMatchObject({ return: false, error, message: expect.any(String) })
    expect((await client.post('/api/promo/check', { promo })).json).toMatchObject({ return: false, error })
    expect(await readUser(client)).toMatchObject({ amount: 0 })
  })

  test('is refused to a practice account and before the e-mail is proved', async () => {
    const code = await create()
    const practice = await app.registerTrader({ practice: true })
    expect(await redeem(practice.client, code)).toMatchObject({ error: 'promo.practice' })
    const unproved = await app.registerTrader({}, { isEmailProved: false })
    expect(await redeem(unproved.client, code)).toMatchObject({ error: 'promo.email_unproved' })
  })
})

describe('a code for a deposit', () => {
  test('is stored, then gives its bonus in the transaction of the deposit', async () => {
    const { client, userId } = await app.registerTrader()
    const code = await create(onDeposit)
    const publish = vi.spyOn(app.context.live, 'publish')
    expect(await redeem(client, code)).toMatchObject({ return: true, state: 'stored' })
    expect(publish).not.toHaveBeenCalled()
    expect(await readOverview(client)).toMatchObject({
      stored: { code, percent: 30, minDeposit: 500, turnoverFactor: 30, releaseFactor: 1, refusal: null },
      bonuses: [],
    })
    await creditDeposit(app, await openDeposit(app, userId, 100_033))
    expect(await readUser(client)).toMatchObject({ amount: 1300.42, bonus_summ: 300.09, orderTurnover: 9002.7 })
    expect(await readOverview(client)).toMatchObject({
      stored: null,
      refused: null,
      bonuses: [{ code, amount: 300.09, wageringRequired: 9002.7, state: 'open' }],
    })
    expect(await redeem(client, code)).toMatchObject({ error: 'promo.used_by_you' })
  })

  test('releases its part rounded down to a cent', async () => {
    const { client, userId } = await app.registerTrader()
    const setFactor = async (factor: number) => {
      await createSettingsService(app.context).setSetting('bonus_release_factor', factor, { actor: 'test' })
      // Settings are read again after a second.
      app.clock.advance(1000)
    }
    await setFactor(0.51)
    await redeem(client, await create(onDeposit))
    await setFactor(1)
    await creditDeposit(app, await openDeposit(app, userId, 100_033))
    expect(await readOverview(client)).toMatchObject({
      // The exact value is 153.0459.
      bonuses: [{ amount: 300.09, releaseMax: 153.04 }],
    })
  })

  test('is on the receipt of its deposit, on screen and in the mail', async () => {
    const { client, userId, form } = await app.registerTrader()
    const code = await create(onDeposit)
    await redeem(client, code)
    await creditDeposit(app, await openDeposit(app, userId))
    expect((await client.get('/api/card/deposit/current')).json).toMatchObject({
      recent: [{ credited: { cash: 1000, bonus: 300 }, promo: { code, bonus: 300, turnover: 9000 } }],
    })
    await app.runJob('deposits.mail_notices')
    const [mail] = await findQueuedMails(app, form.login, 'deposit_credited')
    expect(mail?.text).toContain(
      `Bonus of promo code ${code}: $300.00\nTurnover of your own money before the bonus is released: $9,000.00. Up to $300.00 becomes your cash then.`,
    )
  })

  test.each([
    ['smaller than its minimum', 49_999, false],
    ['without a bonus', 100_000, true],
  ])('stays stored if the deposit is %s', async (_what, amount, isFixed) => {
    const { client, userId } = await app.registerTrader()
    const code = await create(onDeposit)
    await redeem(client, code)
    await creditDeposit(app, await openDeposit(app, userId, amount, isFixed))
    expect(await readOverview(client)).toMatchObject({ stored: { code }, bonuses: [] })
    await creditDeposit(app, await openDeposit(app, userId, 50_000))
    expect(await readUser(client)).toMatchObject({ bonus_summ: 150 })
  })

  test('stays stored if another amount was charged, which waits for a decision', async () => {
    const { client, userId } = await app.registerTrader()
    const code = await create(onDeposit)
    await redeem(client, code)
    const { reference } = await openDeposit(app, userId)
    await applyResult(app.context, reference, buildSuccess({ money: { amount: 90_000, currency: 'USD' } }))
    expect(await readOverview(client)).toMatchObject({ stored: { code }, bonuses: [] })
  })

  test('does not change a deposit that was opened before it was entered', async () => {
    const { client, userId } = await app.registerTrader()
    const deposit = await openDeposit(app, userId)
    app.clock.advance(1000)
    const code = await create(onDeposit)
    await redeem(client, code)
    await creditDeposit(app, deposit)
    expect(await readOverview(client)).toMatchObject({ stored: { code }, bonuses: [] })
  })

  test('counts as open when the deposit is opened, and the trader reads why it was not used', async () => {
    const endsAt = new Date(app.clock.now().getTime() + 1000)
    const code = await create({ ...onDeposit, endsAt })
    const [early, late] = [await app.registerTrader(), await app.registerTrader()]
    await redeem(early.client, code)
    await redeem(late.client, code)
    const inTime = await openDeposit(app, early.userId)
    app.clock.advance(1000)
    const over = { reason: 'promo.ended', message: 'This promo code has ended.' }
    expect(await readOverview(late.client)).toMatchObject({ stored: { code, refusal: over }, refused: null })
    await creditDeposit(app, inTime)
    expect(await readUser(early.client)).toMatchObject({ bonus_summ: 300 })
    await creditDeposit(app, await openDeposit(app, late.userId))
    expect(await readUser(late.client)).toMatchObject({ amount: 1000, bonus_summ: 0 })
    expect(await readOverview(late.client)).toMatchObject({
      stored: null,
      refused: { code, ...over, hasDeposit: true, atMs: app.clock.now().getTime() },
    })
  })

  test('is expected of a deposit in its currency, from its minimum on, if it was stored before and has not ended', async () => {
    const endsAt = new Date(app.clock.now().getTime() + 10_000)
    const code = await create({ ...onDeposit, endsAt })
    const { client, userId } = await app.registerTrader()
    const early = app.clock.now()
    app.clock.advance(1000)
    await redeem(client, code)
    const deposit = { userId, currency: 'USD', amount: 100_000, openedAt: app.clock.now() }
    const findGrant = (change: Partial<typeof deposit>) => findExpectedGrant(app.database.db, { ...deposit, ...change })
    expect(await findGrant({})).toMatchObject({ code, bonus: 30_000 })
    expect(await findGrant({ amount: 50_000 })).toMatchObject({ code, bonus: 15_000 })
    expect(await findGrant({ amount: 49_999 })).toBeNull()
    expect(await findGrant({ currency: 'EUR' })).toBeNull()
    expect(await findGrant({ openedAt: early })).toBeNull()
    expect(await findGrant({ openedAt: endsAt })).toBeNull()
  })

  test('whose last use is taken by another deposit of the same moment is refused, and both deposits are credited', async () => {
    const code = await create({ ...onDeposit, maxUses: 1 })
    const traders = [await app.registerTrader(), await app.registerTrader()]
    for (const { client } of traders) await redeem(client, code)
    const deposits = await Promise.all(traders.map(({ userId }) => openDeposit(app, userId)))
    await Promise.all(deposits.map((deposit) => creditDeposit(app, deposit)))
    const users = await Promise.all(traders.map(({ client }) => readUser(client)))
    expect(users.map((user) => (user as { amount: number }).amount).toSorted((a, b) => a - b)).toEqual([1000, 1300])
    const overviews = await Promise.all(traders.map(({ client }) => readOverview(client)))
    expect(overviews).toContainEqual(
      expect.objectContaining({ refused: expect.objectContaining({ reason: 'promo.used_up' }) }),
    )
  })

  test('is used by each trader as often as its terms say, whatever other codes are used', async () => {
    const [twice, other] = [await create({ ...onDeposit, maxUsesPerTrader: 2 }), await create(onDeposit)]
    const [first, second] = [await app.registerTrader(), await app.registerTrader()]
    const uses = [
      ...[first, first, second].map((trader) => ({ trader, code: twice })),
      { trader: first, code: other },
      { trader: second, code: other },
    ]
    for (const { trader, code } of uses) {
      expect(await redeem(trader.client, code)).toMatchObject({ state: 'stored' })
      app.clock.advance(1000)
      await creditDeposit(app, await openDeposit(app, trader.userId, 50_000))
    }
    expect(await readUser(first.client)).toMatchObject({ amount: 1950, bonus_summ: 450 })
    expect(await readUser(second.client)).toMatchObject({ amount: 1300, bonus_summ: 300 })
    expect(await redeem(first.client, twice)).toMatchObject({ error: 'promo.used_by_you' })
    expect(await redeem(second.client, twice)).toMatchObject({ state: 'stored' })
  })

  test('that is used up, or used by the trader, is not promised any more', async () => {
    const code = await create({ ...onDeposit, maxUses: 1 })
    const [first, second] = [await app.registerTrader(), await app.registerTrader()]
    for (const { client } of [first, second]) await redeem(client, code)
    await creditDeposit(app, await openDeposit(app, first.userId))
    expect(await readOverview(second.client)).toMatchObject({
      stored: { code, refusal: { reason: 'promo.used_up', message: 'This promo code has been used up.' } },
    })
  })

  test('replaces the stored one, and can be removed', async () => {
    const { client } = await app.registerTrader()
    const [first, second] = [await create(onDeposit), await create(onDeposit)]
    await redeem(client, first)
    await redeem(client, second)
    expect(await readOverview(client)).toMatchObject({ stored: { code: second } })
    expect((await client.post('/api/promo/remove')).json).toEqual({ return: true })
    expect(await readOverview(client)).toMatchObject({ stored: null, refused: null })
    expect((await client.post('/api/promo/remove')).json).toEqual({ return: true })
  })

  test('that is entered at registration waits for the first deposit', async () => {
    const code = await create({ ...onDeposit, audience: 'new_account' })
    const { client, userId } = await app.registerTrader({ promo: code })
    expect(await readOverview(client)).toMatchObject({ stored: { code } })
    await creditDeposit(app, await openDeposit(app, userId))
    expect(await readUser(client)).toMatchObject({ bonus_summ: 300 })
  })
})

test('a code that is entered while a deposit uses the stored one waits for it, in each of 30 rounds', async () => {
  const { client, userId } = await app.registerTrader()
  await warmPool(app.database.pool, 6)
  for (let round = 0; round < 30; round += 1) {
    const [stored, entered] = [await create(onDeposit), await create(onDeposit)]
    await redeem(client, stored)
    const deposit = await openDeposit(app, userId)
    const [reply] = await Promise.all([client.post('/api/promo', { promo: entered }), creditDeposit(app, deposit)])
    expect([reply.status, reply.json]).toEqual([200, expect.objectContaining({ return: true, state: 'stored' })])
  }
})

test('of two parallel uses of a one-time code one wins, in each of 100 rounds', async () => {
  const [one, two] = [await app.registerTrader(), await app.registerTrader()]
  await warmPool(app.database.pool, 6)
  const outcomes = new Map<string, number>()
  for (let round = 0; round < 100; round += 1) {
    const code = await create({ maxUses: 1, amount: 100 })
    const replies = await Promise.all([redeem(one.client, code), redeem(two.client, code)])
    const outcome = replies
      .map((reply) => (reply as { error?: string }).error ?? 'used')
      .toSorted()
      .join(' ')
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect(outcomes).toEqual(new Map([['promo.used_up used', 100]]))
  const bonuses = [await readUser(one.client), await readUser(two.client)].map(
    (user) => (user as { bonus_summ: number }).bonus_summ,
  )
  expect(bonuses.reduce((sum, bonus) => sum + bonus, 0)).toBe(100)
})

test('of two parallel uses by one trader one wins', async () => {
  const { client } = await app.registerTrader()
  const code = await create()
  const replies = await Promise.all([redeem(client, code), redeem(client, code)])
  expect(replies.filter((reply) => (reply as { return: boolean }).return)).toHaveLength(1)
  expect(await readUser(client)).toMatchObject({ bonus_summ: 20 })
})

test('a visitor reads what a code does before the account is opened', async () => {
  const client = await app.openClient()
  const code = await create(onDeposit)
  expect((await client.post('/api/promo/check', { promo: code, currency: 'RUB' })).json).toEqual({
    return: true,
    terms: {
      code,
      currency: 'RUB',
      percent: 30,
      amount: null,
      minDeposit: 30_000,
      turnoverFactor: 30,
      releaseFactor: 1,
      endsAtMs: null,
    },
  })
  expect((await client.post('/api/promo/check', { promo: 'WELCOME' })).json).toMatchObject({ terms: { amount: 20 } })
  expect((await client.post('/api/promo', { promo: code })).status).toBe(401)
})

test('a practice trader reads what a code does for the real account', async () => {
  const { client } = await app.registerTrader({ practice: true })
  expect((await client.post('/api/promo/check', { promo: 'WELCOME', currency: 'RUB' })).json).toMatchObject({
    terms: { code: 'WELCOME', currency: 'RUB', amount: 1200 },
  })
})
