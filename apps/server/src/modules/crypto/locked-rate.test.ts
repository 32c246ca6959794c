import { randomUUID } from 'node:crypto'

import { lockGainPercent } from '@tradefront/rules/crypto/credit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createCryptoFixture, type CryptoFixture } from '../../../test/fixtures/crypto/crypto-fixture.ts'
import { createTwoTraders } from '../../../test/fixtures/trading/two-traders.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const price = 100_000

let fixture: CryptoFixture
let trader: Awaited<ReturnType<CryptoFixture['app']['registerTrader']>>
beforeAll(async () => {
  fixture = await createCryptoFixture({ hasMarketRates: true })
})
beforeEach(async () => {
  trader = await fixture.app.registerTrader()
  await fixture.setSetting('crypto_spread_percent', 1)
  await setPrice(price)
})
afterAll(() => fixture.stop())

/** Sets the price, and advances a minute, so that it is fetched. */
const setPrice = async (usd: number) => {
  fixture.setRates({ BTC: usd })
  await fixture.advance(minuteMs)
}
const open = (amount = 1000) => fixture.openInvoice(trader.client, 'BTC', amount)
type Invoice = Awaited<ReturnType<typeof open>>
const check = (invoice: Invoice) => fixture.checkInvoice(trader.client, invoice)
const mine = async (count = 3) => {
  fixture.btc.mine(count)
  await fixture.work()
}
/** Pays, mines, and returns the amount that is credited. */
const payNow = async (invoice: Invoice, amount: string): Promise<number> => {
  fixture.pay(invoice, amount)
  await mine()
  return (await check(invoice)).credited
}

describe('the spread', () => {
  test.each([
    ['USD', 1000, 1, 10.1],
    ['RUB', 80_000, 80, 808.09],
  ])('is taken from the rate in %s, shown, and credits what was asked', async (currency, amount, perDollar, cost) => {
    trader = await fixture.app.registerTrader({ currency })
    const invoice = await fixture.openInvoice(trader.client, 'BTC', amount, {}, currency)
    expect(invoice).toMatchObject({
      rate: 99_000 * perDollar,
      coin_amount: '0.01010102',
      spread_percent: 1,
      spread_cost: cost,
      coin_locked_max: '0.01020203',
      block_until: invoice.expires_at + 2 * hourMs,
    })
    expect(await payNow(invoice, '0.01010102')).toBe(currency === 'RUB' ? 80_000.07 : 1000)
  })

  test('is that of the invoice, whatever the setting says when it is paid', async () => {
    const invoice = await open()
    await fixture.setSetting('crypto_spread_percent', 5)
    await setPrice(0.9 * price)
    expect(await payNow(invoice, '1')).toBe(89_118.36)
  })
})

