import { afterAll, beforeAll, expect, test } from 'vitest'

import { type SandboxFixture, startSandboxFixture } from '../testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeAll(async () => {
  fixture = await startSandboxFixture()
})
afterAll(() => fixture.close())

const headers = {
  ttl: '60',
  'content-encoding': 'aes128gcm',
  'content-type': 'application/octet-stream',
  authorization: 'vapid t=a.b.c, k=d',
}
const send = async (change: object = {}, name = 'phone') =>
  (
    await fetch(`${fixture.url}/push/send/${name}`, {
      method: 'POST',
      body: 'sealed',
      headers: { ...headers, ...change },
    })
  ).status

test('a message is kept for its subscription as it was sent', async () => {
  expect(await send()).toBe(201)
  expect(await send({}, 'desk')).toBe(201)
  const body = Buffer.from('sealed').toString('base64')
  expect(await fixture.callControl('push?subscription=phone')).toEqual({
    messages: [{ subscription: 'phone', ttl: '60', body }],
  })
  await fixture.callControl('reset', {})
  expect(await fixture.callControl('push?subscription=phone')).toEqual({ messages: [] })
})

test.each([
  ['that is not encrypted', { 'content-encoding': 'identity' }, 400],
  ['without a lifetime', { ttl: '' }, 400],
  ['of an unknown sender', { authorization: 'Bearer x' }, 401],
])('a message %s is refused', async (_what, change, status) => {
  expect(await send(change)).toBe(status)
})
