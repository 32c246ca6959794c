import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { AppContext } from '../../context.ts'
import { createCryptoFixture, type CryptoFixture } from '../../../test/fixtures/crypto/crypto-fixture.ts'
import { askAboutAttempt, findAttemptMatch, reverseCharge } from '../../../test/fixtures/deposits/operator-decisions.ts'
import { createWatchChains } from './watch-chains.ts'

let fixture: CryptoFixture
let trader: Awaited<ReturnType<CryptoFixture['app']['registerTrader']>>
beforeAll(async () => {
  fixture = await createCryptoFixture()
})
beforeEach(async () => {
  trader = await fixture.app.registerTrader()
  await fixture.advance(61_000)
})
afterAll(() => fixture.stop())

/** Starts another server on the same database. */
const startServer = (changes: Partial<Pick<AppContext, 'chains' | 'depositBatches'>> = {}) => ({
  watchChains: createWatchChains({ ...fixture.app.context, onError: () => undefined, ...changes }),
})
const startServerThatStopsAfterWriting = () => {
  const { depositBatches } = fixture.app.context
  const stop = () => Promise.reject(new Error('stopped'))
  const results: AppContext['depositBatches']['results'] = {
    writeInBatch: (pending) => depositBatches.results.writeInBatch(pending).then(stop),
    writeAlone: stop,
  }
  return startServer({ depositBatches: { ...depositBatches, results } })
}
const open = (amount = 1000) => fixture.openInvoice(trader.client, 'BTC', amount)
const check = (invoice: Awaited<ReturnType<typeof open>>) => fixture.checkInvoice(trader.client, invoice)
/** Reverses a credit as an operator does. @param place of the credit, from 0 */
const reverse = ({ guid }: Awaited<ReturnType<typeof open>>, place = 0) =>
  reverseCharge(fixture.app.context, guid, place)
const paidOnce = { cash: 100_000, bonus: 50_000 }

test('of two servers one reads the chain, and the other takes over when it has stopped', async () => {
  const invoice = await open()
  const other = startServer()
  fixture.pay(invoice, '0.01')
  fixture.btc.mine(2)
  const requests = fixture.btc.chain.countRequests()
  await other.watchChains()
  expect(fixture.btc.chain.countRequests()).toBe(requests)
  expect(await check(invoice)).toMatchObject({ state: 'new' })
  fixture.clock.advance(60_000)
  await other.watchChains()
  expect(await check(invoice)).toMatchObject({ state: 'paid' })
})

test.each([
  ['BTC', 2 * 3_600_000],
  ['ETH', 300_000],
] as const)(
  'a node of %s whose last block is older than %d ms is behind, as if it were silent',
  async (coin, maxAgeMs) => {
    const chain = fixture.chains[coin]
    const readScannedAt = async () => {
      const { rows } = await fixture.app.database.pool.query<{ at: Date }>(
        'select scanned_at as at from crypto_chains where coin = $1',
        [coin],
      )
      return rows[0]?.at
    }
    chain.setNetwork('main')
    try {
      chain.mine(1)
      await fixture.work()
      await fixture.advance(maxAgeMs)
      const lastAt = fixture.clock.now()
      expect(await readScannedAt()).toEqual(lastAt)
      await fixture.advance(1)
      await fixture.advance(119_999)
      expect(await readScannedAt()).toEqual(lastAt)
      const path = coin === 'BTC' ? '/api/btc/pay' : '/api/eth/pay'
      const order = { amount: 1000, bonus: 1, fixed: 0, currency: 'USD' }
      expect((await trader.client.post(path, order)).json).toMatchObject({ return: false, error: 'crypto.unavailable' })
      await fixture.advance(180_000)
      expect(await fixture.listAlerts()).toEqual(['crypto.node_silent'])
      chain.mine(1)
      await fixture.work()
      expect(await readScannedAt()).toEqual(fixture.clock.now())
      expect(await fixture.listAlerts()).toEqual([])
      // Blocks of test networks come only when they are wanted.
      chain.setNetwork('test')
      await fixture.advance(maxAgeMs + 1)
      expect(await readScannedAt()).toEqual(fixture.clock.now())
    } finally {
      chain.setNetwork('simulated')
      await fixture.work()
    }
  },
)

