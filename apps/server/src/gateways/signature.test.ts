import { createHmac } from 'node:crypto'

import { signatureWindowMs, signBody, verifySignature } from '@tradefront/processors/signature'
import { expect, test } from 'vitest'

const mac = (text: string) => createHmac('sha256', 'a secret').update(text).digest('hex')
const now = 1_790_000_000_000
const body = '{"ref":"1"}'
const header = signBody(mac, body, now)

test('signs the time and the body with HMAC-SHA256', () => {
  expect(header).toBe(`t=${now},v1=${createHmac('sha256', 'a secret').update(`${now}.${body}`).digest('hex')}`)
  expect(verifySignature(mac, header, body, now)).toBe(true)
})

test.each([
  ['another body', header, '{"ref":"2"}', now],
  ['another time', header.replace(`t=${now}`, `t=${now + 1}`), body, now],
  ['too old', header, body, now + signatureWindowMs + 1],
  ['from the future', header, body, now - signatureWindowMs - 1],
  ['cut short', header.slice(0, -1), body, now],
  ['another secret', signBody((text) => createHmac('sha256', 'b').update(text).digest('hex'), body, now), body, now],
  ['nothing', undefined, body, now],
  ['two headers', [header, header], body, now],
  ['empty', '', body, now],
])('rejects a signature: %s', (_what, candidate, over, at) => {
  expect(verifySignature(mac, candidate, over, at)).toBe(false)
})

test('accepts a signature until the end of its time window', () => {
  expect(verifySignature(mac, header, body, now + signatureWindowMs)).toBe(true)
})
