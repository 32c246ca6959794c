import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createPromoCode } from '../../../test/fixtures/promo/promo-fixture.ts'
import { finishBonuses } from '../../../test/fixtures/trading/fund-trader.ts'
import { warmPool } from '../../../test/fixtures/database/warm-pool.ts'
import { postEntry } from '../ledger/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => app.stop())

let codes = 0
/** Gives the bonus of a new code without a deposit. @param terms of the code */
const giveBonus = async (client: TestClient, terms: Parameters<typeof createPromoCode>[2] = {}) => {
  codes += 1
  await createPromoCode(app, `CODE-${codes}`, terms)
  await client.post('/api/promo', { promo: `CODE-${codes}` })
}
const readUser = async (client: TestClient) => ((await client.post('/api/fraud/user')).json as { user: object }).user

describe('giving up a bonus', () => {
  const giveUp = async (client: TestClient, id: number) => (await client.post('/api/promo/give_up', { id })).json
  const listBonuses = async (client: TestClient) =>
    ((await client.post('/api/promo/bonuses')).json as { bonuses: { id: number; state: string }[] }).bonuses
  const listEnded = async (client: TestClient, before?: number) =>
    (await client.post('/api/promo/bonuses/ended', before === undefined ? {} : { before })).json as {
      bonuses: { id: number; state: string }[]
      next: number | null
    }
  let losses = 0
  /** Takes bonus money as if it had been lost in a trade. */
  const loseBonus = async (userId: number, amount: number) => {
    const lines = [
      { account: 'bonus', userId, currency: 'USD', amount: -amount },
      { account: 'trade_house', userId: null, currency: 'USD', amount },
    ]
    losses += 1
    await postEntry(app.database.db, { kind: 'test', subject: `lost:${losses}`, at: app.clock.now(), lines })
  }

  test('takes its money back, ends its requirement, and is done once', async () => {
    const { client, userId } = await app.registerTrader()
    await giveBonus(client)
    const [bonus] = await listBonuses(client)
    const publish = vi.spyOn(app.context.live, 'publish')
    expect(await giveUp(client, bonus?.id ?? 0)).toEqual({ return: true, taken: 20 })
    expect(publish.mock.calls).toEqual([[userId, { type: 'user_changed' }]])
    expect(await readUser(client)).toMatchObject({ amount: 0, bonus_summ: 0, orderTurnover: 0 })
    expect(await listBonuses(client)).toEqual([])
    expect(await listEnded(client)).toMatchObject({ bonuses: [{ id: bonus?.id, state: 'cancelled' }], next: null })
    expect(await giveUp(client, bonus?.id ?? 0)).toMatchObject({ return: false, error: 'promo.bonus_over' })
  })

  test('takes no more than is left, and leaves the other bonuses covered', async () => {
    const { client, userId } = await app.registerTrader()
    await giveBonus(client, { amount: 5000 })
    await giveBonus(client, { amount: 3000 })
    await loseBonus(userId, 4000)
    const [first, second] = await listBonuses(client)
    expect(await giveUp(client, first?.id ?? 0)).toEqual({ return: true, taken: 10 })
    expect(await readUser(client)).toMatchObject({ bonus_summ: 30, orderTurnover: 900 })
    expect(await giveUp(client, second?.id ?? 0)).toEqual({ return: true, taken: 30 })
    expect(await readUser(client)).toMatchObject({ amount: 0, orderTurnover: 0 })
  })

  test('leaves what a finished bonus has released, which is cash', async () => {
    const { client, userId } = await app.registerTrader()
    await giveBonus(client, { amount: 5000 })
    await giveBonus(client, { amount: 3000 })
    const [, open] = await listBonuses(client)
    await app.database.db
      .updateTable('wagering_requirements')
      .set({ done: 89_999 })
      .where('id', '=', open?.id ?? 0)
      .execute()
    await finishBonuses(app.database.db, { id: userId, currency: 'USD' }, app.clock.now(), 150_000)
    await loseBonus(userId, 1000)
    expect(await giveUp(client, open?.id ?? 0)).toEqual({ return: true, taken: 20 })
    expect(await readUser(client)).toMatchObject({ amount: 50, bonus_summ: 0, orderTurnover: 1500 })
  })

  test('of two bonuses at once takes all that is left, in each of 30 rounds', async () => {
    const { client, userId } = await app.registerTrader()
    await warmPool(app.database.pool, 6)
    for (let round = 0; round < 30; round += 1) {
      for (const amount of [5000, 3000]) await giveBonus(client, { amount })
      await loseBonus(userId, 4000)
      const bonuses = await listBonuses(client)
      const replies = await Promise.all(bonuses.map(({ id }) => giveUp(client, id)))
      expect(replies.map((reply) => (reply as { taken: number }).taken).reduce((sum, taken) => sum + taken, 0)).toBe(40)
      expect(await readUser(client)).toMatchObject({ amount: 0, orderTurnover: 0 })
    }
  })

  test('without taking what is left is refused by the database', async () => {
    const { client, userId } = await app.registerTrader()
    await giveBonus(client)
    const end = app.database.db
      .updateTable('wagering_requirements')
      .set({ cancelled_at: app.clock.now() })
      .where('user_id', '=', userId)
      .execute()
    await expect(end).rejects.toMatchObject({ constraint: 'ledger_balances_bonus_bound' })
  })

  test('moves it to the pages of ended bonuses, the newest first', async () => {
    const { client } = await app.registerTrader()
    const ids: number[] = []
    for (let n = 0; n < 22; n += 1) {
      await giveBonus(client, { amount: 100 })
      const [bonus] = await listBonuses(client)
      ids.unshift(bonus?.id ?? 0)
      if (n < 21) await giveUp(client, bonus?.id ?? 0)
    }
    expect(await listBonuses(client)).toMatchObject([{ id: ids[0], state: 'open' }])
    const first = await listEnded(client)
    expect(first.bonuses.map(({ id }) => id)).toEqual(ids.slice(1, 21))
    const second = await listEnded(client, first.next ?? 0)
    expect([second.bonuses.map(({ id }) => id), second.next]).toEqual([ids.slice(21), null])
  })

  test('takes nothing if all is lost', async () => {
    const { client, userId } = await app.registerTrader()
    await giveBonus(client)
    await loseBonus(userId, 2000)
    const [bonus] = await listBonuses(client)
    expect(await giveUp(client, bonus?.id ?? 0)).toEqual({ return: true, taken: 0 })
    expect(await readUser(client)).toMatchObject({ amount: 0, orderTurnover: 0 })
  })

  test('is refused for a bonus of another trader, or whose turnover is made', async () => {
    const [owner, other] = [await app.registerTrader(), await app.registerTrader()]
    await giveBonus(owner.client)
    const [bonus] = await listBonuses(owner.client)
    expect(await giveUp(other.client, bonus?.id ?? 0)).toMatchObject({ error: 'promo.bonus_over' })
    await finishBonuses(app.database.db, { id: owner.userId, currency: 'USD' }, app.clock.now())
    expect(await listBonuses(owner.client)).toEqual([])
    expect(await listEnded(owner.client)).toMatchObject({
      // The bonus counts all the turnover that the trader has made.
      bonuses: [{ state: 'done', released: 20, releaseMax: 20, wageringDone: 600 }],
    })
    expect(await listEnded(other.client)).toEqual({ return: true, bonuses: [], next: null })
    expect(await giveUp(owner.client, bonus?.id ?? 0)).toMatchObject({ error: 'promo.bonus_over' })
    expect(await readUser(owner.client)).toMatchObject({ amount: 20, bonus_summ: 0 })
  })
})