test('a chain that no server has read for five minutes raises an alert, whatever the reason', async () => {
  const { pool } = fixture.app.database
  const until = new Date(fixture.clock.now().getTime() + 3_600_000)
  await pool.query(
    `update crypto_chains set lease_id = '00000000-0000-4000-8000-000000000000', lease_until = $1 where coin = 'BTC'`,
    [until],
  )
  await fixture.advance(299_000)
  expect(await fixture.listAlerts()).not.toContain('crypto.node_silent')
  await fixture.advance(2000)
  expect(await fixture.listAlerts()).toContain('crypto.node_silent')
  await pool.query(`update crypto_chains set lease_until = $1 where coin = 'BTC'`, [fixture.clock.now()])
  await fixture.work()
  expect(await fixture.listAlerts()).not.toContain('crypto.node_silent')
})

test('two servers at once credit each payment once', async () => {
  const invoices = [await open(400), await open(600), await open(1000)]
  const other = startServer()
  for (let round = 0; round < 6; round += 1) {
    for (const invoice of invoices) fixture.pay(invoice, '0.002', '0.001')
    fixture.btc.mine(1)
    // A server that is slow for longer than its lease does not know that it has lost it.
    fixture.clock.advance(round % 2 === 0 ? 61_000 : 1000)
    await Promise.all([fixture.work(), other.watchChains()])
  }
  fixture.btc.mine(3)
  await fixture.advance(61_000)
  expect(await fixture.readMoney(trader.userId)).toMatchObject({ cash: 6 * 3 * 30_000 })
})

describe('a server that stops', () => {
  test('before it has credited a payment leaves it to the next round', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.01')
    fixture.btc.mine(2)
    fixture.clock.advance(61_000)
    const findByKey = () => Promise.reject(new Error('stopped'))
    const failing = startServer({ depositBatches: { ...fixture.app.context.depositBatches, findByKey } })
    await failing.watchChains()
    expect(await fixture.listAlerts()).toContain('crypto.not_credited')
    await fixture.advance(61_000)
    expect(await fixture.readMoney(trader.userId)).toEqual(paidOnce)
    expect(await fixture.listAlerts()).not.toContain('crypto.not_credited')
  })

  test('after it has credited a payment whose block is then replaced leaves an alert, not money for nothing', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.01')
    fixture.btc.mine(2)
    fixture.clock.advance(61_000)
    const before = await fixture.listAlerts()
    const failing = startServerThatStopsAfterWriting()
    await failing.watchChains()
    fixture.btc.reorganise(2, 'lost')
    fixture.pay(invoice, '0.01')
    fixture.btc.mine(3)
    await fixture.advance(61_000)
    expect(await fixture.listAlerts()).toEqual([...before, 'crypto.credited_lost'])
    expect(await fixture.readMoney(trader.userId)).toEqual(paidOnce)
    await reverse(invoice)
    await fixture.work()
    expect(await fixture.readMoney(trader.userId)).toEqual({ cash: 100_000, bonus: 0 })
    expect(await fixture.listAlerts()).toEqual(before)
  })

  test('after it has credited a payment credits it once', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.01')
    fixture.btc.mine(2)
    fixture.clock.advance(61_000)
    const failing = startServerThatStopsAfterWriting()
    await failing.watchChains()
    expect(await check(invoice)).toMatchObject({ payments: [{ state: 'seen' }], credited: 1000 })
    await fixture.advance(61_000)
    expect(await check(invoice)).toMatchObject({ state: 'paid', payments: [{ state: 'credited' }], credited: 1000 })
    expect(await fixture.readMoney(trader.userId)).toEqual(paidOnce)
  })
})

test('a payment that was seen stays seen while another server has not read the whole mempool', async () => {
  const invoice = await open()
  fixture.pay(invoice, '0.01')
  await fixture.work()
  fixture.clock.advance(61_000)
  const readMempool = async () => ({ transfers: [], findDropped: async () => [] })
  await startServer({
    chains: { BTC: { ...fixture.btc.chain, readMempool }, ETH: fixture.eth.chain },
  }).watchChains()
  expect(await check(invoice)).toMatchObject({ state: 'seen', payments: [{ state: 'seen' }] })
})

