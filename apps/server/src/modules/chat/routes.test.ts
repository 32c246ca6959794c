import { chatCalls } from '@tradefront/contract/chat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestApp, TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createBadInputs, countRows } from '../../../test/fixtures/app/bad-input.ts'
import { startAppWithMailbox } from '../../../test/fixtures/mail/app-with-mailbox.ts'
import type { TestSandbox } from '../../../test/fixtures/processes/sandbox-process.ts'
import { systemClock } from '../../platform/clock.ts'
import { postEntry } from '../ledger/service.ts'

let sandbox: TestSandbox
let app: TestApp
let stop: () => Promise<void>
let offsetMs = 0
// The vendor uses the real time, so ours must run too; it can be advanced.
const clock = {
  now: () => new Date(systemClock.now().getTime() + offsetMs),
  advance: (ms: number) => void (offsetMs += ms),
  set: () => undefined,
}
beforeAll(async () => {
  ;({ app, sandbox, stop } = await startAppWithMailbox(({ url, secret }) => ({
    clock,
    config: { chatUrl: `${url}/chat`, chatSecret: secret },
  })))
})
afterAll(() => stop())

type Reply = { return: boolean; token?: string; url?: string; error?: string; message?: string }
type Conversation = { id: string; name: string | null; facts: unknown }

const requestToken = async (client: TestClient) => (await client.post(chatCalls.issueToken.path)).json as Reply
const readClaims = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const callVendor = async (path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${sandbox.url}/chat/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}
const findConversation = async (id: unknown) => {
  const response = await fetch(`${sandbox.url}/control/chat`)
  const { conversations } = (await response.json()) as { conversations: Conversation[] }
  return conversations.find((one) => one.id === id)
}
const openChat = async () => {
  const { client, userId } = await app.registerTrader()
  const { token } = await requestToken(client)
  expect((await callVendor('open', { token })).status).toBe(200)
  return { client, userId, conversation: readClaims(token)['sub'] }
}

describe('the chat token', () => {
  test('identifies the trader to the vendor by the first name only', async () => {
    const { client, form, userId } = await app.registerTrader({ firstName: '<b>Ada</b>' })
    const { token, url } = await requestToken(client)
    expect(url).toBe(`${sandbox.url}/chat`)
    expect(Object.keys(readClaims(token)).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'locale', 'name', 'sub'])
    const claims = JSON.stringify(readClaims(token))
    for (const own of [form.login, form.lastName, form.phone, `"${userId}"`]) expect(claims).not.toContain(own)
    const opened = await callVendor('open', { token })
    expect(opened.json).toMatchObject({ name: '<b>Ada</b>', conversation: readClaims(token)['sub'] })
  })

  test('names one conversation per trader, in every tab', async () => {
    const { client } = await app.registerTrader()
    const { client: other } = await app.registerTrader()
    const many = await Promise.all(Array.from({ length: 8 }, () => requestToken(client)))
    const conversations = new Set(many.map(({ token }) => readClaims(token)['sub']))
    expect(conversations.size).toBe(1)
    expect(conversations).not.toContain(readClaims((await requestToken(other)).token)['sub'])
    const { json } = await client.post('/api/fraud/user')
    expect(json).toMatchObject({ user: { Chat: { current: [...conversations][0] } } })
  })

  test('is refused to visitors, and a trader has no conversation before the first token', async () => {
    expect((await (await app.openClient()).post(chatCalls.issueToken.path)).status).toBe(401)
    const { client } = await app.registerTrader()
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { Chat: { current: null } } })
  })
})

describe('the shown balance', () => {
  const credit = (userId: number, amount: number) =>
    postEntry(app.database.db, {
      kind: 'test.gift',
      subject: `gift:${userId}`,
      at: app.clock.now(),
      lines: [
        { account: 'payout', userId: null, currency: 'USD', amount: -amount },
        { account: 'cash', userId, currency: 'USD', amount },
      ],
    })

  test('sent by a browser is passed on together with the true balance', async () => {
    const { client, userId, conversation } = await openChat()
    await credit(userId, 12_345)
    expect((await client.post(chatCalls.reportShownBalance.path, { balance: 999_999 })).json).toEqual({ return: true })
    expect(await findConversation(conversation)).toMatchObject({
      facts: { balance: 123.45, shown_balance: 999_999, currency: 'USD' },
    })
    expect((await client.get('/cli/userInfo')).json).toMatchObject({ available: 123.45 })
  })

  test('is passed on at most once in two seconds', async () => {
    const { client, conversation } = await openChat()
    await Promise.all(Array.from({ length: 20 }, () => client.post(chatCalls.reportShownBalance.path, { balance: 1 })))
    await client.post(chatCalls.reportShownBalance.path, { balance: 2 })
    expect(await findConversation(conversation)).toMatchObject({ facts: { shown_balance: 1 } })
    clock.advance(2000)
    await client.post(chatCalls.reportShownBalance.path, { balance: 3 })
    expect(await findConversation(conversation)).toMatchObject({ facts: { shown_balance: 3 } })
  })

  test('is refused without a conversation, and when the vendor does not answer', async () => {
    const { client: silent } = await app.registerTrader()
    expect((await silent.post(chatCalls.reportShownBalance.path, { balance: 1 })).json).toMatchObject({
      return: false,
      error: 'chat.closed',
    })
    const { client, conversation } = await openChat()
    await sandbox.postControl('faults', { on: 'chat', ref: conversation, act: 'error' })
    expect((await client.post(chatCalls.reportShownBalance.path, { balance: 1 })).json).toMatchObject({
      return: false,
      error: 'chat.away',
      message: 'The chat is not available right now.',
    })
    await sandbox.postControl('faults/clear', {})
  })
})

test('the security policy lets the page frame only the chat vendor', () => {
  expect(app.http.securityHeaderSet.pagePolicy).toContain(`; frame-src ${sandbox.url};`)
  expect(app.http.securityHeaderSet.base['content-security-policy']).not.toContain('frame-src')
})

describe.each([
  [chatCalls.issueToken.path, null],
  [chatCalls.reportShownBalance.path, { balance: 10 }],
] as const)('%s', (path, valid) => {
  let client: TestClient
  beforeAll(async () => {
    client = (await app.registerTrader()).client
  })
  // A balance can be a fraction.
  const refused = createBadInputs(valid).filter(({ description: what }) => what !== 'balance = 0.1')
  test.each(refused.map((bad) => [bad.description, bad] as const))('refuses %s', async (_what, bad) => {
    const before = await countRows(app.database.db)
    const reply = await bad.send(client, path)
    expect([400, 413, 415], reply.text).toContain(reply.status)
    expect(await countRows(app.database.db)).toEqual(before)
  })
})
