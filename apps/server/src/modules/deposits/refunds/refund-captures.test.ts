import { expect, test } from 'vitest'

import type { Capture } from '../deposit.ts'
import { explainNoRefund } from './refund-captures.ts'

const capture = (status: Capture['status']) => ({ status }) as Capture

test.each<[Capture['status'][], string]>([
  [['credited', 'suspense'], 'deposits.refund_held'],
  [['refunded', 'refund_due'], 'deposits.refund_ordered'],
  [['reversed', 'refunded'], 'deposits.is_refunded'],
  [['taken_back', 'reversed'], 'deposits.is_reversed'],
  [['credited', 'taken_back'], 'deposits.is_taken_back'],
  [['credited'], 'deposits.refund_credited'],
  [['credited_part'], 'deposits.refund_gone'],
  [[], 'deposits.refund_gone'],
])('charges that are %j cannot be refunded: %s', (statuses, code) => {
  expect(explainNoRefund(statuses.map(capture))).toBe(code)
})
