import { expect, test } from 'vitest'

import { getPaymentReturnTarget } from './payment-return.ts'

test.each([
  ['', null],
  ['?utm=1', null],
  ['?listen&transaction_id=t-1&id=d-1', '/listen/funding/pfs/d-1/t-1'],
  ['?listen-orange=&transaction_id=t-1&id=d-1', '/listen/funding/orange/d-1/t-1'],
  ['?listen-concept=1&id=d-1&transaction_id=t-1', '/listen/funding/concept/d-1/t-1'],
  ['?listen-union&transaction_id=t-1&id=d-1', '/listen/funding/unionpay/d-1/t-1'],
  ['?listen-concept&id=d-1', '/show/funding'],
  ['?listen-concept&id=../x&transaction_id=t-1', '/show/funding'],
])('%s leads to %s', (search, target) => {
  expect(getPaymentReturnTarget(search)).toBe(target)
})