describe('nobody gains by a fall of the price', () => {
  test('with more than was asked', async () => {
    const invoice = await open()
    await setPrice(99_500)
    // The locked rate of 99,000 is used for 0.01020203, and 98,505 for the rest.
    expect(await payNow(invoice, '10')).toBe(985_055.05)
  })

  test('with more than was asked, in many payments', async () => {
    const invoice = await open()
    await setPrice(99_500)
    fixture.pay(invoice, ...Array.from({ length: 50 }, () => '0.2'))
    expect(await payNow(invoice, '0.00000001')).toBeLessThanOrEqual(985_055.05)
  })

  test('with several invoices: each covers what it has asked for', async () => {
    const invoices = [await open(1000), await open(2000), await open(3000)]
    await setPrice(99_500)
    let sum = 0
    for (const invoice of invoices) sum += await payNow(invoice, '1')
    // The locked rate of 99,000 is used for 0.06121217, and 98,505 for the rest.
    expect(sum).toBeCloseTo(0.06121217 * 99_000 + (3 - 0.06121217) * 98_505, 1)
  })

  test('with a transaction that is broadcast in time and kept out of the blocks', async () => {
    const invoice = await open()
    await fixture.advance(59 * minuteMs)
    fixture.pay(invoice, '0.01010102')
    await fixture.advance(2 * hourMs)
    await setPrice(99_500)
    expect(await check(invoice)).toMatchObject({ status: 'ex' })
    await mine()
    expect(await check(invoice)).toMatchObject({ state: 'late', credited: 995, bonus_amount: 0 })
  })

  test('with a transaction that nodes forget, and that is sent again', async () => {
    const invoice = await open()
    await fixture.advance(59 * minuteMs)
    fixture.pay(invoice, '0.01010102')
    await fixture.work()
    fixture.btc.dropUnconfirmed()
    await fixture.advance(2 * hourMs)
    await setPrice(99_500)
    fixture.btc.sendAgain()
    await fixture.work()
    await mine()
    expect(await check(invoice)).toMatchObject({ state: 'late', credited: 995 })
  })

  test('with a late transaction whose rate was better when it was first seen', async () => {
    const invoice = await open()
    await fixture.advance(4 * hourMs)
    await setPrice(98_000)
    fixture.pay(invoice, '0.01')
    await fixture.work()
    await setPrice(90_000)
    await mine()
    expect(await check(invoice)).toMatchObject({ state: 'late', credited: 891 })
  })

  test('after a crash: the rate is never far above the market', async () => {
    const invoice = await open()
    await setPrice(80_000)
    const credited = await payNow(invoice, '0.01010102')
    expect(credited).toBe(816.16)
    expect(credited).toBeLessThanOrEqual(0.01010102 * 80_000 * (1 + lockGainPercent / 100))
  })

  test('after a reorganisation, by the block that counts', async () => {
    const invoice = await open()
    await fixture.advance(2 * hourMs + 55 * minuteMs)
    fixture.pay(invoice, '0.00000001')
    expect(await check(invoice)).toMatchObject({ status: 'ex' })
    fixture.pay(invoice, '0.005')
    fixture.btc.mine(1)
    await fixture.work()
    fixture.btc.reorganise(1, 'unconfirmed')
    await fixture.work()
    await fixture.advance(5 * minuteMs)
    await setPrice(90_000)
    await mine()
    expect(await check(invoice)).toMatchObject({ credited: 445.5 })
  })
})

test('two traders each have the rate of the own invoice, in the own currency, for as much as it asks for', async () => {
  const { euro, rouble } = await createTwoTraders(fixture.app)
  const plans = [
    // The locked rate of 79,200 EUR a coin is used for 0.01262639 and 1 %, and 78,804 for the rest.
    { payer: euro, amount: 1000.01, paid: '0.05', credited: 3945.25 },
    // The locked rate of 7,920,000 RUB a coin is used for 0.01010103 and 1 %, and 7,880,400 for the rest.
    { payer: rouble, amount: 80_000.13, paid: '0.03', credited: 236_816 },
  ]
  const invoices = []
  for (const { payer, amount } of plans)
    invoices.push(await fixture.openInvoice(payer.client, 'BTC', amount, {}, payer.currency))
  await setPrice(99_500)
  for (const [index, { paid }] of plans.entries()) fixture.pay(invoices[index] ?? { coin: 'BTC', address: '' }, paid)
  await mine()
  for (const [index, { payer, credited }] of plans.entries()) {
    const { guid = '' } = invoices[index] ?? {}
    expect(await fixture.checkInvoice(payer.client, { guid, coin: 'BTC' })).toMatchObject({ credited })
    expect(await fixture.readMoney(payer.userId)).toMatchObject({ cash: payer.cash + Math.round(credited * 100) })
  }
})

test('what is more than asked has the locked rate after a rise', async () => {
  const invoice = await open()
  await setPrice(120_000)
  expect(await payNow(invoice, '0.015')).toBe(1485)
})

test('a payment that was sent after the end has the locked rate if its block comes in time, and no bonus', async () => {
  const invoice = await open()
  await fixture.advance(hourMs + minuteMs)
  await setPrice(99_500)
  expect(await payNow(invoice, '0.01010102')).toBe(1000)
  expect(await check(invoice)).toMatchObject({ state: 'expired', bonus_amount: 0 })
})

test.each([
  ['just in time', -1, 1000, 'su'],
  ['just too late', 0, 995, 'ex'],
])('a block that is read %s decides the rate and the bonus', async (_, afterMs, credited, status) => {
  const invoice = await open()
  fixture.pay(invoice, '0.01010102')
  await fixture.work()
  await setPrice(99_500)
  const leftMs = invoice.block_until + afterMs - fixture.clock.now().getTime()
  await fixture.advance(leftMs - minuteMs)
  await fixture.advance(minuteMs)
  fixture.btc.mine(3)
  await fixture.work()
  expect(await check(invoice)).toMatchObject({ credited, status })
})

