import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestS3, type TestS3 } from '../../testing/storage/test-s3.ts'
import { checkS3Access } from '../../gateways/check-s3.ts'

let s3: TestS3
beforeAll(async () => {
  s3 = await startTestS3()
})
afterAll(() => s3.stop())

test('a store that can be written, read and removed from is right, and nothing stays in it', async () => {
  expect(await checkS3Access(s3.settings)).toEqual({ kind: 'right' })
  expect(await s3.listObjects()).toEqual([])
})

const strange = { accessKeyId: 'nobody', secretAccessKey: 'a-secret-of-nobody' }

test.each([
  ['another bucket', { bucket: 'no-such-bucket' }, /^There is no bucket "no-such-bucket" at http.*S3_BUCKET/],
  ['keys that nobody knows', { credentials: strange }, /refuses to write .*\(InvalidAccessKeyId\).*S3_ACCESS_KEY_ID/],
  ['no keys on a machine without rights', { credentials: undefined }, /^This machine has no rights of its own/],
])('%s are wrong, in one sentence that says what to set', async (_what, more, sentence) => {
  const found = await checkS3Access({ ...s3.settings, ...more })
  expect(found).toEqual({ kind: 'wrong', why: expect.stringMatching(sentence) })
  expect(JSON.stringify(found)).not.toMatch(/a-secret-of-nobody|\\n/)
  expect(await s3.listObjects()).toEqual([])
})

test('a store that nobody answers at is silent, not wrong', async () => {
  const found = await checkS3Access({ ...s3.settings, endpoint: 'http://127.0.0.1:1' })
  expect(found).toEqual({
    kind: 'silent',
    why: expect.stringMatching(/does not answer \(ECONNREFUSED\): nobody can upload/),
  })
})

/** What other stores say than the one above can be made to say, as the protocol writes it. */
describe.each([
  ['PUT', 403, 'SignatureDoesNotMatch', 'wrong', /refuses to write .*SignatureDoesNotMatch/],
  ['PUT', 301, 'PermanentRedirect', 'wrong', /in another region than us-east-1: set S3_REGION/],
  ['PUT', 400, 'AuthorizationHeaderMalformed', 'wrong', /in another region than us-east-1: set S3_REGION/],
  ['GET', 403, 'AccessDenied', 'wrong', /refuses to read .*AccessDenied.* below documents\//],
  ['DELETE', 403, 'AccessDenied', 'wrong', /refuses to remove .*AccessDenied.* below documents\//],
  ['PUT', 503, 'SlowDown', 'silent', /does not answer \(SlowDown\)/],
  ['PUT', 507, 'InsufficientCapacity', 'silent', /does not answer \(InsufficientCapacity\)/],
] as const)('%s is answered by %i %s', (method, status, code, kind, sentence) => {
  test(`which is ${kind}`, async () => {
    const store = createServer((request, response) => {
      request.resume()
      const isRefused = request.method === method
      response.writeHead(isRefused ? status : 200, { 'content-type': 'application/xml' })
      response.end(isRefused ? `<Error><Code>${code}</Code><Message>no</Message></Error>` : '')
    }).listen(0, '127.0.0.1')
    await once(store, 'listening')
    const { port } = store.address() as AddressInfo
    const found = await checkS3Access({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` })
    expect(found).toEqual({ kind, why: expect.stringMatching(sentence) })
    store.close()
  })
})
