import { expect, test } from 'vitest'

import { deriveUuid } from './derive-uuid.ts'

/** Namespace of RFC 9562, appendix A.4. */
const dnsNamespace = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

test('derives the id of the standard’s example', () => {
  expect(deriveUuid(dnsNamespace, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})
