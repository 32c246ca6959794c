import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createCryptoFixture, type CryptoFixture } from '../../../test/fixtures/crypto/crypto-fixture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let fixture: CryptoFixture
let trader: Awaited<ReturnType<CryptoFixture['app']['registerTrader']>>
beforeAll(async () => {
  fixture = await createCryptoFixture()
})
beforeEach(async () => {
  trader = await fixture.app.registerTrader()
  await fixture.work()
})
afterAll(() => fixture.stop())
afterEach(() => {
  expect(
    fixture.app.logs.splice(0).filter((line) => line.includes('background') && !line.includes('ChainError')),
  ).toEqual([])
})

const open = (coin: 'BTC' | 'ETH' = 'BTC', amount = 1000) => fixture.openInvoice(trader.client, coin, amount)
const check = (invoice: Awaited<ReturnType<typeof open>>) => fixture.checkInvoice(trader.client, invoice)
const money = () => fixture.readMoney(trader.userId)
const mine = async (count = 1) => {
  fixture.btc.mine(count)
  fixture.eth.mine(count)
  await fixture.work()
}

test.each([
  [9999, 4999.5],
  [10_000, 10_000],
])('an invoice of %d brings a bonus of %d: the tiers of cards are others', async (amount, bonus) => {
  expect(await open('ETH', amount)).toMatchObject({ bonus_amount: bonus })
})

test.each([
  ['EUR', '0.0125'],
  ['GBP', '0.01333334'],
  ['RUB', '0.0075'],
] as const)('an invoice in %s asks for coins of its worth and credits its own currency', async (currency, coins) => {
  const amount = currency === 'RUB' ? 60_000 : 1000
  const { client, userId } = await fixture.app.registerTrader({ currency })
  const invoice = await fixture.openInvoice(client, 'BTC', amount, {}, currency)
  expect(invoice).toMatchObject({ coin_amount: coins, amount, bonus_amount: amount / 2 })
  fixture.pay(invoice, coins)
  await fixture.work()
  await mine(2)
  expect(await fixture.checkInvoice(client, invoice)).toMatchObject({ state: 'paid' })
  expect(await fixture.readMoney(userId)).toEqual({ cash: amount * 100, bonus: amount * 50 })
})

test('an invoice is paid: seen, confirmed, credited with its bonus', async () => {
  const invoice = await open()
  expect(invoice).toMatchObject({
    coin: 'BTC',
    is_test: true,
    coin_amount: '0.01',
    coin_missing: '0.01',
    confirmations_required: 2,
    amount: 1000,
    bonus_amount: 500,
    rate: 100_000,
    state: 'new',
    status: 'wt',
    hash: null,
    uri: `bitcoin:${invoice.address}?amount=0.01`,
    expires_at: invoice.now + hourMs,
  })
  const hash = fixture.pay(invoice, '0.01')
  await fixture.work()
  expect(await check(invoice)).toMatchObject({ state: 'seen', status: 'wt', hash, coin_missing: '0' })
  await mine()
  expect(await check(invoice)).toMatchObject({ state: 'confirming', status: 'wt', confirmations: 1 })
  expect(await money()).toEqual({ cash: 0, bonus: 0 })
  await mine()
  expect(await check(invoice)).toMatchObject({ state: 'paid', status: 'su', confirmations: 2, credited: 1000 })
  expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
})

test('an invoice in ether is paid', async () => {
  const invoice = await open('ETH')
  expect(invoice).toMatchObject({ coin_amount: '0.25', confirmations_required: 6 })
  expect(invoice.uri).toBe(`ethereum:${invoice.address}@31337?value=250000000000000000`)
  fixture.pay(invoice, '0.25')
  await mine(6)
  expect(await check(invoice)).toMatchObject({ state: 'paid', status: 'su', credited: 1000 })
})

