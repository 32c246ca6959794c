import { afterAll, beforeAll, expect, test } from 'vitest'

import { toNativeReply, startSandboxFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeAll(async () => {
  fixture = await startSandboxFixture()
})
afterAll(() => fixture.close())

type Session = { session_key: string; cnu: string; cvv: string; exp: string }
const origin = 'http://trade.example'

async function session(number = '4242424242424242', lastName = 'Lovelace') {
  const { ref, reply } = await fixture.startCharge('zoom', number, lastName)
  return { ref, names: toNativeReply(reply)['session'] as Session }
}

async function tokenize(
  { session_key, ...names }: Session,
  number = '4242 4242 4242 4242',
  code = '123',
  expiry = '04/31',
) {
  const fields = { [names.cnu]: number, [names.cvv]: code, [names.exp]: expiry }
  return fetch(`${fixture.url}/zoom/tokenize/${session_key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ fields }),
  })
}

async function token(names: Session): Promise<string> {
  const reply = (await (await tokenize(names)).json()) as { token: string }
  return reply.token
}

test('a card becomes a token for the requesting origin, and the token can be charged once', async () => {
  const { ref, names } = await session()
  const response = await tokenize(names)
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  const made = (await response.json()) as { token: string }
  expect(toNativeReply(await fixture.sendSigned('/zoom/complete', { ref, token: made.token }))).toEqual({
    return: true,
    code: 0,
  })
  expect(toNativeReply(await fixture.sendSigned('/zoom/complete', { ref, token: made.token }))).toEqual({
    return: true,
    code: 0,
  })
  await fixture.waitForWebhooks(ref, ['succeeded'])
})

test('a saved card needs only its code and expiry date', async () => {
  const { names } = await session()
  const response = await tokenize(names, '')
  expect([response.status, await response.json()]).toEqual([200, { token: expect.stringMatching(/^tok_/) }])
})

test('field names differ between sessions, and a token of another session is rejected', async () => {
  const [first, second] = [await session(), await session()]
  expect(first.names.cnu).not.toBe(second.names.cnu)
  const stolen = await token(first.names)
  expect(toNativeReply(await fixture.sendSigned('/zoom/complete', { ref: second.ref, token: stolen }))).toMatchObject({
    return: false,
    code: 1,
  })
})

test.each([
  ['number', '4242424242424241', '123', '04/31'],
  ['code', '4242424242424242', '12', '04/31'],
  ['expiry', '4242424242424242', '123', '04/21'],
  ['expiry', '4242424242424242', '123', '13/31'],
])('rejects a wrong %s', async (what, number, code, expiry) => {
  const { names } = await session()
  const response = await tokenize(names, number, code, expiry)
  expect([response.status, await response.json()]).toEqual([422, { error: what }])
})

test.each([
  ['ZOOM-1', '4242424242424242', { return: false, code: 1 }],
  ['ZOOM-0', '4000000000000002', { return: true, code: 0 }],
  ['Lovelace', '4000000000000002', { return: false, code: 1 }],
  ['Lovelace', '4000000000003220', { return: false, code: 2 }],
])('holder %s with card %s', async (lastName, number, wanted) => {
  const { ref, names } = await session(number, lastName)
  expect(toNativeReply(await fixture.sendSigned('/zoom/complete', { ref, token: await token(names) }))).toEqual(wanted)
})

test('a charge with a lost reply was made, one with a time-out never is', async () => {
  const lost = await session('4000009900005011')
  expect(await fixture.sendSigned('/zoom/complete', { ref: lost.ref, token: await token(lost.names) })).toBe('fault')
  expect(await fixture.getStatus('zoom', lost.ref)).toBe('succeeded')
  const silent = await session('4000009900005029')
  const body = { ref: silent.ref, token: await token(silent.names) }
  expect(await fixture.withShortTimeout(() => fixture.sendSigned('/zoom/complete', body))).toBe('fault')
  expect(await fixture.getStatus('zoom', silent.ref)).toBe('cancelled')
})

test('the script is served to all origins', async () => {
  const response = await fetch(`${fixture.url}/zoom/script.js`)
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await response.text()).toContain('ZoomTokenizer')
})
