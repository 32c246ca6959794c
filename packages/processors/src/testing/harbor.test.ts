import { expect, test } from 'vitest'

import { harbor, harborUpstream } from './harbor.ts'
import { harborWords } from './harbor-words.ts'
import { describeReplies } from './reply-conformance.ts'
import { describeUpstream } from './upstream-conformance.ts'
import { walletPayRequest } from './wallet-requests.ts'

describeUpstream(harbor, harborWords)
describeReplies(harbor, {
  specCalls: ['POST /api/pay/:method'],
  additionalCalls: [],
  requests: { start: walletPayRequest },
})

test('an unknown payment is one with the status 404 only, and a declined one is not read as unknown', () => {
  const { parseChargeStatus } = harborUpstream
  expect(parseChargeStatus({ payment: 'r', state: 'unknown' }, 404)).toEqual({ status: 'not_found' })
  expect(parseChargeStatus({ payment: 'r', state: 'unknown' }, 200)).toBeNull()
  expect(parseChargeStatus({ payment: 'r', id: 'p', state: 'working' }, 404)).toBeNull()
})

test('an event about something else is answered without more', () => {
  expect(harborUpstream.parseWebhook({ event: 'e', type: 'payout', data: { state: 'paid' } })).toBe('irrelevant')
})