describe('what arrives is credited', () => {
  test('in three payments, with the bonus at the last one', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.003')
    fixture.pay(invoice, '0.003')
    await mine(2)
    expect(await check(invoice)).toMatchObject({
      state: 'underpaid',
      status: 'wt',
      coin_missing: '0.004',
      credited: 600,
    })
    expect(await money()).toEqual({ cash: 60_000, bonus: 0 })
    fixture.pay(invoice, '0.004')
    await mine(2)
    expect(await check(invoice)).toMatchObject({ state: 'paid', status: 'su', credited: 1000 })
    expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('in full if it is more, with the bonus of the invoice', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.02')
    await mine(2)
    expect(await check(invoice)).toMatchObject({ state: 'overpaid', status: 'su', credited: 2000 })
    expect(await money()).toEqual({ cash: 200_000, bonus: 50_000 })
  })

  test('with the confirmations of the sum that has arrived', async () => {
    const invoice = await open()
    expect(invoice.confirmations_required).toBe(2)
    fixture.pay(invoice, '0.06')
    await mine(2)
    expect(await check(invoice)).toMatchObject({ state: 'confirming', confirmations_required: 3, credited: 0 })
    await mine()
    expect(await check(invoice)).toMatchObject({ state: 'overpaid', credited: 6000 })
  })

  test('after the end without a bonus if it was too little', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.004')
    await mine()
    await fixture.advance(hourMs)
    expect(await check(invoice)).toMatchObject({ state: 'expired', status: 'ex' })
    await mine()
    expect(await check(invoice)).toMatchObject({ state: 'expired', status: 'ex', credited: 400 })
    expect(await money()).toEqual({ cash: 40_000, bonus: 0 })
  })

  test('too late at the lower rate when it is mined, without a bonus', async () => {
    const invoice = await open()
    await fixture.advance(hourMs)
    expect(await check(invoice)).toMatchObject({
      state: 'expired',
      status: 'ex',
      watched_until: invoice.expires_at + dayMs,
    })
    fixture.setRates({ BTC: 90_000 })
    await fixture.advance(2 * hourMs)
    fixture.pay(invoice, '0.01')
    await mine(2)
    expect(await check(invoice)).toMatchObject({ state: 'late', status: 'ex', credited: 900 })
    fixture.setRates({ BTC: 100_000 })
    await fixture.advance(60_000)
    expect(await money()).toEqual({ cash: 90_000, bonus: 0 })
  })

  test('too late at the rate of its block, also if the node was down until the rate had changed', async () => {
    const invoice = await open()
    await fixture.advance(hourMs)
    fixture.setRates({ BTC: 90_000 })
    await fixture.advance(2 * hourMs)
    fixture.btc.setDown(true)
    fixture.pay(invoice, '0.01')
    fixture.btc.mine(2)
    fixture.setRates({ BTC: 120_000 })
    await fixture.advance(2 * hourMs)
    fixture.btc.setDown(false)
    await fixture.work()
    expect(await check(invoice)).toMatchObject({ state: 'late', credited: 900 })
    fixture.setRates({ BTC: 100_000 })
    await fixture.advance(60_000)
    expect(await money()).toEqual({ cash: 90_000, bonus: 0 })
  })

  test('too late at the next rate if none was known when it was mined', async () => {
    const invoice = await open()
    await fixture.advance(3 * hourMs)
    fixture.setRatesDown(true)
    await fixture.advance(600_000)
    fixture.pay(invoice, '0.01')
    await mine(2)
    expect(await check(invoice)).toMatchObject({ state: 'late', credited: 0 })
    fixture.setRatesDown(false)
    fixture.setRates({ BTC: 80_000 })
    await fixture.advance(60_000)
    fixture.app.logs.splice(0)
    fixture.setRates({ BTC: 100_000 })
    await fixture.advance(60_000)
    expect(await check(invoice)).toMatchObject({ state: 'late', credited: 800 })
  })

  test('with the bonus if it was seen in time and confirmed after the end', async () => {
    const invoice = await open()
    await fixture.advance(hourMs - 1000)
    fixture.pay(invoice, '0.01')
    await fixture.work()
    await fixture.advance(2 * hourMs)
    expect(await check(invoice)).toMatchObject({ state: 'seen', status: 'wt' })
    await mine(2)
    expect(await check(invoice)).toMatchObject({ state: 'paid', status: 'su' })
    expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('once to each of two invoices that one transaction pays', async () => {
    const one = await open()
    const two = await open('BTC', 500)
    fixture.btc.pay([
      { address: one.address, value: 1_000_000n },
      { address: two.address, value: 500_000n },
    ])
    await mine(2)
    expect(await check(one)).toMatchObject({ state: 'paid', credited: 1000 })
    expect(await check(two)).toMatchObject({ state: 'paid', credited: 500 })
  })

  test('if a contract has paid it', async () => {
    const invoice = await open('ETH')
    fixture.eth.pay([{ address: invoice.address, value: 250_000_000_000_000_000n }], { source: 'contract' })
    await fixture.work()
    expect(await check(invoice)).toMatchObject({ state: 'new' })
    await mine(6)
    expect(await check(invoice)).toMatchObject({ state: 'paid', credited: 1000 })
  })

  test('within the tolerance as if it were the amount', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.00995')
    await mine(2)
    expect(await check(invoice)).toMatchObject({ state: 'paid', credited: 995 })
    expect(await money()).toEqual({ cash: 99_500, bonus: 50_000 })
  })
})

