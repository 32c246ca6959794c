import { expect, test } from 'vitest'

import { derivePreviewId, type WithdrawalQuote } from './quote-withdrawal.ts'

const payout = { method: 'skrill', amount: 1000, capture: null, destination: { id: 'one' } }
const refund = { method: 'card', amount: 1000, capture: { attemptId: 1, number: 1, isCoins: false }, destination: null }
const quote = { fee: 100, caseName: 'one', givesUp: 0, untraded: 0, payouts: [payout] }

test('the id of a preview is the same again, and another with any other part that the trader must know', () => {
  const others = [
    { fee: 200 },
    { caseName: 'two' },
    { givesUp: 100 },
    { untraded: 100 },
    { payouts: [{ ...payout, method: 'neteller' }] },
    { payouts: [{ ...payout, amount: 900 }] },
    { payouts: [{ ...payout, destination: { id: 'two' } }] },
    { payouts: [refund] },
    { payouts: [{ ...refund, capture: { ...refund.capture, attemptId: 2 } }] },
    { payouts: [{ ...refund, capture: { ...refund.capture, number: 2 } }] },
  ]
  const ids = [{}, ...others].map((other) => derivePreviewId({ ...quote, ...other } as unknown as WithdrawalQuote))
  expect(new Set(ids).size).toBe(ids.length)
  expect(derivePreviewId({ ...quote } as unknown as WithdrawalQuote)).toBe(ids[0])
})
