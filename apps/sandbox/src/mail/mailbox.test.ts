import { createConnection } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { startSandboxFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts'

let fixture: SandboxFixture
let smtp: string
beforeAll(async () => {
  fixture = await startSandboxFixture()
  smtp = await fixture.app.listenSmtp('127.0.0.1', 0)
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.callControl('faults/clear', {})
})

const message = [
  'From: Tradefront <no-reply@trade.example>',
  'To: ada@example.com',
  'Reply-To: support@trade.example',
  'Message-ID: <1@trade.example>',
  'Subject: =?utf-8?B?0J/RgNC40LLQtdGC?=',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('Новый пароль: https://trade.example/en/reset').toString('base64'),
].join('\r\n')

/** Sends a mail by SMTP. Returns the code of the last reply, or null if none came in time. */
async function mail(to: string, at = smtp, limitMs = 30_000): Promise<number | null> {
  const { hostname, port } = new URL(at)
  const socket = createConnection(Number(port), hostname).setEncoding('utf8')
  let said = ''
  socket.on('data', (part: string) => (said += part))
  const answer = async () => {
    for (let waitedMs = 0; waitedMs < limitMs && !/^\d{3} .*\r\n$/m.test(said); waitedMs += 5)
      await new Promise((f) => setTimeout(f, 5))
    const code = /^(\d{3}) /m.exec(said)?.[1]
    said = ''
    return code === undefined ? null : Number(code)
  }
  await answer()
  const steps = ['EHLO test', 'MAIL FROM:<no-reply@trade.example>', `RCPT TO:<${to}>`, 'DATA', `${message}\r\n.`]
  let last: number | null = null
  for (const step of steps) {
    socket.write(`${step}\r\n`)
    last = await answer()
  }
  socket.destroy()
  return last
}

const received = async (to: string) => (await fixture.callControl(`mails?to=${encodeURIComponent(to)}`))['mails']

test('accepts mail to any address and lists it parsed', async () => {
  expect(await mail('Ada@Example.com')).toBe(250)
  expect(await received('ada@example.com')).toEqual([
    {
      id: expect.any(String),
      at: expect.stringMatching(/^20/),
      from: 'no-reply@trade.example',
      to: ['ada@example.com'],
      reply_to: 'support@trade.example',
      message_id: '<1@trade.example>',
      subject: 'Привет',
      text: expect.stringContaining('Новый пароль: https://trade.example/en/reset'),
      html: null,
    },
  ])
  expect(await received('nobody@example.com')).toEqual([])
})

test.each([
  ['error', 451, 0],
  ['reset', 421, 0],
  ['refused', 550, 0],
  ['timeout', null, 0],
  ['error_after', 451, 1],
  ['lost', null, 1],
])('a fault makes a mail fail: %s', async (act, code, kept) => {
  const to = `${act}@example.com`
  await fixture.callControl('faults', { on: 'mail', ref: to, act, times: 1 })
  expect(await mail(to, smtp, code === null ? 500 : 30_000)).toBe(code)
  expect(await received(to)).toHaveLength(kept)
  expect(await mail(to)).toBe(250)
})

test('mails survive a restart but not a reset', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const before = await startSandboxFixture(dir)
  expect(await mail('kept@example.com', await before.app.listenSmtp('127.0.0.1', 0))).toBe(250)
  const kept = await before.callControl('mails')
  await before.close()
  const after = await startSandboxFixture(dir)
  expect(await after.callControl('mails')).toEqual(kept)
  await after.callControl('reset', {})
  expect(await after.callControl('mails')).toEqual({ mails: [] })
  await after.close()
  rmSync(dir, { recursive: true })
})