describe('while the chain is read', () => {
  test('an invoice that is made and paid is not missed', async () => {
    let invoice: Awaited<ReturnType<typeof open>> | null = null
    fixture.btc.mine(1)
    fixture.btc.setInterrupt(async (call) => {
      if (call !== 'block' || invoice !== null) return
      fixture.btc.setInterrupt(null)
      invoice = await open()
      fixture.pay(invoice, '0.01')
      fixture.btc.reorganise(1, 'unconfirmed', 2)
      fixture.btc.mine(1)
    })
    await fixture.work()
    await fixture.work()
    await fixture.work()
    fixture.btc.mine(1)
    await fixture.work()
    expect(invoice && (await check(invoice))).toMatchObject({ state: 'paid' })
  })

  test('a node that dies in the middle of several blocks is read on from there', async () => {
    const invoice = await open()
    fixture.pay(invoice, '0.01')
    fixture.btc.mine(5)
    let calls = 0
    fixture.btc.setInterrupt((call) => {
      if (call === 'block') calls += 1
      if (calls === 3) fixture.btc.setDown(true)
    })
    await fixture.work()
    expect(await check(invoice)).toMatchObject({ state: 'confirming' })
    fixture.btc.setDown(false)
    fixture.btc.setInterrupt(null)
    await fixture.work()
    expect(await check(invoice)).toMatchObject({ state: 'paid' })
  })
})

test('a chain that was replaced as a whole is read from its beginning that is known', async () => {
  const invoice = await open()
  fixture.btc.reorganise(1000, 'lost', 3)
  fixture.pay(invoice, '0.01')
  fixture.btc.mine(2)
  for (let round = 0; round < 3; round += 1) await fixture.work()
  expect(await check(invoice)).toMatchObject({ state: 'paid' })
  expect(await fixture.readMoney(trader.userId)).toEqual(paidOnce)
})

test('the calls to the node for a block do not grow with the number of invoices', async () => {
  const countCalls = async () => {
    fixture.btc.mine(1)
    const before = fixture.btc.chain.countRequests()
    await fixture.work()
    return fixture.btc.chain.countRequests() - before
  }
  const few = await countCalls()
  for (let index = 0; index < 10; index += 1) {
    trader = await fixture.app.registerTrader()
    await open()
  }
  expect(await countCalls()).toBe(few)
})

test('a payment reaches the browser with the round that sees it', async () => {
  const invoice = await open()
  const events: string[] = []
  await fixture.app.context.live.start()
  const unsubscribe = fixture.app.context.live.subscribe(trader.userId, (event) => {
    if (event.type === 'invoice') events.push(event.invoice.state)
  })
  fixture.pay(invoice, '0.01')
  await fixture.work()
  fixture.btc.mine(1)
  await fixture.work()
  fixture.btc.mine(1)
  await fixture.work()
  await expect.poll(() => [...new Set(events)]).toEqual(['seen', 'confirming', 'paid'])
  unsubscribe()
})

test('an address is watched for a day after the end, and longer while something is under way', async () => {
  const [quiet, busy] = [await open(), await open(2000)]
  await fixture.advance(3_600_000)
  await fixture.advance(23 * 3_600_000)
  fixture.pay(busy, '0.001')
  await fixture.work()
  await fixture.advance(2 * 3_600_000)
  fixture.pay(quiet, '0.01')
  fixture.btc.mine(3)
  await fixture.work()
  expect(await check(quiet)).toMatchObject({ state: 'expired', payments: [] })
  expect(await check(busy)).toMatchObject({ state: 'late', credited: 100 })
})

test('the database refuses a second capture of an output, and an unbooked one', async () => {
  const invoice = await open()
  const txid = fixture.pay(invoice, '0.01')
  fixture.btc.mine(2)
  await fixture.work()
  const insertion = fixture.app.database.pool.query(
    `insert into captures (attempt_id, number, deposit_id, processor, processor_reference, amount, currency, status, created_at, updated_at)
     select attempt_id, 2, deposit_id, processor, processor_reference, amount, currency, 'credited_part', now(), now() from captures where processor_reference = $1`,
    [`${txid}:0`],
  )
  await expect(insertion).rejects.toMatchObject({ constraint: 'captures_one_per_output' })
})

