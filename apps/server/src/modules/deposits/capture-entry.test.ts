import { expect, test } from 'vitest'

import { sampleCapture } from '../../../test/fixtures/deposits/sample-deposit.ts'
import { buildMovementEntry } from './capture-entry.ts'
import type { Capture } from './deposit.ts'

const at = new Date('2026-11-18T10:00:00Z')
const accounts = {
  cash: { account: 'cash', userId: 9 },
  suspense: { account: 'suspense', userId: null },
  clearing: { account: 'clearing:ORANGE', userId: null },
}

test.each<[Capture['status'], keyof typeof accounts, Capture['status'], keyof typeof accounts, string]>([
  ['credited', 'cash', 'reversed', 'clearing', 'deposit.reversed'],
  ['credited_part', 'cash', 'taken_back', 'clearing', 'deposit.taken_back'],
  ['credited_late', 'cash', 'refund_due', 'suspense', 'deposit.late_returned'],
  ['suspense', 'suspense', 'credited_late', 'cash', 'deposit.suspense_credited'],
  ['refund_due', 'suspense', 'refunded', 'clearing', 'deposit.refunded'],
])('a capture that was %s, in %s, and is %s, in %s, is booked as %s', (status, from, to, target, kind) => {
  expect(buildMovementEntry({ ...sampleCapture, status, userId: 9 }, to, 3, at)).toEqual({
    kind,
    subject: 'attempt:71/3',
    at,
    lines: [
      { ...accounts[from], currency: 'EUR', amount: -50_000 },
      { ...accounts[target], currency: 'EUR', amount: 50_000 },
    ],
  })
})

test.each([
  ['suspense', 'refund_due'],
  ['refund_due', 'suspense'],
] as const)('a capture that was %s and is %s stays in its account', (status, to) => {
  expect(buildMovementEntry({ ...sampleCapture, status, userId: 9 }, to, 2, at)).toBeNull()
})
