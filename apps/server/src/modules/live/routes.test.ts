import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'

import { type TestApp, type TestClient, startTestApp } from '../../testing/app/test-app.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startTestApp()
  await app.live.start()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => app.stop())

type Socket = { readonly events: unknown[]; readonly socket: WebSocket; readonly closed: Promise<number> }

/** Opens a socket as a page of `from` would; rejects with the status of a refusal. */
function open(client: TestClient | null, from = origin): Promise<Socket> {
  const cookie = [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, { headers: { cookie, origin: from } })
  const events: unknown[] = []
  socket.on('message', (data) => events.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ events, socket, closed }))
    socket.on('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)))
    socket.on('error', reject)
  })
}

async function until(done: () => boolean): Promise<void> {
  for (let waited = 0; waited < 3000 && !done(); waited += 5) await sleep(5)
  expect(done()).toBe(true)
}

test('only pages of ours with a session get a socket', async () => {
  const { client } = await app.registerTrader()
  await expect(open(null)).rejects.toThrow('status 401')
  await expect(open(client, 'https://evil.example')).rejects.toThrow('status 403')
  const socket = await open(client)
  socket.socket.close()
})

test('every page of the trader hears an event, within 50 ms, and nobody else', async () => {
  const [mine, other] = [await app.registerTrader(), await app.registerTrader()]
  const [one, two, foreign] = [await open(mine.client), await open(mine.client), await open(other.client)]
  const begun = performance.now()
  await app.live.publish(mine.userId, { type: 'refresh' })
  await until(() => one.events.length === 1 && two.events.length === 1)
  expect(performance.now() - begun).toBeLessThan(50)
  expect(one.events).toEqual([{ type: 'refresh' }])
  await sleep(50)
  expect(foreign.events).toEqual([])
  for (const { socket } of [one, two, foreign]) socket.close()
})

test('after the connection to the database broke, pages are told to ask again and hear what follows', async () => {
  const { client, userId } = await app.registerTrader()
  const page = await open(client)
  const { rowCount } = await app.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tradefront-live' and datname = current_database()",
  )
  expect(rowCount).toBe(1)
  await until(() => page.events.length === 1)
  expect(page.events).toEqual([{ type: 'refresh' }])
  await app.live.publish(userId, { type: 'refresh' })
  await until(() => page.events.length === 2)
  page.socket.close()
})

test('what is too large for a notification becomes a wish to refresh', async () => {
  const { client, userId } = await app.registerTrader({ firstName: 'ы'.repeat(60) })
  const page = await open(client)
  const { json } = await client.post('/api/fraud/user')
  const record = Object.entries(json ?? {}).find(([key]) => key === 'user')?.[1]
  await app.live.publish(userId, { type: 'user', user: record })
  await app.live.publish(userId, { type: 'user', user: { ...record, wd_methods: 'x'.repeat(9000) } })
  await until(() => page.events.length === 2)
  expect(page.events).toEqual([{ type: 'user', user: record }, { type: 'refresh' }])
  page.socket.close()
})

test('an eleventh page closes the oldest', async () => {
  const { client } = await app.registerTrader()
  const pages: Socket[] = []
  for (let n = 0; n < 11; n += 1) pages.push(await open(client))
  expect(await pages[0]?.closed).toBe(4008)
  expect(pages.slice(1).every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
  for (const { socket } of pages) socket.close()
})

test('a message of the browser is not answered, a large one ends the socket', async () => {
  const { client } = await app.registerTrader()
  const page = await open(client)
  page.socket.send('{"type":"refresh"}')
  await sleep(30)
  expect(page.events).toEqual([])
  page.socket.send('x'.repeat(2000))
  expect(await page.closed).toBe(1009)
})

test('the end of a session ends its sockets at the next ping, and dead sockets are dropped', async () => {
  const quick = await startTestApp({ pingMs: 40 })
  await quick.live.start()
  await quick.http.listen({ port: 0, host: '127.0.0.1' })
  const before = origin
  origin = `http://127.0.0.1:${(quick.http.server.address() as AddressInfo).port}`
  const { client } = await quick.registerTrader()
  const page = await open(client)
  await sleep(120)
  expect(page.socket.readyState).toBe(WebSocket.OPEN)
  await client.post('/api/logout')
  expect(await page.closed).toBe(4401)
  const again = await quick.registerTrader()
  const mute = await open(again.client)
  mute.socket.pause()
  await sleep(150)
  mute.socket.resume()
  expect(await mute.closed).toBe(1006)
  await quick.stop()
  origin = before
})
