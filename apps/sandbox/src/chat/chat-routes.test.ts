import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandboxFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeAll(async () => {
  fixture = await startSandboxFixture()
})
afterAll(() => fixture.close())

const secret = 'a sandbox secret that is only good for tests'
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = (more: object = {}) => ({
  aud: 'chat',
  sub: randomUUID(),
  name: 'Ada',
  exp: Math.floor(Date.now() / 1000) + 600,
  ...more,
})
const tokenOf = (claimed: object, key = secret, head: object = { alg: 'HS256', typ: 'JWT' }) => {
  const signed = `${part(head)}.${part(claimed)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

async function post(path: string, body: unknown, url = fixture.url, type = 'application/json') {
  const response = await fetch(`${url}/chat/${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}
async function opened(body: object = {}, url = fixture.url): Promise<{ key: string; conversation: string }> {
  const { json } = await post('open', body, url)
  return { key: String(json['key']), conversation: String(json['conversation']) }
}
type Message = { id: number; from: string; text: string }
async function messages(key: string, count: number, url = fixture.url): Promise<Message[]> {
  for (let look = 0; look < 6000; look += 1) {
    const { json } = await post('messages', { key, after: 0 }, url)
    const found = json['messages'] as Message[]
    if (found.length >= count) return found
    await new Promise((done) => setTimeout(done, 5))
  }
  throw new Error(`fewer than ${count} messages`)
}
const write = (key: string, text: string, nonce: string = randomUUID()) => post('send', { key, text, nonce })

test('the agent replies to a visitor in the language of the conversation', async () => {
  const { key } = await opened()
  expect((await write(key, 'Hi <b>there</b>')).json).toEqual({ taken: true })
  expect(await messages(key, 2)).toMatchObject([
    { id: 1, from: 'visitor', text: 'Hi <b>there</b>' },
    { id: 2, from: 'agent', text: 'Hello, this is the practice agent. How can I help?' },
  ])
  const russian = await opened({ locale: 'ru' })
  await write(russian.key, 'Какой у меня баланс?')
  expect((await messages(russian.key, 2))[1]?.text).toBe('Я не вижу вашего счёта. Войдите, чтобы я знал, кто вы.')
})

test('the agent is typing from a message until a reply, which the word "silent" leaves to the control page', async () => {
  const { key, conversation } = await opened()
  const isTyping = async () => (await post('messages', { key, after: 0 })).json['typing']
  expect(await isTyping()).toBe(false)
  await write(key, 'Stay silent')
  expect(await isTyping()).toBe(true)
  await fixture.callControl('chat/reply', { conversation, text: 'A person here.' })
  expect(await isTyping()).toBe(false)
})

test('a token names the trader and reopens the conversation', async () => {
  const claimed = claims()
  const { key, conversation } = await opened({ token: tokenOf(claimed) })
  expect(conversation).toBe(claimed.sub)
  await write(key, 'Hello')
  expect((await messages(key, 2))[1]?.text).toContain('Hello, Ada,')
  const again = await opened({ token: tokenOf(claimed) })
  expect(again.key).not.toBe(key)
  expect(await messages(again.key, 2)).toHaveLength(2)
})

test.each([
  ['of another secret', () => tokenOf(claims(), 'x'.repeat(40))],
  ['without a signature', () => `${part({ alg: 'none' })}.${part(claims())}.`],
  ['with the payload of another one', () => [part({}), part(claims()), tokenOf(claims()).split('.')[2]].join('.')],
  ['that has expired', () => tokenOf(claims({ exp: Math.floor(Date.now() / 1000) - 1 }))],
  ['for another audience', () => tokenOf(claims({ aud: 'tickets' }))],
  ['without a conversation id', () => tokenOf(claims({ sub: 'admin' }))],
  ['that is malformed', () => 'x.y.z'],
])('rejects a token %s', async (_what, token) => {
  expect((await post('open', { token: token() })).status).toBe(401)
})

test('stores a message once if it is sent twice', async () => {
  const { key } = await opened()
  const nonce = randomUUID()
  await write(key, 'once', nonce)
  await write(key, 'once', nonce)
  await messages(key, 2)
  expect((await messages(key, 2)).filter(({ from }) => from === 'visitor')).toHaveLength(1)
})

test.each([
  ['an unknown key', { key: 'x'.repeat(32), text: 'a', nonce: randomUUID() }, 404],
  ['a malformed key', { key: '../../etc', text: 'a', nonce: randomUUID() }, 400],
  ['a blank message', { key: 'x'.repeat(32), text: '  ', nonce: randomUUID() }, 400],
  ['a message that is too long', { key: 'x'.repeat(32), text: 'a'.repeat(1001), nonce: randomUUID() }, 400],
  ['an unknown field', { key: 'x'.repeat(32), text: 'a', nonce: randomUUID(), from: 'agent' }, 400],
])('rejects %s', async (_what, body, status) => {
  expect((await post('send', body)).status).toBe(status)
})

test('a page of another site cannot send messages: only JSON is accepted, without CORS', async () => {
  const body = JSON.stringify({ key: 'x'.repeat(32), text: 'a', nonce: randomUUID() })
  expect((await post('send', body, fixture.url, 'text/plain')).status).toBe(400)
  const preflight = await fetch(`${fixture.url}/chat/send`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('the merchant reports balances in signed calls, and the agent knows real and shown balance', async () => {
  const { key, conversation } = await opened({ token: tokenOf(claims()) })
  await write(key, 'My balance?')
  expect((await messages(key, 2))[1]?.text).toBe('I can’t see your balance yet. Please ask again in a moment.')
  const facts = { conversation, balance: 10, shown_balance: 999, currency: 'USD' }
  expect((await post('facts', facts)).status).toBe(401)
  expect(await fixture.sendSigned('/chat/facts', facts)).toMatchObject({ status: 200 })
  expect(await fixture.sendSigned('/chat/facts', { ...facts, conversation: randomUUID() })).toMatchObject({
    status: 404,
  })
  await write(key, 'My balance?')
  expect((await messages(key, 4))[3]?.text).toBe('I see $10.00 on your account, while your page shows $999.00.')
})

test('an agent can reply from the control page', async () => {
  const { key, conversation } = await opened()
  await fixture.callControl('chat/reply', { conversation, text: 'A person here.' })
  expect(await messages(key, 1)).toMatchObject([{ from: 'agent', text: 'A person here.' }])
  expect(await fixture.callControl('chat/reply', { conversation: randomUUID(), text: 'x' })).toMatchObject({
    error: 'There is no such conversation.',
  })
})

test('keeps at most 200 messages per conversation and 500 conversations', async () => {
  const { key, conversation } = await opened()
  for (let n = 0; n < 210; n += 1) await fixture.callControl('chat/reply', { conversation, text: `${n}` })
  const kept = await messages(key, 200)
  expect(kept).toHaveLength(200)
  expect(kept.at(-1)?.text).toBe('209')
  for (let n = 0; n < 500; n += 1) await post('open', {})
  expect((await post('messages', { key, after: 0 })).status).toBe(404)
})

test('conversations survive a restart but not a reset', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const claimed = claims()
  const before = await startSandboxFixture(dir)
  const { key } = await opened({ token: tokenOf(claimed) }, before.url)
  await post('send', { key, text: 'kept', nonce: randomUUID() }, before.url)
  const said = await messages(key, 2, before.url)
  await before.close()
  const after = await startSandboxFixture(dir)
  const again = await opened({ token: tokenOf(claimed) }, after.url)
  expect(await messages(again.key, 2, after.url)).toEqual(said)
  await after.callControl('reset', {})
  expect(await after.callControl('chat')).toEqual({ conversations: [] })
  await after.close()
  rmSync(dir, { recursive: true })
})
