import { describe, expect, test } from 'vitest'

import { sampleAttempt, sampleCapture, sampleDeposit } from '../../../test/fixtures/deposits/sample-deposit.ts'
import type { Deposit, DepositPromo } from '../deposits/service.ts'
import type { InvoiceWithReceipts } from './invoice-store.ts'
import { toInvoiceView } from './invoice-view.ts'
import type { StoredReceipt } from './invoice.ts'
import { hasLostPayment, isLost, isTakenBack } from './receipt-captures.ts'

const now = new Date('2026-11-18T10:00:00Z')
const hourMs = 3_600_000
const untilMs = (hours: number) => now.getTime() + hours * hourMs

/** An invoice of 500.00 EUR at 9,900.00 EUR a coin. */
const invoice: InvoiceWithReceipts = {
  guid: sampleAttempt.reference,
  depositId: sampleDeposit.id,
  userId: 9,
  coin: 'BTC',
  address: 'bc1q',
  amountDue: 5_050_506n,
  tolerance: 25_000n,
  lockedMax: 5_101_011n,
  currency: 'EUR',
  rate: 990_000n,
  marketRate: 1_000_000n,
  spreadPercent: 1,
  confirmations: 3,
  expected: null,
  end: null,
  expiresAtMs: untilMs(1),
  blockUntilMs: untilMs(2),
  watchUntilMs: untilMs(25),
  createdAtMs: now.getTime(),
  receipts: [],
}
const deposit: Deposit = {
  ...sampleDeposit,
  method: 'crypto',
  processorOrder: ['BTC'],
  attempts: [{ ...sampleAttempt, processor: 'BTC' }],
}
const promo: DepositPromo = { code: 'SPRING', bonus: 2500, required: 75_000, releaseMax: 2500 }
const receipt = (id: number, change: Partial<StoredReceipt> = {}): StoredReceipt => ({
  id,
  guid: invoice.guid,
  txid: `tx ${id}`,
  output: 1,
  value: 5_050_506n,
  state: 'seen',
  marketRate: null,
  blockHeight: null,
  arrivedAtMs: now.getTime(),
  minedAtMs: null,
  changedAtMs: now.getTime(),
  ...change,
})
const mined = (height: number) => ({ blockHeight: height, minedAtMs: now.getTime() + 1 })
/** Builds the capture of the receipt. */
const capture = (id: number, status: Deposit['captures'][number]['status'], amount = 50_000) => ({
  ...sampleCapture,
  processor: 'BTC' as const,
  number: id,
  processorReference: `tx ${id}:1`,
  status,
  amount,
})
const facts = { isTest: false, isSimulated: false, chainId: null }

const view = (
  changes: Partial<InvoiceWithReceipts> = {},
  depositChanges: Partial<Deposit> = {},
  given: {
    promo?: DepositPromo | null
    facts?: typeof facts | { isTest: boolean; isSimulated: boolean; chainId: number }
  } = {},
) =>
  toInvoiceView(
    { ...invoice, ...changes },
    { ...deposit, ...depositChanges },
    given.promo ?? null,
    100,
    given.facts ?? facts,
    'https://sandbox.example',
    now,
  )

test('an open invoice shows its terms, and what was paid so far', () => {
  const receipts = [
    receipt(1, { value: 2_000_000n, ...mined(100) }),
    receipt(2, { value: 50n, state: 'orphaned' }),
    receipt(3, { value: 7n, state: 'token' }),
    receipt(4, { value: 300n, arrivedAtMs: untilMs(1) }),
  ]
  expect(view({ receipts, expected: 4_000_000n }, { isFixed: false }, { promo })).toEqual({
    guid: invoice.guid,
    deposit_id: sampleDeposit.id,
    coin: 'BTC',
    is_test: false,
    address: 'bc1q',
    uri: 'bitcoin:bc1q?amount=0.03050506',
    coin_amount: '0.05050506',
    coin_received: '0.02',
    coin_missing: '0.03050506',
    coin_late: '0.000003',
    coin_taken_back: '0',
    coin_expected: '0.04',
    confirmations: 0,
    confirmations_required: 3,
    amount: 500,
    currency: 'EUR',
    bonus_amount: 100,
    promo: { code: 'SPRING', bonus: 25 },
    turnover_required: 3750,
    credited: 0,
    rate: 9900,
    spread_percent: 1,
    spread_cost: 5.05,
    coin_locked_max: '0.05101011',
    block_until: untilMs(2),
    state: 'underpaid',
    status: 'wt',
    is_canceled: false,
    is_network_changed: false,
    is_checked: false,
    hash: 'tx 4',
    payments: [
      { hash: 'tx 1', coin_amount: '0.02', state: 'seen', confirmations: 1 },
      { hash: 'tx 2', coin_amount: '0.0000005', state: 'orphaned', confirmations: 0 },
      { hash: 'tx 3', coin_amount: '0', state: 'token', confirmations: 0 },
      { hash: 'tx 4', coin_amount: '0.000003', state: 'seen', confirmations: 0 },
    ],
    expires_at: untilMs(1),
    watched_until: null,
    test_wallet: undefined,
    now: now.getTime(),
  })
})

