import {
  getProcessorSecret,
  signatureWindowMs,
  signReply,
  signRequest,
  verifyReply,
  verifyRequest,
} from '@tradefront/processors/signature'
import { describe, expect, test } from 'vitest'

import { hmacSha256 } from '../platform/crypto/hmac-sha256.ts'

const secret = 'a secret'
const now = 1_790_000_000_000
const request = { method: 'POST', path: '/hooks/orange', body: '{"ref":"1"}' }
const header = signRequest(hmacSha256, secret, request, now)
const verify = (candidate: unknown, over = request, at = now) =>
  verifyRequest(hmacSha256, [secret], candidate, over, at)

describe('a request', () => {
  test('is signed with HMAC-SHA256 over time, method, path and body', () => {
    expect(header).toBe(`t=${now},v1=${hmacSha256(secret, `${now}\nPOST\n/hooks/orange\n{"ref":"1"}`)}`)
    expect(verify(header)).toBe(true)
  })

  test.each([
    ['another body', header, { ...request, body: '{"ref":"2"}' }, now],
    ['another path', header, { ...request, path: '/hooks/concept' }, now],
    ['another method', header, { ...request, method: 'PUT' }, now],
    ['another time', header.replace(`t=${now}`, `t=${now + 1}`), request, now],
    ['too old', header, request, now + signatureWindowMs + 1],
    ['from the future', header, request, now - signatureWindowMs - 1],
    ['cut short', header.slice(0, -1), request, now],
    ['another secret', signRequest(hmacSha256, 'b', request, now), request, now],
    ['nothing', undefined, request, now],
    ['two headers', [header, header], request, now],
    ['empty', '', request, now],
  ])('is refused with a signature: %s', (_what, candidate, over, at) => {
    expect(verify(candidate, over, at)).toBe(false)
  })

  test('is accepted until the end of its time window', () => {
    expect(verify(header, request, now + signatureWindowMs)).toBe(true)
  })
})

describe('a reply', () => {
  const reply = { status: 200, path: '/orange/status', ref: '1', body: '{"status":"succeeded"}' }
  const signature = signReply(hmacSha256, secret, reply, now)

  test.each([
    ['the same reply', reply, true],
    ['another status', { ...reply, status: 201 }, false],
    ['another call', { ...reply, path: '/orange/cancel' }, false],
    ['another reference', { ...reply, ref: '2' }, false],
    ['another body', { ...reply, body: '{"status":"pending"}' }, false],
  ])('is signed over status, path, reference and body: %s', (_what, over, isValid) => {
    expect(verifyReply(hmacSha256, [secret], signature, over, now)).toBe(isValid)
  })
})

test('each processor has a secret of its own, which can be set', () => {
  const settings = { sandboxSecret: 'sandbox', processorSecrets: { zoom: ['own secret', 'replaced secret'] } }
  const secrets = ['orange', 'concept', 'zoom'].map((slug) => getProcessorSecret(hmacSha256, settings, slug))
  expect(new Set([...secrets, 'sandbox']).size).toBe(4)
  expect(secrets[2]).toBe('own secret')
})
