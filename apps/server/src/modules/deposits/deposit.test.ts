import { expect, test } from 'vitest'

import {
  endedAttempt,
  otherCapture,
  sampleAttempt,
  sampleCapture,
  sampleDeposit,
} from '../../../test/fixtures/deposits/sample-deposit.ts'
import {
  type Capture,
  computeNextMovement,
  type Deposit,
  findAttempt,
  findCapture,
  findCreditedCapture,
  findNextProcessor,
  getPaidWith,
  listCapturesOfAttempt,
  sumCredited,
} from './deposit.ts'

const attempt = { ...endedAttempt, processor: 'FRAUD' } as const
const deposit: Deposit = { ...sampleDeposit, processorOrder: ['FRAUD', 'ZOOM', 'ORANGE'], attempts: [attempt] }

test.each<[string, Partial<Deposit>, string | null]>([
  ['after a decline', {}, 'ZOOM'],
  ['before the first attempt', { state: 'open', attempts: [] }, 'FRAUD'],
  ['while an attempt is active', { attempts: [attempt, { ...attempt, processor: 'ZOOM', state: 'pending' }] }, null],
  ['after the trader has cancelled', { isCloseRequested: true }, null],
  ['after the end', { state: 'failed' }, null],
  ['in review', { state: 'review' }, null],
  ['without a processor that still exists', { processorOrder: ['FRAUD', 'REMOVED'] as never }, null],
  ['after a processor that was removed', { processorOrder: ['FRAUD', 'REMOVED', 'ORANGE'] as never }, 'ORANGE'],
])('the next processor %s is %s', (_name, change, expected) => {
  expect(findNextProcessor({ ...deposit, ...change })).toBe(expected)
})

const statuses: readonly Capture['status'][] = [
  ...(['suspense', 'refund_due', 'refunded', 'reversed', 'taken_back'] as const),
  ...(['credited_part', 'credited_late', 'credited'] as const),
]

test('only money in cash is credited, and only a whole amount is the credit of a deposit', () => {
  const captures = statuses.map((status, index) => ({
    ...sampleCapture,
    status,
    number: index + 1,
    amount: 10 ** index,
  }))
  const paid = { ...deposit, captures }
  expect(sumCredited(paid)).toBe(11_100_000)
  expect(findCreditedCapture(paid)?.status).toBe('credited_late')
  expect(findCreditedCapture({ ...paid, captures: captures.toReversed() })?.status).toBe('credited')
  expect(findCreditedCapture({ ...paid, captures: captures.slice(0, 6) })).toBeNull()
})

test('captures belong to their attempt, and the next movement follows its last one', () => {
  const second = { ...sampleCapture, number: 2, movement: 4 }
  const third = { ...sampleCapture, number: 3, movement: 2 }
  const captures = [sampleCapture, second, third, otherCapture]
  const paid = { ...sampleDeposit, captures }
  expect(listCapturesOfAttempt(paid, sampleAttempt.id)).toEqual([sampleCapture, second, third])
  expect(findCapture(paid, { attemptId: endedAttempt.id, number: 1 })).toBe(otherCapture)
  expect(findCapture(paid, { attemptId: sampleAttempt.id, number: 2 })).toBe(second)
  expect(findCapture(paid, { attemptId: endedAttempt.id, number: 2 })).toBeUndefined()
  expect([sampleAttempt.id, endedAttempt.id, 99].map((id) => computeNextMovement(paid, id))).toEqual([5, 7, 1])
})

test('an attempt is found by its reference', () => {
  expect(findAttempt(sampleDeposit, endedAttempt.reference)).toBe(endedAttempt)
  expect(findAttempt(null, endedAttempt.reference)).toBeUndefined()
})

test.each<[Partial<Deposit>, string]>([
  [{ method: 'crypto', processorOrder: ['BTC'] }, 'coins'],
  [{ method: 'wallet', processorOrder: ['BANK'] }, 'claim'],
  [{ method: 'wallet', processorOrder: ['PFS'] }, 'wallet'],
  [{ processorOrder: [] }, 'card'],
  [{}, 'card'],
])('a deposit with %o is paid with %s', (changes, paidWith) => {
  expect(getPaidWith({ ...deposit, ...changes })).toBe(paidWith)
})
