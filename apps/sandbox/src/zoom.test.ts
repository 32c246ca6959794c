import { afterAll, beforeAll, expect, test } from 'vitest'

import { native, openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())

type Session = { session_key: string; cnu: string; cvv: string; exp: string }
const origin = 'http://trade.example'

async function session(number = '4242424242424242', lastName = 'Lovelace') {
  const { ref, reply } = await world.start('zoom', number, lastName)
  return { ref, names: native(reply)['session'] as Session }
}

async function tokenise(
  { session_key, ...names }: Session,
  number = '4242 4242 4242 4242',
  code = '123',
  expiry = '04/31',
) {
  const fields = { [names.cnu]: number, [names.cvv]: code, [names.exp]: expiry }
  return fetch(`${world.url}/zoom/tokenise/${session_key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ fields }),
  })
}

async function token(names: Session): Promise<string> {
  const reply = (await (await tokenise(names)).json()) as { token: string }
  return reply.token
}

test('a card becomes a token for the asking origin, and the token becomes money once', async () => {
  const { ref, names } = await session()
  const response = await tokenise(names)
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  const made = (await response.json()) as { token: string }
  expect(native(await world.ask('/zoom/complete', { ref, token: made.token }))).toEqual({ return: true, code: 0 })
  expect(native(await world.ask('/zoom/complete', { ref, token: made.token }))).toEqual({ return: true, code: 0 })
  await world.told(ref, ['succeeded'])
})

test('field names differ between sessions, and a token of another session is worth nothing', async () => {
  const [first, second] = [await session(), await session()]
  expect(first.names.cnu).not.toBe(second.names.cnu)
  const stolen = await token(first.names)
  expect(native(await world.ask('/zoom/complete', { ref: second.ref, token: stolen }))).toMatchObject({
    return: false,
    code: 1,
  })
})

test.each([
  ['number', '4242424242424241', '123', '04/31'],
  ['code', '4242424242424242', '12', '04/31'],
  ['expiry', '4242424242424242', '123', '04/21'],
  ['expiry', '4242424242424242', '123', '13/31'],
])('a wrong %s is refused', async (what, number, code, expiry) => {
  const { names } = await session()
  const response = await tokenise(names, number, code, expiry)
  expect([response.status, await response.json()]).toEqual([422, { error: what }])
})

test.each([
  ['ZOOM-1', '4242424242424242', { return: false, code: 1 }],
  ['ZOOM-0', '4000000000000002', { return: true, code: 0 }],
  ['Lovelace', '4000000000000002', { return: false, code: 1 }],
  ['Lovelace', '4000000000003220', { return: false, code: 2 }],
])('holder %s with card %s', async (lastName, number, wanted) => {
  const { ref, names } = await session(number, lastName)
  expect(native(await world.ask('/zoom/complete', { ref, token: await token(names) }))).toEqual(wanted)
})

test('a lost reply was charged, a silent one never is', async () => {
  const lost = await session('4000009900005011')
  expect(await world.ask('/zoom/complete', { ref: lost.ref, token: await token(lost.names) })).toBe('fault')
  expect(await world.status('zoom', lost.ref)).toBe('succeeded')
  const silent = await session('4000009900005029')
  expect(await world.ask('/zoom/complete', { ref: silent.ref, token: await token(silent.names) })).toBe('fault')
  expect(await world.status('zoom', silent.ref)).toBe('cancelled')
})

test('the script is served to any page', async () => {
  const response = await fetch(`${world.url}/zoom/script.js`)
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await response.text()).toContain('ZoomTokenizer')
})