describe('the time of a block', () => {
  test('is its own where our reader had a gap', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.01010102')
    await fixture.work()
    await setPrice(99_500)
    fixture.btc.setDown(true)
    await fixture.advance(2 * hourMs)
    fixture.btc.mine(3)
    await fixture.advance(5 * hourMs)
    fixture.btc.setDown(false)
    await fixture.work()
    expect(await check(invoice)).toMatchObject({ state: 'paid', credited: 1000 })
  })

  test('is its own where the node stood still, from two hours after its last block', async () => {
    fixture.btc.setNetwork('main')
    try {
      await mine(1)
      const invoice = await open()
      fixture.btc.setStandingStill(true)
      fixture.pay(invoice, '0.01010102')
      await fixture.advance(minuteMs)
      fixture.btc.mine(3)
      await setPrice(99_500)
      for (let hours = 1; hours <= 5; hours += 1) await fixture.advance(hourMs)
      fixture.btc.setStandingStill(false)
      await fixture.work()
      expect(await check(invoice)).toMatchObject({ credited: 1000 })
    } finally {
      fixture.btc.setStandingStill(false)
      fixture.btc.setNetwork('simulated')
      await fixture.work()
    }
  })

  test('is not what its miner says, neither without a gap nor before it', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.01010102')
    await fixture.work()
    const original = fixture.btc.chain.readBlock
    const backdated: typeof original = async (...args) => {
      const block = await original(...args)
      return block && { ...block, time: new Date(block.time.getTime() - 24 * hourMs) }
    }
    Object.assign(fixture.btc.chain, { readBlock: backdated })
    try {
      await fixture.advance(3 * hourMs - minuteMs)
      await setPrice(99_500)
      fixture.btc.setDown(true)
      await fixture.advance(hourMs)
      fixture.btc.setDown(false)
      await mine()
      expect(await check(invoice)).toMatchObject({ credited: 995, status: 'ex' })
    } finally {
      Object.assign(fixture.btc.chain, { readBlock: original })
    }
  })
})

test('the coins of each payment are known, so that as many can go back, and not those of another trader', async () => {
  const { db } = fixture.app.database
  const [bitcoin, ether] = [await open(), await fixture.openInvoice(trader.client, 'ETH')]
  await payNow(bitcoin, '0.004')
  await payNow(bitcoin, '0.02')
  fixture.pay(ether, '0.3')
  fixture.eth.mine(12)
  await fixture.work()
  const other = await fixture.app.registerTrader()
  const listCoins = async ({ userId }: { readonly userId: number }) => {
    const columns = ['coin', 'number', 'units', 'amount', 'currency'] as const
    return db
      .selectFrom('coin_deposits')
      .select(columns)
      .where('user_id', '=', userId)
      .orderBy('coin')
      .orderBy('number')
      .execute()
  }
  const coins = await listCoins(trader)
  expect(coins).toMatchObject([
    { coin: 'BTC', number: 1, units: '400000', amount: 39_600, currency: 'USD' },
    { coin: 'BTC', number: 2, units: '2000000', amount: 198_000, currency: 'USD' },
    { coin: 'ETH', units: '300000000000000000' },
  ])
  expect(await listCoins(other)).toEqual([])
})

test('an operator is told of more than twice the amount, once', async () => {
  const invoice = await open()
  const before = await fixture.listAlerts()
  const due = Number(invoice.coin_amount)
  await payNow(invoice, due.toFixed(8))
  await payNow(invoice, due.toFixed(8))
  expect(await fixture.listAlerts()).toEqual(before)
  await payNow(invoice, '0.00001')
  expect(await fixture.listAlerts()).toEqual([...before, 'crypto.overpaid'])
  await payNow(invoice, '0.1')
  expect(await fixture.listAlerts()).toEqual([...before, 'crypto.overpaid'])
})

test.each(['fresh', 'with two open invoices'])('parallel requests with one key get one invoice: %s', async (kind) => {
  if (kind !== 'fresh') await Promise.all([open(300), open(400)])
  const body = { amount: 1000, bonus: 1, fixed: 0, currency: 'USD' }
  const headers = { 'idempotency-key': randomUUID() }
  const replies = await Promise.all(Array.from({ length: 20 }, () => trader.client.post('/api/btc/pay', body, headers)))
  const guids = replies.map(({ status, json }) => `${status} ${(json as { guid: string }).guid}`)
  expect(new Set(guids).size).toBe(1)
  expect(guids[0]).toMatch(/^200 /)
})
