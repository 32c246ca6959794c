import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  canStillBePaid,
  type InvoiceEnd,
  invoiceStates,
  type InvoiceTerms,
  type Receipt,
  receiptStates,
  summarizeInvoice,
  wireStatuses,
} from './invoice-state.ts'

const terms: InvoiceTerms = {
  amountDue: 1000n,
  tolerance: 5n,
  expiresAtMs: 3_600_000,
  blockUntilMs: 2 * 3_600_000,
  confirmations: 3,
}
const buildReceipt = (changes: Partial<Receipt> = {}): Receipt => ({
  value: 1000n,
  state: 'seen',
  blockHeight: null,
  arrivedAtMs: 60_000,
  minedAtMs: changes.blockHeight == null ? null : 60_000,
  changedAtMs: 60_000,
  ...changes,
})
const late = { arrivedAtMs: terms.expiresAtMs }
const minedAtEnd = { blockHeight: 90, minedAtMs: terms.blockUntilMs }
const minedLast = { ...late, blockHeight: 90, minedAtMs: terms.blockUntilMs - 1 }
const tip = 100

test.each<[string, Partial<Receipt>[], InvoiceEnd, string]>([
  ['nothing', [], null, 'new'],
  ['the amount, unconfirmed', [{}], null, 'seen'],
  ['the amount in a block', [{ blockHeight: 99 }], null, 'confirming'],
  ['half of it', [{ value: 500n, blockHeight: 90 }], null, 'underpaid'],
  ['less by the tolerance', [{ value: 995n }], null, 'seen'],
  ['less by more than the tolerance', [{ value: 994n }], null, 'underpaid'],
  ['the amount, credited', [{ state: 'credited', blockHeight: 90 }], 'paid', 'paid'],
  ['more by the tolerance', [{ value: 1005n, state: 'credited', blockHeight: 90 }], 'paid', 'paid'],
  ['more than that', [{ value: 1006n, state: 'credited', blockHeight: 90 }], 'paid', 'overpaid'],
  ['three parts', [{ value: 300n }, { value: 300n }, { value: 400n }], null, 'seen'],
  ['a replaced payment', [{ state: 'orphaned' }], null, 'new'],
  ['dust and tokens', [{ state: 'dust' }, { state: 'token' }], null, 'new'],
  ['nothing until the end', [], 'failed', 'expired'],
  ['half of it until the end', [{ value: 500n, state: 'credited' }], 'failed', 'expired'],
  ['a payment after the end', [late], 'failed', 'late'],
  ['a payment after the end that is not decided', [late], null, 'new'],
  ['a payment in a block that came too late', [minedAtEnd], 'failed', 'late'],
  ['a payment seen after the end, in a block in time', [minedLast], 'failed', 'expired'],
])('with %s the state is %s %s', (_, receipts, end, state) => {
  expect(summarizeInvoice(terms, receipts.map(buildReceipt), tip, end).state).toBe(state)
})

test('each state is a status on the wire, and the states of payments are listed once', () => {
  expect(wireStatuses).toEqual({
    new: 'wt',
    seen: 'wt',
    confirming: 'wt',
    underpaid: 'wt',
    paid: 'su',
    overpaid: 'su',
    late: 'ex',
    expired: 'ex',
  })
  expect(invoiceStates.toSorted()).toEqual(Object.keys(wireStatuses).toSorted())
  expect(receiptStates).toEqual(['seen', 'credited', 'orphaned', 'dust', 'token'])
})

test('what is missing is counted without what came late', () => {
  const receipts = [{ value: 600n }, { value: 300n, ...late }, { value: 7n, state: 'credited' as const }]
  expect(summarizeInvoice(terms, receipts.map(buildReceipt), tip, null)).toMatchObject({
    received: 607n,
    missing: 393n,
    receivedLate: 300n,
    confirmations: 0,
  })
})

test('nothing is never enough, and with a large tolerance anything is', () => {
  const summarize = (receipts: Receipt[]) => summarizeInvoice({ ...terms, tolerance: 1000n }, receipts, tip, null)
  expect(summarize([]).missing).toBe(1000n)
  expect(summarize([buildReceipt({ value: 1n })])).toMatchObject({ state: 'seen', missing: 0n })
})

test('the payment has as many confirmations as the parts that make up the amount', () => {
  const parts = [
    buildReceipt({ value: 600n, blockHeight: 99 }),
    buildReceipt({ value: 400n, blockHeight: 100 }),
    buildReceipt({ value: 1n }),
  ]
  expect(summarizeInvoice(terms, parts, tip, null)).toMatchObject({ confirmations: 1, missing: 0n, received: 1001n })
})

test('the page never shows more confirmations than are needed', () => {
  expect(summarizeInvoice(terms, [buildReceipt({ blockHeight: 1 })], tip, null).confirmations).toBe(3)
})

test('after the end an invoice is kept for what was seen in time, and an hour for what has vanished', () => {
  const nowMs = terms.expiresAtMs + 3_600_000
  const orphan = buildReceipt({ state: 'orphaned', changedAtMs: terms.expiresAtMs })
  const canBe = (receipt: Receipt, atMs = nowMs, scannedAtMs = terms.blockUntilMs - 1) =>
    canStillBePaid(terms, [receipt], atMs, scannedAtMs)
  expect(canBe(buildReceipt())).toBe(true)
  expect(canBe(buildReceipt({ state: 'credited' }))).toBe(true)
  expect(canBe(buildReceipt({ state: 'dust' }))).toBe(false)
  expect(canBe(buildReceipt({ value: 500n }))).toBe(false)
  expect(canBe(buildReceipt(late))).toBe(false)
  expect(canBe(orphan, nowMs - 1)).toBe(true)
  expect(canBe(orphan)).toBe(false)
  // The amount can still be reached until the blocks are read up to the last one that counts, e.g. after the node was down.
  expect(canBe(buildReceipt(), 10 * nowMs)).toBe(true)
  expect(canBe(buildReceipt(), nowMs, terms.blockUntilMs)).toBe(false)
  expect(canBe(buildReceipt(minedLast), nowMs, terms.blockUntilMs)).toBe(true)
  expect(canBe(buildReceipt(minedAtEnd))).toBe(false)
})

const anyReceipt = fc.record<Receipt>({
  value: fc.bigInt({ min: 1n, max: 2000n }),
  state: fc.constantFrom(...receiptStates),
  blockHeight: fc.option(fc.integer({ min: 90, max: 100 })),
  arrivedAtMs: fc.integer({ min: 0, max: 2 * terms.expiresAtMs }),
  minedAtMs: fc.option(fc.integer({ min: 0, max: 3 * terms.expiresAtMs })),
  changedAtMs: fc.constant(0),
})

test('the order of the receipts does not matter', () => {
  fc.assert(
    fc.property(fc.array(anyReceipt), fc.constantFrom(null, 'paid', 'failed'), (receipts, end) => {
      const summary = summarizeInvoice(terms, receipts, tip, end)
      expect(summarizeInvoice(terms, receipts.toReversed(), tip, end)).toEqual(summary)
      expect(invoiceStates).toContain(summary.state)
    }),
  )
})

test('one more block never takes a confirmation away', () => {
  fc.assert(
    fc.property(fc.array(anyReceipt), (receipts) => {
      const { confirmations } = summarizeInvoice(terms, receipts, tip, null)
      expect(summarizeInvoice(terms, receipts, tip + 1, null).confirmations).toBeGreaterThanOrEqual(confirmations)
    }),
  )
})
