import { once } from 'node:events'
import type { AddressInfo, Socket as NetSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { depositView } from '@tradefront/contract/deposits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startTestApp()
  await app.context.live.start()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => app.stop())

type Socket = {
  /** All events but the first one, which is the user record. */
  readonly events: unknown[]
  readonly userRecord: unknown
  readonly socket: WebSocket
  readonly closed: Promise<number>
}

/** Opens a socket as a page of the origin `from` does. Rejects with the status of a refusal. */
function openSocket(client: TestClient | null, from = origin): Promise<Socket> {
  const cookie = [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, { headers: { cookie, origin: from } })
  const events: unknown[] = []
  socket.on('message', (data) => events.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return new Promise((resolve, reject) => {
    socket.once('message', () => resolve({ events, userRecord: events.shift(), socket, closed }))
    socket.on('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)))
    socket.on('error', reject)
  })
}

async function waitUntil(done: () => boolean): Promise<void> {
  for (let waited = 0; waited < 30_000 && !done(); waited += 5) await sleep(5)
  expect(done()).toBe(true)
}

test('opens a socket only for a page of our origin with a session', async () => {
  const { client } = await app.registerTrader()
  await expect(openSocket(null)).rejects.toThrow('status 401')
  await expect(openSocket(client, 'https://evil.example')).rejects.toThrow('status 403')
  const socket = await openSocket(client)
  socket.socket.close()
})

test('sends the user record to a page that was loaded before the record changed', async () => {
  const { client, userId } = await app.registerTrader()
  // No page subscribes to the trader's events yet, so this one is lost.
  await app.database.db.updateTable('users').set({ first_name: 'Grace' }).where('id', '=', userId).execute()
  await app.context.live.publish(userId, { type: 'user_changed' })
  const { userRecord, socket } = await openSocket(client)
  expect(userRecord).toMatchObject({ type: 'user', user: { firstName: 'Grace' } })
  socket.close()
})

test('pushes an event to every page of the trader, and to no other trader', async () => {
  const [mine, other] = [await app.registerTrader(), await app.registerTrader()]
  const [one, two, foreign] = [
    await openSocket(mine.client),
    await openSocket(mine.client),
    await openSocket(other.client),
  ]
  await app.context.live.publish(mine.userId, { type: 'refresh' })
  await waitUntil(() => one.events.length === 1 && two.events.length === 1)
  expect(one.events).toEqual([{ type: 'refresh' }])
  // Events arrive in order, so an earlier one would have arrived before this one.
  await app.context.live.publish(other.userId, { type: 'refresh' })
  await waitUntil(() => foreign.events.length > 0)
  expect(foreign.events).toEqual([{ type: 'refresh' }])
  for (const { socket } of [one, two, foreign]) socket.close()
})

test('pushes a signal to the pages of all traders', async () => {
  const pages = [await app.registerTrader(), await app.registerTrader()]
  const sockets = await Promise.all(pages.map(({ client }) => openSocket(client)))
  const signal = { id: '1', symbol: 'BTCUSD', direction: 'up', digits: 2, price: 1, at: 2 } as const
  await app.context.live.publishToAll({ type: 'signal', signal })
  await waitUntil(() => sockets.every(({ events }) => events.length > 0))
  for (const { events, socket } of sockets) {
    expect(events).toEqual([{ type: 'signal', signal }])
    socket.close()
  }
})

test('tells pages to refresh after the database connection broke, then pushes events again', async () => {
  const { client, userId } = await app.registerTrader()
  const page = await openSocket(client)
  const { rowCount } = await app.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tradefront-live' and datname = current_database()",
  )
  expect(rowCount).toBe(1)
  await waitUntil(() => page.events.length === 1)
  expect(page.events).toEqual([{ type: 'refresh' }])
  await app.context.live.publish(userId, { type: 'refresh' })
  await waitUntil(() => page.events.length === 2)
  page.socket.close()
})

test('pushes the changed user record, the newest last', async () => {
  const { client, userId } = await app.registerTrader()
  const page = await openSocket(client)
  const readRecord = async () => {
    const { json } = await client.post('/api/fraud/user')
    return Object.entries(json ?? {}).find(([key]) => key === 'user')?.[1]
  }
  await app.database.db.updateTable('users').set({ first_name: 'Grace' }).where('id', '=', userId).execute()
  for (let n = 0; n < 5; n += 1) await app.context.live.publish(userId, { type: 'user_changed' })
  const expected = { type: 'user', user: await readRecord() }
  await waitUntil(() => page.events.length > 0)
  expect(page.events.at(-1)).toEqual(expected)
  await app.database.db.updateTable('users').set({ first_name: 'Ada' }).where('id', '=', userId).execute()
  await Promise.all([1, 2, 3].map(() => app.context.live.publish(userId, { type: 'user_changed' })))
  const user = await readRecord()
  await expect.poll(() => page.events.at(-1)).toEqual({ type: 'user', user })
  page.socket.close()
})

test('replaces an event that is too large for a notification by a refresh, in order', async () => {
  const { client, userId } = await app.registerTrader()
  const page = await openSocket(client)
  await saveCard(client, '4242424242424242', 'Lovelace')
  const reply = await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
  const { deposit } = z.object({ deposit: depositView }).parse(reply.json)
  const before = page.events.length
  const large = { ...deposit, receipt_number: 'ы'.repeat(5000) }
  await app.context.live.publish(userId, { type: 'deposit', deposit }, { type: 'deposit', deposit: large })
  await waitUntil(() => page.events.length === before + 2)
  expect(page.events.slice(before)).toEqual([{ type: 'deposit', deposit }, { type: 'refresh' }])
  page.socket.close()
})

test('a frame that breaks the protocol ends its socket only, and is no line of the log', async () => {
  const { client, userId } = await app.registerTrader()
  const good = await openSocket(client)
  const connected = once(app.http.server, 'connection')
  const bad = await openSocket(client)
  const [connection] = (await connected) as [NetSocket]
  bad.socket.on('error', () => undefined)
  const before = app.logs.length
  // The frame has reserved bits and an unknown code, and is not masked.
  connection.emit('data', Buffer.from([0xff, 0x00]))
  expect(await bad.closed).toBe(1002)
  await app.context.live.publish(userId, { type: 'refresh' })
  await waitUntil(() => good.events.length === 1)
  const lines = app.logs.slice(before).map((line) => JSON.parse(line) as { level: number; msg: string })
  expect(lines.filter(({ level, msg }) => level > 30 || /socket|frame/i.test(msg))).toEqual([])
  good.socket.close()
})

test('closes the oldest socket of a trader when an eleventh is opened', async () => {
  const { client } = await app.registerTrader()
  const pages: Socket[] = []
  for (let n = 0; n < 11; n += 1) pages.push(await openSocket(client))
  expect(await pages[0]?.closed).toBe(4008)
  expect(pages.slice(1).every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
  for (const { socket } of pages) socket.close()
})

test('ignores messages of the browser and closes the socket after a large one', async () => {
  const { client } = await app.registerTrader()
  const page = await openSocket(client)
  page.socket.send('{"type":"refresh"}')
  page.socket.send('x'.repeat(2000))
  expect(await page.closed).toBe(1009)
  expect(page.events).toEqual([])
})

test('closes the sockets of ended sessions at once, also when another server ends them', async () => {
  const { client, form, userId } = await app.registerTrader()
  const page = await openSocket(client)
  const other = await app.openClient()
  await other.login(form.login, form.password)
  const kept = await openSocket(other)
  await client.post('/api/logout')
  expect(await page.closed).toBe(4401)
  // This is done without this server's services, as by another process.
  await app.database.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await app.database.pool.query(`select pg_notify('live', $1)`, [`${userId}|{"type":"sessions_changed"}`])
  expect(await kept.closed).toBe(4401)
  expect(kept.events).toEqual([])
})

test('closes the sockets of an ended session, and dead sockets, at the next ping', async () => {
  const quick = await startTestApp({ config: { pingMs: 200 } })
  await quick.context.live.start()
  await quick.http.listen({ port: 0, host: '127.0.0.1' })
  const before = origin
  origin = `http://127.0.0.1:${(quick.http.server.address() as AddressInfo).port}`
  const { client } = await quick.registerTrader()
  const page = await openSocket(client)
  for (let pings = 0; pings < 2; pings += 1) await once(page.socket, 'ping')
  expect(page.socket.readyState).toBe(WebSocket.OPEN)
  await client.post('/api/logout')
  expect(await page.closed).toBe(4401)
  const again = await quick.registerTrader()
  const connected = once(quick.http.server, 'connection')
  const mute = await openSocket(again.client)
  mute.socket.pause()
  const [connection] = (await connected) as [NetSocket]
  await once(connection, 'close')
  mute.socket.resume()
  expect(await mute.closed).toBe(1006)
  await quick.stop()
  origin = before
})
