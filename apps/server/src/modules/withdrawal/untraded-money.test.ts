import type { WithdrawalPreview } from '@tradefront/contract/withdrawal'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTwoTraders, type FixtureTrader } from '../../../test/fixtures/trading/two-traders.ts'
import { insertCharge } from '../../../test/fixtures/withdrawal/insert-charge.ts'
import { startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterAll(() => app.stop())

type Trader = Pick<FixtureTrader, 'client' | 'userId' | 'currency'>

/** Takes all cash, as if it had been lost without a trade. */
async function emptyAccount({ userId, currency }: Trader): Promise<void> {
  const { cash } = await app.findBalances(userId, currency)
  await app.spend(userId, cash, currency)
}

async function registerEuro(): Promise<Trader> {
  const trader = { ...(await app.registerFunded({ cash: 1 }, { currency: 'EUR' })), currency: 'EUR' } as const
  await emptyAccount(trader)
  return trader
}

const pay = async ({ userId, currency }: Trader, amount: number, processor?: string, coinUnits?: bigint) => {
  app.clock.advance(1000)
  const charge = {
    userId,
    amount,
    at: app.clock.now(),
    currency,
    coinUnits,
    ...(processor !== undefined && { processor }),
  }
  return (await insertCharge(app.database.db, charge)).attemptId
}

async function lose({ userId, currency }: Trader, amount: number): Promise<void> {
  app.clock.advance(1000)
  await app.trade(userId, amount, currency)
  await app.spend(userId, amount, currency)
}

const preview = async ({ client }: Trader, amount: number, method: string): Promise<WithdrawalPreview | undefined> =>
  (await app.post(client, '/preview', { amount, method, isBonus: false })).preview

const listMethods = async ({ client }: Trader) => (await client.post('/api/withdrawal/methods')).json

const listPayouts = async (id: string) =>
  app.database.db
    .selectFrom('payouts')
    .select(['attempt_id', 'method', 'amount', 'untraded'])
    .where('withdrawal_id', '=', id)
    .orderBy('number')
    .execute()

test('untraded money goes back to its own charge, not to an older one whose money was lost', async () => {
  const { euro, rouble } = await createTwoTraders(app)
  for (const trader of [euro, rouble]) {
    await emptyAccount(trader)
    await app.verify(trader.userId)
    await app.addDestination(trader.userId, 'bitcoin')
  }
  // The coins were lost, and the card was not traded. The other trader has lost the older card, and the younger coins were not traded.
  await pay(euro, 100_003, 'BTC', 1_000_003n)
  await lose(euro, 100_003)
  const card = await pay(euro, 100_001)
  await pay(rouble, 7_000_003)
  await lose(rouble, 7_000_003)
  const coins = await pay(rouble, 6_000_007, 'BTC', 900_001n)

  expect(await listMethods(euro)).toMatchObject({ untraded: 1000.01, goesBack: [{ method: 'card', amount: 1000.01 }] })
  const euroId = (await app.withdraw(euro.client, 1000.01, { method: 'bitcoin' })).withdrawal?.id ?? ''
  // The fee of 3 % is rounded up to 30.01.
  expect(await listPayouts(euroId)).toEqual([{ attempt_id: card, method: 'card', amount: 97_000, untraded: 100_001 }])
  expect(await listMethods(rouble)).toMatchObject({ goesBack: [{ method: 'bitcoin', amount: 60_000.07 }] })
  const roubleId = (await app.withdraw(rouble.client, 60_000.07, { method: 'card' })).withdrawal?.id ?? ''
  // The fee is 1 %, and 300 RUB for the transfer.
  expect(await listPayouts(roubleId)).toEqual([
    { attempt_id: coins, method: 'bitcoin', amount: 5_910_006, untraded: 6_000_007 },
  ])
})

test('a refund of traded money does not give back the turnover that has freed it', async () => {
  const euro = await registerEuro()
  await pay(euro, 100_000)
  await app.trade(euro.userId, 10_000, euro.currency)
  const first = (await app.withdraw(euro.client, 100, { method: 'card' })).withdrawal
  expect(first).toMatchObject({ fee: 0, payouts: [{ method: 'card', amount: 100 }] })
  for (const _again of [1, 2])
    expect((await app.withdraw(euro.client, 100, { method: 'card' })).withdrawal).toMatchObject({ fee: 3 })
  expect(await listMethods(euro)).toMatchObject({ cash: 700, untraded: 700, leftToTrade: 700 })
})

test('turnover after two deposits counts once, and for the older one first', async () => {
  const euro = await registerEuro()
  await pay(euro, 100_000)
  await pay(euro, 60_000)
  await app.trade(euro.userId, 130_000, euro.currency)
  expect(await listMethods(euro)).toMatchObject({ untraded: 300, leftToTrade: 300, goesBack: [{ amount: 300 }] })
})

test('nothing is owed of a charge that went back for the fee, until the refund is refused', async () => {
  const euro = await registerEuro()
  await pay(euro, 100_000)
  const id = (await app.withdraw(euro.client, 1000, { method: 'card' })).withdrawal?.id ?? ''
  expect(await listMethods(euro)).toMatchObject({ cash: 0, untraded: 0, leftToTrade: 0, goesBack: [] })
  await app.fund(euro.userId, 5000, 'EUR')
  expect(await preview(euro, 50, 'card')).toBe(undefined)
  await app.post(euro.client, '/cancel', { id })
  expect(await listMethods(euro)).toMatchObject({ cash: 1050, untraded: 1000, goesBack: [{ amount: 1000 }] })
})

test('profit does not lock a deposit: by card it goes back untraded, and the profit stays', async () => {
  const euro = await registerEuro()
  await app.fund(euro.userId, 500, 'EUR')
  await pay(euro, 100_000)
  expect(await listMethods(euro)).toMatchObject({ methods: [{ method: 'card', available: 1000 }, {}, {}, {}] })
  expect(await preview(euro, 1000, 'card')).toMatchObject({ untraded: 1000, fee: 30, receives: 970 })
  expect(await app.post(euro.client, '', { amount: 1005, method: 'card' })).toMatchObject({
    error: 'withdrawal.card_limit',
  })
})

test('money that can be refunded leaves next to money that must be traded first', async () => {
  const euro = await registerEuro()
  await pay(euro, 60_000)
  const claim = { userId: euro.userId, amount: 40_000, at: app.clock.now(), currency: 'EUR', processor: 'BANK' }
  await insertCharge(app.database.db, claim)
  expect(await listMethods(euro)).toMatchObject({ methods: [{ available: 600 }, { available: 600 }, {}, {}] })
  expect(await preview(euro, 600, 'bank')).toMatchObject({ untraded: 600, parts: [{ method: 'card', amount: 582 }] })
  expect(await app.post(euro.client, '', { amount: 601, method: 'bank' })).toMatchObject({
    error: 'withdrawal.trade_first',
    message: expect.stringMatching(/€600 now. Trade €1,000 more/) as string,
  })
})
