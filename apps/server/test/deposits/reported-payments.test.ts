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
