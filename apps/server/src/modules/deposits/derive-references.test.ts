import { expect, test } from 'vitest'

import { deriveAttemptReference, deriveDepositId, deriveRefundReference } from './derive-references.ts'

const [deposit, other] = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002']
test.each<[string, () => string, (() => string)[]]>([
  ['a deposit', () => deriveDepositId(1, 'key'), [() => deriveDepositId(2, 'key'), () => deriveDepositId(1, 'other')]],
  [
    'a refund',
    () => deriveRefundReference(deposit, 1),
    [() => deriveRefundReference(other, 1), () => deriveRefundReference(deposit, 2)],
  ],
  [
    'an attempt',
    () => deriveAttemptReference(deposit, 'ORANGE'),
    [() => deriveAttemptReference(other, 'ORANGE'), () => deriveAttemptReference(deposit, 'ZOOM')],
  ],
])('the id of %s is the same again, and another with any other part', (_name, derive, derivations) => {
  expect(derive()).toBe(derive())
  const ids = [derive, ...derivations].map((each) => each())
  expect(new Set(ids).size).toBe(ids.length)
})

test('ids never change, because processors know charges by them', () => {
  expect([
    deriveDepositId(1, 'key'),
    deriveAttemptReference(deposit, 'ORANGE'),
    deriveRefundReference(deposit, 1),
  ]).toEqual([
    '009d4a0b-bbaa-511b-96d1-4fbe16984b7f',
    '050f37ce-b603-5366-80dd-22e6c2f06fbb',
    '53559c98-4d30-583d-87c3-e58ba41a0481',
  ])
})
