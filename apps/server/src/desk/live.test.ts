import type { Readable } from 'node:stream'

import { randomUUID } from 'node:crypto'

import { deskLiveCalls } from '@tradefront/contract/desk-live'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp } from '../../test/fixtures/app/test-app.ts'
import { openTestDesk, type TestDesk } from '../../test/fixtures/operators/desk-fixture.ts'

const app = await startTestApp()
let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk(app)
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

/** Reads until the text has come. */
async function readUntil(stream: Readable, wanted: string): Promise<string> {
  let text = ''
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes(wanted)) return text
  }
  throw new Error(`ended with: ${text}`)
}

const changeCase = () =>
  app.database.pool.query(
    `insert into operator_cases (kind, id, operator, changed_at) values ('ticket', $1, 'x', now())`,
    [randomUUID()],
  )

describe('the stream of changes', () => {
  test('names a list that has changed, and nothing of what is in it', async () => {
    const { cookie } = await desk.createOperator('support')
    const { status, stream } = await desk.follow(cookie)
    expect(status).toBe(200)
    await readUntil(stream, 'retry:')
    await changeCase()
    expect(await readUntil(stream, 'data:')).toBe('data: cases\n\n')
    stream.destroy()
  })

  test('tells a session that has ended nothing, and ends', async () => {
    const { cookie } = await desk.createOperator('support')
    const { stream } = await desk.follow(cookie)
    await readUntil(stream, 'retry:')
    await desk.call('/api/desk/logout', cookie, {})
    await changeCase()
    await expect(readUntil(stream, 'data:')).rejects.toThrow('ended with: ')
  })

  test('needs a session', async () => {
    expect((await desk.follow('')).status).toBe(401)
  })

  test('is not available while the desk hears of no changes', async () => {
    const deaf = await openTestDesk(app, 'postgres://127.0.0.1:1/nowhere')
    const { cookie } = await desk.createOperator('support')
    expect(await deaf.call(deskLiveCalls.followChanges.path, cookie)).toMatchObject({
      status: 503,
      json: { return: false, error: 'desk.hears_nothing' },
    })
    await deaf.stop()
  })

  test('is one of six of a session, and ends when the desk hears of no changes any more, so that pages ask by themselves', async () => {
    const { cookie } = await desk.createOperator('support')
    const opened = await Promise.all(Array.from({ length: 6 }, () => desk.follow(cookie)))
    expect((await desk.follow(cookie)).status).toBe(429)
    await desk.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tradefront-desk' and datname = current_database()`,
    )
    for (const { stream } of opened) await expect(readUntil(stream, 'data:')).rejects.toThrow('ended with: ')
    // The ended ones are forgotten, and the desk listens again.
    await expect.poll(async () => (await desk.follow(cookie)).status, { timeout: 10_000 }).toBe(200)
  })
})