test('what arrives after a credited payment has disappeared waits until an operator has reversed that one', async () => {
  const invoice = await open()
  fixture.pay(invoice, '0.01')
  fixture.btc.mine(2)
  await fixture.work()
  const before = await fixture.listAlerts()
  fixture.btc.reorganise(2, 'lost')
  fixture.pay(invoice, '0.01')
  fixture.btc.mine(3)
  await fixture.work()
  expect(await fixture.readMoney(trader.userId)).toEqual(paidOnce)
  expect(await fixture.listAlerts()).toEqual([...before, 'crypto.credited_lost'])
  expect(await check(invoice), 'nothing is said to be credited twice').toMatchObject({
    state: 'paid',
    coin_received: '0.01',
    credited: 1000,
    bonus_amount: 500,
    is_checked: true,
    payments: [{ state: 'checking' }, { state: 'checking' }],
  })
  await reverse(invoice)
  expect(await fixture.readMoney(trader.userId)).toEqual({ cash: 0, bonus: 0 })
  const takenBack = { state: 'paid', bonus_amount: 0, turnover_required: 0, coin_taken_back: '0.01', is_checked: false }
  expect(await check(invoice), 'what was taken back is not said to be on the account').toMatchObject({
    ...takenBack,
    coin_received: '0.01',
    credited: 0,
    payments: [{ state: 'taken_back' }, { state: 'seen' }],
  })
  await fixture.work()
  expect(await fixture.readMoney(trader.userId)).toEqual({ cash: 100_000, bonus: 0 })
  expect(await check(invoice)).toMatchObject({
    ...takenBack,
    coin_received: '0.01',
    credited: 1000,
    payments: [{ state: 'taken_back' }, { state: 'credited' }],
  })
  expect(await fixture.listAlerts()).toEqual(before)
})

test('the alert about a lost payment ends also if another server has raised it', async () => {
  const invoice = await open()
  fixture.pay(invoice, '0.01')
  fixture.btc.mine(2)
  await fixture.work()
  const before = await fixture.listAlerts()
  fixture.btc.reorganise(2, 'lost')
  fixture.clock.advance(61_000)
  await startServer().watchChains()
  expect(await fixture.listAlerts()).toEqual([...before, 'crypto.credited_lost'])
  await reverse(invoice)
  await fixture.advance(61_000)
  expect(await fixture.listAlerts()).toEqual(before)
})

test('what came in addition to a paid invoice is taken back without its bonus', async () => {
  const invoice = await open()
  fixture.pay(invoice, '0.01')
  fixture.btc.mine(3)
  await fixture.work()
  fixture.pay(invoice, '0.004')
  fixture.btc.mine(2)
  await fixture.work()
  expect(await fixture.readMoney(trader.userId)).toEqual({ cash: 140_000, bonus: 50_000 })
  fixture.btc.reorganise(2, 'lost')
  await fixture.work()
  await reverse(invoice, 1)
  expect(await fixture.readMoney(trader.userId)).toEqual(paidOnce)
  expect(await check(invoice)).toMatchObject({ state: 'paid', credited: 1000, bonus_amount: 500 })
})

test('an invoice ends without a part that was taken back, even if the amount was reached with it', async () => {
  const invoice = await open()
  fixture.pay(invoice, '0.006')
  fixture.btc.mine(2)
  await fixture.work()
  fixture.btc.reorganise(2, 'lost')
  await fixture.work()
  await reverse(invoice)
  fixture.pay(invoice, '0.004')
  fixture.btc.mine(2)
  await fixture.work()
  expect(await check(invoice)).toMatchObject({ state: 'underpaid', coin_missing: '0.006', credited: 400 })
  await fixture.advance(3_600_000)
  expect(await check(invoice)).toMatchObject({ state: 'expired', status: 'ex', credited: 400 })
})

test('an operator who asks about an invoice changes nothing', async () => {
  const invoice = await open()
  const { context } = fixture.app
  for (const mustCancel of [false, true])
    expect(await askAboutAttempt(context, invoice.guid, mustCancel)).toMatchObject({ reported: null })
  await fixture.advance(300_000)
  await fixture.app.runJob('deposits.inquire_attempts')
  await context.rounds.waitForRounds()
  const after = await findAttemptMatch(context, invoice.guid)
  expect(after).toMatchObject({ deposit: { state: 'processing' }, attempt: { state: 'pending', nextCheckAtMs: null } })
})
