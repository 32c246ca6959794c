import { createHash, randomUUID } from 'node:crypto'

import type { DepositView } from '@tradefront/contract/deposits'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../fixtures/app/test-app.ts'
import { createTwoTraders, type FixtureTrader } from '../fixtures/trading/two-traders.ts'

let app: TestApp
let euro: FixtureTrader
let rouble: FixtureTrader
beforeAll(async () => {
  app = await startTestApp()
  ;({ euro, rouble } = await createTwoTraders(app))
})
afterAll(() => app.stop())

const report = async ({ client, currency }: FixtureTrader, method: string, amount: number, transaction: string) => {
  const body = {
    email: 'ada@example.com',
    amount,
    fixed: 0,
    bonus: 0,
    currency,
    random: randomUUID(),
    bitcoin: transaction,
  }
  return (await client.post(`/api/report/${method}`, body)).json as { return: boolean; deposit: DepositView | null }
}
const createTransactionId = (name: string) => createHash('sha256').update(name).digest('hex')
const listDeposits = async ({ client }: FixtureTrader) =>
  ((await client.get('/api/deposits')).json as { deposits: DepositView[] }).deposits

test('a reported payment is shown as a payment in coins, in its own currency, and to its trader only', async () => {
  for (const [trader, amount] of [
    [euro, 301],
    [rouble, 24_001],
  ] as const)
    for (const method of ['bitcoin', 'litecoin'])
      expect(await report(trader, method, amount, createTransactionId(`${method}-${trader.currency}`))).toMatchObject({
        return: true,
        // A note is no card number, although both are kept in one column.
        deposit: { amount, currency: trader.currency, card: null, wallet: { name: method, is_claim: true } },
      })
  for (const [trader, amount] of [
    [euro, 301],
    [rouble, 24_001],
  ] as const) {
    const own = await listDeposits(trader)
    expect(own.map(({ wallet }) => String(wallet?.name)).toSorted()).toEqual(['bitcoin', 'litecoin'])
    expect(own.map((deposit) => [deposit.amount, deposit.currency, deposit.card])).toEqual(
      own.map(() => [amount, trader.currency, null]),
    )
  }
})

const findHint = async (transaction: string) =>
  (
    await app.database.db
      .selectFrom('deposits')
      .select('instrument_hint')
      .where('instrument_hint', 'like', `%${transaction.slice(0, 60)}%`)
      .execute()
  ).map((row) => row.instrument_hint)

test('a reported payment in coins is known by its transaction, and other payments by what the trader writes', async () => {
  for (const [method, hint] of [
    ['bitcoin', (id: string) => id],
    ['litecoin', (id: string) => id],
    ['WebMoney', (id: string) => `https://explorer.example/tx/${id}`],
    ['bank', (id: string) => `https://explorer.example/tx/${id}`],
  ] as const) {
    const transaction = createTransactionId(`link-${method}`)
    await report(rouble, method, 24_002, `https://explorer.example/tx/${transaction}`)
    expect(await findHint(transaction)).toEqual([hint(transaction)])
  }
  await report(rouble, 'bitcoin', 24_003, 'sent on Monday')
  expect(await findHint('sent on Monday')).toEqual(['sent on Monday'])
  expect(await report(rouble, 'litecoin', 24_004, 'sent on Monday')).toMatchObject({
    return: false,
    error: 'wallets.transaction_missing',
  })
})

test('a payment that is reported in the currency of another trader is refused', async () => {
  for (const [trader, other] of [
    [euro, rouble],
    [rouble, euro],
  ] as const)
    expect(await report({ ...trader, currency: other.currency }, 'bitcoin', 30_001, 'x')).toMatchObject({
      return: false,
      error: 'wallets.currency',
    })
})
