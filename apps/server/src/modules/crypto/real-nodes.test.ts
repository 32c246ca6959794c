import type { InvoiceView } from '@tradefront/contract/crypto'
import { parseCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createManualClock, dayMs, hourMs } from '../../platform/clock.ts'
import { startAnvilNode } from '../../../test/fixtures/chains/anvil-node.ts'
import { startBitcoinNode } from '../../../test/fixtures/chains/bitcoin-node.ts'
import type { ChainFixture } from '../../../test/fixtures/chains/chain-fixture.ts'
import { createCryptoFixture, type CryptoFixture } from '../../../test/fixtures/crypto/crypto-fixture.ts'

type NodeCase = {
  readonly coin: InvoiceCoin
  readonly start: () => Promise<ChainFixture>
  /** Amount of coins that the invoice for 1000.00 asks for. */
  readonly due: string
  readonly half: string
  readonly confirmations: number
}
const bitcoin = { coin: 'BTC', due: '0.01', half: '0.005', confirmations: 2 } as const
const ether = { coin: 'ETH', due: '0.25', half: '0.125', confirmations: 6 } as const
const cases: [string, NodeCase][] = [
  ['a bitcoin node', { ...bitcoin, start: startBitcoinNode }],
  ['an ethereum node with traces', { ...ether, start: () => startAnvilNode({ hasTraces: true }) }],
  ['an ethereum node without traces', { ...ether, start: () => startAnvilNode({ hasTraces: false }) }],
]

/** Nodes date their blocks by the time of the machine. The clock of the server starts earlier, so that all blocks are in its future. */
const startAt = new Date(Date.now() - 2 * dayMs)

describe.each(cases)('invoices on %s', (_name, { coin, start, due, half, confirmations }) => {
  let node: ChainFixture
  let fixture: CryptoFixture
  let trader: Awaited<ReturnType<CryptoFixture['app']['registerTrader']>>
  beforeAll(async () => {
    node = await start()
    fixture = await createCryptoFixture({ clock: createManualClock(startAt), chains: { [coin]: node.chain } })
  })
  beforeEach(async () => {
    trader = await fixture.app.registerTrader()
    await fixture.work()
  })
  afterEach(async () => {
    node?.connection.setState('works')
    const faults = fixture.app.logs.splice(0).filter((line) => line.includes('background'))
    expect(faults.filter((line) => !line.includes('ChainError'))).toEqual([])
  })
  afterAll(async () => {
    await fixture?.stop()
    await node?.stop()
  })

  const open = () => fixture.openInvoice(trader.client, coin)
  const check = (invoice: InvoiceView) => fixture.checkInvoice(trader.client, invoice)
  const money = () => fixture.readMoney(trader.userId)
  const pay = ({ address }: InvoiceView, amount: string) =>
    node.pay([{ address, value: parseCoinAmount(amount, coin) ?? 0n }])
  const mine = async (blocks = confirmations) => {
    await node.mine(blocks)
    await fixture.work()
  }

  test('a payment is seen, confirmed, and credited with its bonus', async () => {
    const invoice = await open()
    await pay(invoice, due)
    await fixture.work()
    expect(await check(invoice)).toMatchObject({ state: 'seen', status: 'wt' })
    await mine(confirmations - 1)
    expect(await check(invoice)).toMatchObject({ state: 'confirming', confirmations: confirmations - 1 })
    expect(await money()).toEqual({ cash: 0, bonus: 0 })
    await mine(1)
    expect(await check(invoice)).toMatchObject({ state: 'paid', status: 'su', credited: 1000 })
    expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('a part is credited without a bonus, which comes with the rest', async () => {
    const invoice = await open()
    await pay(invoice, half)
    await mine()
    expect(await check(invoice)).toMatchObject({ state: 'underpaid', coin_missing: half, credited: 500 })
    expect(await money()).toEqual({ cash: 50_000, bonus: 0 })
    await pay(invoice, half)
    await mine()
    expect(await check(invoice)).toMatchObject({ state: 'paid', credited: 1000 })
    expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('two payments in one transaction and more than was asked are credited in full', async () => {
    const [invoice, other] = [await open(), await fixture.openInvoice(trader.client, coin, 500)]
    const [twice, once] = [parseCoinAmount(due, coin) ?? 0n, parseCoinAmount(half, coin) ?? 0n]
    await node.pay([
      { address: invoice.address, value: 2n * twice },
      { address: other.address, value: once },
    ])
    await mine()
    expect(await check(invoice)).toMatchObject({ state: 'overpaid', status: 'su', credited: 2000 })
    expect(await check(other)).toMatchObject({ state: 'paid', credited: 500 })
    expect(await money()).toMatchObject({ cash: 250_000 })
  })

  test('a late payment is credited at the rate of its arrival, without a bonus', async () => {
    const invoice = await open()
    await fixture.advance(3 * hourMs)
    expect(await check(invoice)).toMatchObject({ state: 'expired', status: 'ex' })
    fixture.setRates({ BTC: 90_000, ETH: 3600 })
    await fixture.advance(60_000)
    await pay(invoice, due)
    await mine()
    fixture.setRates({ BTC: 100_000, ETH: 4000 })
    await fixture.advance(60_000)
    expect(await check(invoice)).toMatchObject({ state: 'late', status: 'ex', credited: 900 })
    expect(await money()).toEqual({ cash: 90_000, bonus: 0 })
  })

  test.each(['mined again', 'gone'] as const)('a payment that a reorganisation replaces is %s', async (end) => {
    const invoice = await open()
    await pay(invoice, due)
    await mine(1)
    expect(await check(invoice)).toMatchObject({ state: 'confirming', confirmations: 1 })
    await node.reorganise(1, end === 'mined again')
    await fixture.work()
    await mine()
    expect(await check(invoice)).toMatchObject(
      end === 'gone' ? { state: 'new', payments: [{ state: 'orphaned' }] } : { state: 'paid', credited: 1000 },
    )
    expect(await money()).toEqual(end === 'gone' ? { cash: 0, bonus: 0 } : { cash: 100_000, bonus: 50_000 })
    expect(await fixture.listAlerts()).toEqual([])
  })

  test('a node that dies in the middle of a payment delays it, and nothing is lost or credited twice', async () => {
    const invoice = await open()
    await pay(invoice, half)
    for (const state of ['dies', 'is_down', 'answers_html'] as const) {
      node.connection.setState(state)
      await fixture.work()
      node.connection.setState('works')
      await mine(1)
    }
    node.connection.setState('is_down')
    await pay(invoice, half)
    await node.mine(confirmations)
    await fixture.advance(60_000)
    const before = await money()
    node.connection.setState('works')
    await fixture.work()
    expect(before).toEqual({ cash: coin === 'BTC' ? 50_000 : 0, bonus: 0 })
    expect(await check(invoice)).toMatchObject({ state: 'paid', credited: 1000 })
    await mine(1)
    expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('the books agree with what was received', async () => {
    await fixture.app.runJob('deposits.check_ledger_entries')
    await fixture.app.runJob('crypto.compare_receipts')
    expect(await fixture.listAlerts()).toEqual([])
  })

  test('a credited payment that a reorganisation takes away raises an alert, and another one waits', async () => {
    const invoice = await open()
    await pay(invoice, due)
    await mine()
    await node.reorganise(confirmations, false)
    await fixture.work()
    // The same one again would be the same transaction.
    await pay(invoice, half)
    await mine()
    expect(await fixture.listAlerts()).toEqual(['crypto.credited_lost'])
    expect(await money()).toEqual({ cash: 100_000, bonus: 50_000 })
  })
})