describe('nothing is credited for', () => {
  test('a token, which is shown', async () => {
    const invoice = await open('ETH')
    fixture.eth.pay([{ address: invoice.address, value: 10n ** 20n }], {
      token: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    })
    await mine(12)
    expect(await check(invoice)).toMatchObject({ state: 'new', hash: null, payments: [{ state: 'token' }] })
    expect(await money()).toEqual({ cash: 0, bonus: 0 })
  })

  test('dust', async () => {
    const invoice = await open('ETH')
    fixture.pay(invoice, '0.000000000000000001')
    await mine(12)
    expect(await check(invoice)).toMatchObject({ payments: [{ state: 'dust' }] })
    expect(await money()).toEqual({ cash: 0, bonus: 0 })
  })

  test('a payment that its payer has replaced', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.01')
    await fixture.work()
    fixture.btc.dropUnconfirmed()
    await mine(3)
    expect(await check(invoice)).toMatchObject({ state: 'new', payments: [{ state: 'orphaned' }] })
    await fixture.advance(hourMs)
    expect(await check(invoice)).toMatchObject({ status: 'ex' })
  })
})

describe('a reorganisation', () => {
  test('before the credit takes the confirmations away, and nothing is credited twice', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.01')
    await mine()
    fixture.btc.reorganise(1, 'unconfirmed')
    await fixture.work()
    expect(await check(invoice)).toMatchObject({ state: 'seen', confirmations: 0 })
    await mine(2)
    expect(await check(invoice)).toMatchObject({ state: 'paid', credited: 1000 })
    expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('after the credit raises an alert, and the payment is not credited again', async () => {
    const invoice = await open()
    const before = await fixture.listAlerts()
    fixture.pay(invoice, '0.01')
    await mine(2)
    fixture.btc.reorganise(2, 'unconfirmed')
    await fixture.work()
    expect(await fixture.listAlerts()).toEqual([...before, 'crypto.credited_lost'])
    await mine(3)
    expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
    expect(await fixture.listAlerts()).toEqual(before)
  })
})

describe('a node of another network', () => {
  test('ends the invoices of the one before, and its blocks confirm none of their payments', async () => {
    const [seen, part] = [await open(), await open('BTC', 2000)]
    fixture.pay(part, '0.004')
    await mine(2)
    fixture.pay(seen, '0.01')
    await mine()
    const height = fixture.btc.getHeight()
    fixture.btc.reorganise(10_000, 'lost', 5000)
    fixture.btc.setNetworkName('other')
    // A node is asked for its network at the start, and again after it did not answer.
    fixture.btc.setDown(true)
    await fixture.work()
    fixture.btc.setDown(false)
    await fixture.work()
    expect(await check(seen)).toMatchObject({
      state: 'expired',
      is_network_changed: true,
      credited: 0,
      payments: [{ state: 'orphaned' }],
    })
    expect(await check(part)).toMatchObject({ state: 'expired', credited: 400, payments: [{ state: 'credited' }] })
    expect(await fixture.listAlerts()).toContain('crypto.network_changed')
    const { rows } = await fixture.app.database.pool.query(
      `select d.reason, i.watch_until <= i.ended_at as "isGivenUp" from crypto_invoices i join deposits d on d.id = i.deposit_id
        where i.user_id = $1`,
      [trader.userId],
    )
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ reason: 'crypto.network_changed', isGivenUp: true })))

    // The last blocks of the new chain can have the heights of old payments.
    fixture.btc.reorganise(10_000, 'lost', height - 110)
    await fixture.work()
    const invoice = await open()
    fixture.pay(seen, '0.01')
    fixture.pay(invoice, '0.01')
    await mine(2)
    expect(await check(seen)).toMatchObject({ state: 'expired', credited: 0, payments: [{ state: 'orphaned' }] })
    expect(await check(invoice)).toMatchObject({ state: 'paid', credited: 1000 })
    expect(await money()).toEqual({ cash: 140_000, bonus: 50_000 })
    expect(await fixture.listAlerts()).not.toContain('crypto.credited_lost')
  })

  test('gets no new invoices from a server that reads another one', async () => {
    await fixture.app.database.pool.query(`update crypto_chains set network = 'a third one' where coin = 'BTC'`)
    const request = { amount: 1000, bonus: 0, fixed: 1, currency: 'USD' }
    const reply = await trader.client.post('/api/btc/pay', request)
    expect(reply.json).toMatchObject({ return: false, error: 'crypto.unavailable' })
    await fixture.work()
    expect((await trader.client.post('/api/btc/pay', request)).json).toMatchObject({ return: true })
  })
})

