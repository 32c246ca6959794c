import { expect, test } from 'vitest'

import { deriveWebhookId } from './webhook-store.ts'

const event = {
  method: 'card',
  processorSlug: 'orange',
  eventId: 'event',
  reference: 'd0000000-0000-4000-8000-000000000001',
  body: { a: 1 },
  result: null,
} as const

test('the id of a webhook never changes, because a processor can send it again at any time', () => {
  expect(deriveWebhookId(event)).toBe('991c11f6-993e-554d-80ab-2b575170082b')
})

test.each([
  ['processor', { processorSlug: 'zoom' }],
  ['event id', { eventId: 'other' }],
  ['reference', { reference: 'd0000000-0000-4000-8000-000000000002' }],
  ['body', { body: { a: 2 } }],
])('a webhook with another %s has another id', (_part, change) => {
  expect(deriveWebhookId({ ...event, ...change })).not.toBe(deriveWebhookId(event))
})
