import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createPromoCode, creditDeposit, openDeposit } from '../../../test/fixtures/promo/promo-fixture.ts'
import { buildSuccess } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { claimGift } from '../marks/service.ts'
import { applyResult } from '../deposits/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await createPromoCode(app, 'THIRTY', { amount: null, percent: 30, minDeposit: 50_000 })
  await createPromoCode(app, 'TWENTY')
})
afterAll(() => app.stop())

const readUser = async (client: TestClient) => ((await client.post('/api/fraud/user')).json as { user: object }).user
const listBonuses = async (client: TestClient) =>
  ((await client.post('/api/promo/bonuses')).json as { bonuses: { id: number; state: string }[] }).bonuses

/** Makes a deposit with a bonus of $300, and one of $20 that needs no deposit. */
const payWithCode = async () => {
  const { client, userId } = await app.registerTrader()
  await client.post('/api/promo', { promo: 'THIRTY' })
  const deposit = await openDeposit(app, userId)
  await creditDeposit(app, deposit)
  await client.post('/api/promo', { promo: 'TWENTY' })
  const takeBack = () =>
    applyResult(
      app.context,
      deposit.reference,
      buildSuccess({ takenBackAs: 'chargeback', processorReference: deposit.reference }),
    )
  return { client, takeBack }
}

test('a deposit that the bank takes back takes the bonus of its promo code along, and no other', async () => {
  const { client, takeBack } = await payWithCode()
  expect(await readUser(client)).toMatchObject({ amount: 1320, bonus_summ: 320 })
  await takeBack()
  expect(await readUser(client)).toMatchObject({ amount: 20, bonus_summ: 20, orderTurnover: 600 })
  expect((await listBonuses(client)).map(({ state }) => state)).toEqual(['open'])
  expect((await client.post('/api/promo/bonuses/ended', {})).json).toMatchObject({ bonuses: [{ state: 'cancelled' }] })
})

test('a bonus that was given up is not taken a second time', async () => {
  const { client, takeBack } = await payWithCode()
  const [bonus] = await listBonuses(client)
  expect((await client.post('/api/promo/give_up', { id: bonus?.id })).json).toEqual({ return: true, taken: 300 })
  await takeBack()
  expect(await readUser(client)).toMatchObject({ amount: 20, bonus_summ: 20 })
})

test('the database credits no bonus without a counted use, and counts no use without its bonus', async () => {
  const { userId } = await app.registerTrader()
  const { db } = app.database
  const at = app.clock.now()
  const entry = { kind: 'promo.credited', subject: `promo:TWENTY:${userId}`, created_at: at }
  await expect(db.insertInto('ledger_entries').values(entry).execute()).rejects.toMatchObject({
    constraint: 'ledger_entries_promo_claimed',
  })
  const use = {
    user_id: userId,
    code: 'TWENTY',
    state: 'used',
    currency: 'USD',
    amount: 2000,
    turnover_factor: 30,
    release_factor: 1,
    bonus: 2000,
    required: 60_000,
    valid_at: at,
    created_at: at,
    decided_at: at,
  }
  const insertUse = (changes: object) =>
    db
      .insertInto('promo_redemptions')
      .values({ ...use, ...changes })
      .execute()
  await expect(insertUse({})).rejects.toMatchObject({ constraint: 'promo_redemptions_claimed' })
  for (const gift of ['code:TWENTY', 'signup']) await claimGift(db, userId, gift, at)
  await expect(insertUse({})).rejects.toMatchObject({ constraint: 'promo_redemptions_booked' })
  await expect(insertUse({ valid_at: new Date(0) })).rejects.toMatchObject({ constraint: 'promo_redemptions_open' })
  await expect(insertUse({ code: 'THIRTY' })).rejects.toMatchObject({ constraint: 'promo_redemptions_with_deposit' })
  await expect(insertUse({ code: 'WELCOME' })).rejects.toMatchObject({ constraint: 'promo_redemptions_new_account' })
  await expect(db.deleteFrom('promo_codes').execute()).rejects.toThrow('permission denied')
  await expect(app.runAsOwner(`update promo_codes set amount = 1`)).rejects.toThrow('promo_codes cannot change')
  await expect(app.runAsOwner(`update promo_codes set starts_at = now()`)).rejects.toThrow('promo_codes cannot change')
})