test('a payment that was mined while the node was down for an hour is in time by the time of its block', async () => {
  const invoice = await open()
  fixture.btc.setDown(true)
  await fixture.advance(hourMs / 2)
  fixture.pay(invoice, '0.01')
  fixture.btc.mine(2)
  await fixture.advance(hourMs)
  expect(await check(invoice)).toMatchObject({ state: 'new', status: 'wt' })
  fixture.btc.setDown(false)
  await fixture.work()
  expect(await check(invoice)).toMatchObject({ state: 'paid', status: 'su' })
  expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
})

test('the nightly checks find no difference, unless a payment is credited and not booked, or booked and not credited', async () => {
  const { runAsOwner } = fixture.app
  const check = async () => {
    await fixture.app.runJob('deposits.check_ledger_entries')
    await fixture.app.runJob('crypto.compare_receipts')
    return (await fixture.listAlerts()).filter((kind) => kind === 'ledger.difference' || kind === 'crypto.differs')
  }
  const tamper = (change: string) =>
    runAsOwner(
      `alter table crypto_receipts disable trigger user; ${change}; alter table crypto_receipts enable trigger user`,
    )
  expect(await check()).toEqual([])
  await tamper(
    `update crypto_receipts set state = 'orphaned' where id = (select min(id) from crypto_receipts where state = 'credited')`,
  )
  expect(await check()).toEqual(['crypto.differs'])
  await tamper(
    `update crypto_receipts set state = 'credited' where id = (select min(id) from crypto_receipts where state = 'dust')`,
  )
  expect(await check()).toEqual(['crypto.differs', 'crypto.differs'])
})
