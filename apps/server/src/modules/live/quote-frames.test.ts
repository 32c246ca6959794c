import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { type LiveEvent, maxWatchedSymbols } from '@tradefront/contract/live'
import { findSymbol, symbols, toPrice } from '@tradefront/rules/trading/symbols'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

import type { Quote } from '../../gateways/market/market-feed.ts'
import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createQuoteFrames } from './quote-frames.ts'

type QuotesEvent = Extract<LiveEvent, { type: 'quotes' }>
type Page = { readonly socket: WebSocket; readonly frames: QuotesEvent[]; readonly watch: (...names: string[]) => void }

function openPage(url: string, headers = {}): Promise<Page> {
  const socket = new WebSocket(url, { headers })
  const frames: QuotesEvent[] = []
  socket.on('message', (data) => {
    const event: LiveEvent = JSON.parse(String(data))
    if (event.type === 'quotes') frames.push(event)
  })
  const watch = (...names: string[]) => socket.send(JSON.stringify({ watch: names }))
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, frames, watch }))
    socket.on('error', reject)
  })
}

describe('quotes over the live socket', () => {
  let app: TestApp
  let client: TestClient
  let origin: string
  const pages: Page[] = []
  beforeAll(async () => {
    // This is a Wednesday, 10:00: the American indices are closed.
    app = await startTestApp()
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    origin = `127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
    ;({ client } = await app.registerTrader())
  })
  afterEach(() => {
    for (const { socket } of pages.splice(0)) socket.terminate()
  })
  afterAll(() => app.stop())

  const open = async () => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await openPage(`ws://${origin}/api/live`, { cookie, origin: `http://${origin}` })
    pages.push(page)
    return page
  }
  /** Moves the clock until the frame arrives that the test waits for. */
  const waitFor = async (page: Page, isFound: (frame: QuotesEvent) => boolean) => {
    const isThere = () => {
      app.clock.advance(200)
      return page.frames.some(isFound)
    }
    await expect.poll(isThere, { timeout: 20_000, interval: 100 }).toBe(true)
  }
  const listNames = ({ quotes }: QuotesEvent) => quotes.map(([name]) => name)
  const has = (name: string) => (frame: QuotesEvent) => listNames(frame).includes(name)

  test('come only for the watched symbols, with the price of the feed and its time', async () => {
    const [page, silent] = [await open(), await open()]
    page.watch('EURUSD', 'BTCUSD')
    await waitFor(page, has('EURUSD'))
    const [frame] = page.frames
    expect(frame && listNames(frame)).toEqual(['BTCUSD', 'EURUSD'])
    for (const [name, price, atMs] of frame?.quotes ?? []) {
      const [quote] = await app.context.market.listQuotes(name, atMs, atMs)
      expect(price).toBe(toPrice(quote?.points ?? 0, findSymbol(name)?.digits ?? 0))
    }
    expect(silent.frames).toEqual([])
  })

  test('come for each step at most once', async () => {
    const page = await open()
    page.watch('BTCUSD')
    await waitFor(page, () => page.frames.length >= 5)
    const times = page.frames.map(({ quotes }) => quotes[0]?.[2] ?? 0)
    for (const [index, atMs] of times.slice(1).entries()) expect(atMs).toBeGreaterThan(times[index] ?? 0)
  })

  test('another list replaces the first one, and an empty one ends them', async () => {
    const [page, other] = [await open(), await open()]
    page.watch('EURUSD')
    other.watch('EURUSD')
    await waitFor(page, has('EURUSD'))
    page.watch('ETHUSD')
    await waitFor(page, has('ETHUSD'))
    const first = page.frames.findIndex(has('ETHUSD'))
    expect(page.frames.slice(first).some(has('EURUSD'))).toBe(false)
    page.watch()
    const before = other.frames.length
    await waitFor(other, () => other.frames.length >= before + 3)
    const ended = page.frames.length
    await waitFor(other, () => other.frames.length >= before + 6)
    expect(page.frames.length).toBe(ended)
  })

  test('do not come while the market of the symbol is closed', async () => {
    const [page, closed] = [await open(), await open()]
    closed.watch('US500')
    page.watch('US500', 'BTCUSD')
    await waitFor(page, () => page.frames.length >= 3)
    for (const frame of page.frames) expect(listNames(frame)).toEqual(['BTCUSD'])
    expect(closed.frames).toEqual([])
  })

  test('other messages are ignored, and the list stays', async () => {
    const page = await open()
    page.watch('BTCUSD')
    for (const bad of ['', 'watch', '[]', '{"watch":"EURUSD"}', '{"watch":["EURUSD"],"x":1}', '{"watch":[1]}', 'null'])
      page.socket.send(bad)
    page.socket.send(Buffer.from([0, 255, 1]))
    await waitFor(page, has('BTCUSD'))
    expect(page.frames.some(has('EURUSD'))).toBe(false)
    expect(page.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('unknown symbols of a list are left out', async () => {
    const page = await open()
    page.watch('NOPE', 'BTCUSD', 'BTCUSD')
    await waitFor(page, has('BTCUSD'))
    expect(page.frames[0] && listNames(page.frames[0])).toEqual(['BTCUSD'])
  })

  test('20 symbols can be watched, and a longer list is ignored', async () => {
    const page = await open()
    const open24 = symbols.map(({ name }) => name)
    page.watch(...open24.slice(-maxWatchedSymbols))
    await waitFor(page, has('XRPUSD'))
    page.watch(...open24.slice(0, maxWatchedSymbols + 1))
    const before = page.frames.length
    await waitFor(page, () => page.frames.length >= before + 3)
    expect(page.frames.every(has('XRPUSD'))).toBe(true)
  })

  test('a socket that floods the server with messages is closed', async () => {
    const page = await open()
    const closed = once(page.socket, 'close')
    for (let n = 0; n < 1001; n += 1) page.watch('BTCUSD')
    expect((await closed)[0]).toBe(1008)
  })
})

describe('frames', () => {
  let server: WebSocketServer
  let url: string
  let emit: ((quotes: readonly Quote[]) => void) | null = null
  let built: ReturnType<typeof createQuoteFrames>
  beforeEach(async () => {
    emit = null
    built = createQuoteFrames({
      subscribe: (listener) => {
        emit = listener
        return () => {
          emit = null
        }
      },
    })
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    server.on('connection', (socket) => {
      socket.on('message', (data) => built.handleMessage(socket, data))
      socket.on('close', () => built.remove(socket))
    })
    await once(server, 'listening')
    url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  const names = symbols.slice(0, maxWatchedSymbols).map(({ name }) => name)
  const tick = (n: number) =>
    names.map((symbol) => ({ symbol, points: 1_000_000 + n, atMs: 1_794_996_000_000 + n * 200 }))

  test('are dropped for a reader that is too slow, and it gets the newest ones when it reads again', async () => {
    const [slow, quick] = [await openPage(url), await openPage(url)]
    slow.watch(...names)
    quick.watch(...names)
    await expect.poll(() => emit).not.toBeNull()
    await sleep(50)
    const [slowSocket] = server.clients
    slow.socket.pause()
    const ticks = 20_000
    let mostBuffered = 0
    for (let n = 0; n < ticks; n += 1) {
      emit?.(tick(n))
      mostBuffered = Math.max(mostBuffered, slowSocket?.bufferedAmount ?? 0)
      if (n % 20 === 0) await sleep(0)
    }
    const frameBytes = JSON.stringify({
      type: 'quotes',
      quotes: names.map((name) => [name, 10_000.12345, 1e12]),
    }).length
    // The network did not take one frame: nothing is queued behind it.
    expect(mostBuffered).toBeGreaterThan(0)
    expect(mostBuffered).toBeLessThan(2 * frameBytes)
    const before = slow.frames.length
    slow.socket.resume()
    await expect.poll(() => slowSocket?.bufferedAmount, { timeout: 20_000 }).toBe(0)
    emit?.(tick(ticks))
    const newest = 1_794_996_000_000 + ticks * 200
    await expect.poll(() => slow.frames.at(-1)?.quotes[0]?.[2], { timeout: 20_000 }).toBe(newest)
    expect(slow.frames.length - before).toBeLessThan(ticks)
    expect(quick.frames.length).toBeGreaterThan(slow.frames.length)
  })

  test('are not computed while no socket watches', async () => {
    const page = await openPage(url)
    expect(emit).toBeNull()
    page.watch('BTCUSD')
    await expect.poll(() => emit).not.toBeNull()
    page.socket.close()
    await expect.poll(() => emit).toBeNull()
  })

  test('are the same bytes for sockets with the same symbols in any order', async () => {
    const [one, two] = [await openPage(url), await openPage(url)]
    one.watch('EURUSD', 'GBPUSD')
    two.watch('GBPUSD', 'EURUSD')
    const hasBoth = () => one.frames.length > 0 && two.frames.length > 0
    await expect.poll(() => (emit?.(tick(1)), hasBoth())).toBe(true)
    expect(one.frames[0]).toEqual(two.frames[0])
    expect(one.frames[0]?.quotes.map(([name]) => name)).toEqual(['EURUSD', 'GBPUSD'])
  })
})
