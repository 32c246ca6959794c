import { expect, test } from 'vitest'

import { createRequestId, isRequestId } from './request-id.ts'

test('an id of random bytes is one that the server takes over, and anything else is not', () => {
  expect(createRequestId((bytes) => bytes.fill(10))).toBe('0A0A0A0A0A')
  expect(isRequestId(createRequestId((bytes) => crypto.getRandomValues(bytes)))).toBe(true)
  for (const text of [
    '',
    '0A0A0A0A0',
    '0A0A0A0A0A0',
    '0a0a0a0a0a',
    '0A0A0A0A0\n',
    'ann@exampl',
    ['0A0A0A0A0A'],
    undefined,
  ])
    expect(isRequestId(text)).toBe(false)
})
