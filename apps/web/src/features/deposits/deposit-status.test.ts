import { expect, test } from 'vitest'

import { getDepositStatus, getUndoneText } from './deposit-status.ts'

test.each([
  ['reversed', 'cards.is_reversed', 'cards.reversed_text'],
  ['taken_back', 'cards.is_taken_back', 'cards.taken_back_text'],
] as const)('a credited deposit whose money is %s says so', (refund, status, text) => {
  expect(getDepositStatus({ state: 'succeeded', refund }).text).toBe(status)
  expect(getUndoneText({ refund })).toBe(text)
})

test('a credited deposit that keeps its money has no such text', () => {
  expect(getDepositStatus({ state: 'succeeded', refund: null }).text).toBe('cards.is_succeeded')
  expect(getUndoneText({ refund: null })).toBeNull()
})
