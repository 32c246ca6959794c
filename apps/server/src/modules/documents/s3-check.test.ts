import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestS3, type TestS3 } from '../../../test/fixtures/storage/test-s3.ts'
import { checkS3Access } from '../../gateways/check-s3.ts'

let s3: TestS3
beforeAll(async () => {
  s3 = await startTestS3()
})
afterAll(() => s3.stop())

test('reports a store with all rights as ok, and leaves nothing in it', async () => {
  expect(await checkS3Access(s3.settings)).toEqual({ kind: 'ok' })
  expect(await s3.listObjects()).toEqual([])
})

test('names the rights that are missing in the folder of attachments only', async () => {
  const store = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url?.includes('/tickets/') === true ? 403 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  const { port } = store.address() as AddressInfo
  const found = await checkS3Access({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` })
  expect(found).toMatchObject({ kind: 'misconfigured', message: expect.stringMatching(/rights to .*tickets\//) })
  store.close()
})

const strange = { accessKeyId: 'nobody', secretAccessKey: 'a-secret-of-nobody' }

test.each([
  [
    'a bucket that does not exist',
    { bucket: 'no-such-bucket' },
    /^There is no bucket "no-such-bucket" at http.*S3_BUCKET/,
  ],
  ['unknown keys', { credentials: strange }, /refuses to write .*\(InvalidAccessKeyId\).*S3_ACCESS_KEY_ID/],
  ['no keys on a machine without rights', { credentials: undefined }, /^This machine has no rights to S3_BUCKET/],
])('reports %s as a misconfiguration, in one sentence that says what to set', async (_what, more, sentence) => {
  const found = await checkS3Access({ ...s3.settings, ...more })
  expect(found).toEqual({ kind: 'misconfigured', message: expect.stringMatching(sentence) })
  expect(JSON.stringify(found)).not.toMatch(/a-secret-of-nobody|\\n/)
  expect(await s3.listObjects()).toEqual([])
})

test('reports a store that does not answer as unreachable, not misconfigured', async () => {
  const found = await checkS3Access({ ...s3.settings, endpoint: 'http://127.0.0.1:1' })
  expect(found).toEqual({
    kind: 'unreachable',
    message: expect.stringMatching(/does not answer \(ECONNREFUSED\): uploads fail/),
  })
})

/** Errors of other stores, which the test store cannot produce. */
describe.each([
  ['PUT', 403, 'SignatureDoesNotMatch', 'misconfigured', /refuses to write .*SignatureDoesNotMatch/],
  ['PUT', 301, 'PermanentRedirect', 'misconfigured', /in another region than us-east-1: set S3_REGION/],
  ['PUT', 400, 'AuthorizationHeaderMalformed', 'misconfigured', /in another region than us-east-1: set S3_REGION/],
  ['GET', 403, 'AccessDenied', 'misconfigured', /refuses to read .*AccessDenied.* rights to documents\//],
  ['DELETE', 403, 'AccessDenied', 'misconfigured', /refuses to remove .*AccessDenied.* rights to documents\//],
  ['PUT', 503, 'SlowDown', 'unreachable', /does not answer \(SlowDown\)/],
  ['PUT', 507, 'InsufficientCapacity', 'unreachable', /does not answer \(InsufficientCapacity\)/],
] as const)('an S3 store that answers %s with %i %s', (method, status, code, kind, sentence) => {
  test(`is reported as ${kind}`, async () => {
    const store = createServer((request, response) => {
      request.resume()
      const isRefused = request.method === method
      response.writeHead(isRefused ? status : 200, { 'content-type': 'application/xml' })
      response.end(isRefused ? `<Error><Code>${code}</Code><Message>no</Message></Error>` : '')
    }).listen(0, '127.0.0.1')
    await once(store, 'listening')
    const { port } = store.address() as AddressInfo
    const found = await checkS3Access({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` })
    expect(found).toEqual({ kind, message: expect.stringMatching(sentence) })
    store.close()
  })
})
