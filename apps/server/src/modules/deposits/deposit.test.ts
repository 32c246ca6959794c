import { expect, test } from 'vitest'

import { type Attempt, type Deposit, findNextProcessor } from './deposit.ts'

const attempt = { processor: 'FRAUD', state: 'declined_soft' } as Attempt
const deposit = {
  ...{ state: 'processing', isCloseRequested: false, processorOrder: ['FRAUD', 'ZOOM', 'ORANGE'], attempts: [attempt] },
} as unknown as Deposit

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