test('what is asked for is what is missing, or the whole amount if nothing is, and nothing is missing after the end', () => {
  const asked = (changes: Partial<InvoiceWithReceipts> = {}) => [view(changes).uri, view(changes).coin_missing]
  const half = { receipts: [receipt(1, { value: 5_000_000n })] }
  expect(view()).toMatchObject({ bonus_amount: 100, turnover_required: 3000, promo: null })
  expect(asked()).toEqual(['bitcoin:bc1q?amount=0.05050506', '0.05050506'])
  expect(asked(half)).toEqual(['bitcoin:bc1q?amount=0.00050506', '0.00050506'])
  expect(asked({ ...half, end: 'failed' })).toEqual(['bitcoin:bc1q?amount=0.00050506', '0'])
  expect(asked({ receipts: [receipt(1)] })).toEqual(['bitcoin:bc1q?amount=0.05050506', '0'])
})

test('a paid invoice shows what was credited, with its bonus if that came', () => {
  const receipts = [receipt(1, { state: 'credited', ...mined(95) }), receipt(2, { state: 'credited', ...mined(96) })]
  const captures = [capture(1, 'credited'), capture(2, 'credited_part', 123)]
  const paid = view({ receipts, end: 'paid' }, { state: 'succeeded', captures }, { promo })
  expect(paid).toMatchObject({
    credited: 501.23,
    bonus_amount: 100,
    turnover_required: 3750,
    promo: { code: 'SPRING' },
    state: 'overpaid',
    status: 'su',
    confirmations: 3,
    watched_until: untilMs(25),
    hash: 'tx 2',
    payments: [
      { state: 'credited', confirmations: 3 },
      { state: 'credited', confirmations: 3 },
    ],
  })
  const part = view(
    { receipts, end: 'failed' },
    { state: 'failed', captures: captures.slice(1), reason: 'crypto.canceled' },
    { promo },
  )
  expect(part).toMatchObject({
    credited: 1.23,
    bonus_amount: 0,
    turnover_required: 0,
    promo: null,
    state: 'expired',
    status: 'ex',
    is_canceled: true,
    is_network_changed: false,
  })
  expect(view({ end: 'failed' }, { state: 'failed', reason: 'crypto.network_changed' })).toMatchObject({
    is_canceled: false,
    is_network_changed: true,
    hash: null,
    promo: null,
  })
})

test('a payment that an operator has reversed counts no more, and one that is lost makes others wait', () => {
  const receipts = [
    receipt(1, { state: 'credited', ...mined(95) }),
    receipt(2, { state: 'credited' }),
    receipt(3, { value: 7n, ...mined(99) }),
    receipt(4, { state: 'orphaned' }),
    receipt(5, { state: 'token' }),
  ]
  const captures = [capture(1, 'reversed'), capture(2, 'credited')]
  expect(view({ receipts }, { captures })).toMatchObject({
    coin_taken_back: '0.05050506',
    coin_received: '0.05050506',
    is_checked: true,
    hash: 'tx 3',
    credited: 500,
    payments: [
      { state: 'taken_back' },
      { state: 'checking' },
      { state: 'checking' },
      { state: 'orphaned' },
      { state: 'token' },
    ],
  })
  expect(view({ receipts: receipts.slice(0, 1) }, { captures })).toMatchObject({
    coin_received: '0',
    is_checked: false,
    hash: null,
  })
})

test('the last ten payments are shown', () => {
  const receipts = Array.from({ length: 12 }, (_, index) => receipt(index, { value: 1n }))
  expect(view({ receipts }).payments.map(({ hash }) => hash)).toEqual(receipts.slice(2).map(({ txid }) => txid))
})

describe('where it is paid', () => {
  test('has a wallet of the sandbox for a simulated chain only', () => {
    const receipts = [receipt(1, { value: 5_000_000n })]
    expect(view({ receipts }, {}, { facts: { ...facts, isTest: true, isSimulated: true } })).toMatchObject({
      is_test: true,
      test_wallet: `https://sandbox.example/wallet/btc?address=bc1q&amount=0.00050506&expires=${untilMs(1)}`,
    })
    expect(view({}, {}, { facts: { ...facts, isTest: true } }).test_wallet).toBeUndefined()
  })

  test('names the chain of Ethereum', () => {
    const ether = { coin: 'ETH', address: '0xabc', amountDue: 10n ** 17n } as const
    expect(view(ether, {}, { facts: { isTest: false, isSimulated: false, chainId: 5 } })).toMatchObject({
      uri: 'ethereum:0xabc@5?value=100000000000000000',
      coin_amount: '0.1',
    })
  })
})

describe('a payment', () => {
  const captures = [capture(1, 'credited'), capture(2, 'taken_back'), capture(3, 'suspense')]
  const paid = { ...deposit, captures }
  const credited = (id: number, change: Partial<StoredReceipt> = {}) => receipt(id, { state: 'credited', ...change })

  test.each<[string, StoredReceipt, boolean, boolean]>([
    ['that its block has lost', credited(1), true, false],
    ['in a block', credited(1, mined(5)), false, false],
    ['that was taken back', credited(2), false, true],
    ['that is in suspense', credited(3, mined(5)), false, true],
    ['that is not captured', receipt(4), false, false],
    ['of another output', credited(1, { output: 2 }), false, false],
  ])('%s is lost or taken back: %o, %s, %s', (_name, each, lost, takenBack) => {
    expect([isLost(paid, each), isTakenBack(paid, each)]).toEqual([lost, takenBack])
  })

  test('that is lost makes all of its invoice wait', () => {
    expect(hasLostPayment(paid, { receipts: [credited(2), credited(1)] })).toBe(true)
    expect(hasLostPayment(paid, { receipts: [credited(2), credited(1, mined(5))] })).toBe(false)
  })
})
