import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

import { systemClock } from '../../platform/clock.ts'
import { createTradeFilter } from '../../gateways/market/trade-filter.ts'
import {
  buildStreamUrl,
  createTradeStream,
  parseTrade,
  type StreamTrade,
  type TradeStreamDeps,
} from '../../gateways/market/trade-stream.ts'
import { type ReplayExchange, startReplayExchange } from '../../../test/fixtures/market/replay-exchange.ts'

describe('messages of the exchange', () => {
  const data = { e: 'trade', s: 'BTCUSDT', t: 123, p: '67250.10', T: 1_763_829_000_000 }
  const write = (changes: object) => JSON.stringify({ stream: 'btcusdt@trade', data: { ...data, ...changes } })

  test('a trade is read with its price and the time of the exchange', () => {
    expect(parseTrade(write({}))).toEqual({ name: 'BTCUSDT', id: 123, price: 67_250.1, atMs: 1_763_829_000_000 })
  })

  test.for([
    ['no JSON', 'x{'],
    ['an answer to a command', '{"result":null,"id":1}'],
    ['another event', write({ e: 'aggTrade' })],
    ['a price of zero', write({ p: '0.00' })],
    ['a negative price', write({ p: '-1' })],
    ['a price in another notation', write({ p: '1e5' })],
    ['a price that is no text', write({ p: 67_250 })],
    ['an id that is no integer', write({ t: 1.5 })],
    ['no time', write({ T: undefined })],
    ['null', 'null'],
  ] as const)('%s is ignored', ([, text]) => {
    expect(parseTrade(text)).toBeNull()
  })

  test('the address asks for the trades of each symbol', () => {
    expect(buildStreamUrl('wss://stream.binance.com:9443/stream', ['btcusdt', 'ethusdt'])).toBe(
      'wss://stream.binance.com:9443/stream?streams=btcusdt@trade/ethusdt@trade',
    )
  })
})

describe('the filter', () => {
  const nowMs = 1_763_829_000_000
  const trade = (id: number, atMs = nowMs, name = 'BTCUSDT'): StreamTrade => ({ name, id, price: 1, atMs })

  test('whatever the order and however often trades arrive, those that pass are ever newer, up to the newest', () => {
    const arrivals = fc.array(fc.record({ id: fc.nat(50), name: fc.constantFrom('A', 'B') }), { minLength: 1 })
    fc.assert(
      fc.property(arrivals, (list) => {
        const filter = createTradeFilter()
        const passed = list.filter(({ id, name }) => filter.accept(trade(id, nowMs + id, name), nowMs))
        for (const name of ['A', 'B']) {
          const ids = passed.filter((one) => one.name === name).map(({ id }) => id)
          for (const [index, id] of ids.slice(1).entries()) expect(id).toBeGreaterThan(ids[index] ?? 0)
          const all = list.filter((one) => one.name === name).map(({ id }) => id)
          expect(ids.at(-1) ?? -Infinity).toBe(Math.max(...all, -Infinity))
        }
      }),
    )
  })

  test.for([
    [-5001, false],
    [-5000, true],
    [5000, true],
    [5001, false],
  ] as const)('a trade whose time differs by %d ms from ours passes: %s', ([difference, expected]) => {
    expect(createTradeFilter().accept(trade(1, nowMs + difference), nowMs)).toBe(expected)
  })

  test('a lower id passes only if the exchange has started to count anew', () => {
    const filter = createTradeFilter()
    expect(filter.accept(trade(1_000_000), nowMs)).toBe(true)
    expect(filter.accept(trade(1, nowMs + 59_999), nowMs + 59_999)).toBe(false)
    expect(filter.accept(trade(2, nowMs + 60_000), nowMs + 60_000)).toBe(true)
    expect(filter.accept(trade(3, nowMs + 60_001), nowMs + 60_001)).toBe(true)
  })
})

describe('the connection', () => {
  const running: { close: () => unknown }[] = []
  afterEach(async () => {
    for (const each of running.splice(0).toReversed()) await each.close()
  })
  const startExchange = async (options?: { autoPong: boolean }): Promise<ReplayExchange> => {
    const exchange = await startReplayExchange(options)
    running.push(exchange)
    return exchange
  }
  const open = (url: string, times: TradeStreamDeps['times'], random = () => 1) => {
    const trades: StreamTrade[] = []
    const errors: Error[] = []
    const stream = createTradeStream({
      url,
      names: ['btcusdt', 'ethusdt'],
      clock: systemClock,
      onTrade: (trade) => trades.push(trade),
      onError: (error) => errors.push(error),
      random,
      times: { retryMs: 20, maxRetryMs: 200, ...times },
    })
    running.push(stream)
    stream.open()
    return { stream, trades, errors }
  }

  test('asks for its symbols, and passes trades on', async () => {
    const exchange = await startExchange()
    const { trades, errors } = open(exchange.url, {})
    await expect.poll(() => exchange.countOpen()).toBe(1)
    exchange.sendText('{"result":null}')
    exchange.sendTrade('btcusdt', 1, '67250.10', 5)
    await expect.poll(() => trades).toEqual([{ name: 'BTCUSDT', id: 1, price: 67_250.1, atMs: 5 }])
    expect(exchange.requests).toEqual(['/stream?streams=btcusdt@trade/ethusdt@trade'])
    expect(errors).toEqual([])
  })

  test('is made again after a drop, and an outage is reported once', async () => {
    const exchange = await startExchange()
    const { trades, errors } = open(exchange.url, {})
    await expect.poll(() => exchange.countOpen()).toBe(1)
    exchange.sendTrade('btcusdt', 1, '1')
    await expect.poll(() => trades.length).toBe(1)
    exchange.setDown(true)
    await expect.poll(() => exchange.requests.length).toBeGreaterThanOrEqual(4)
    exchange.setDown(false)
    await expect.poll(() => exchange.countOpen()).toBe(1)
    await expect
      .poll(() => {
        exchange.sendTrade('btcusdt', 9, '2')
        return trades.length
      })
      .toBeGreaterThan(1)
    expect(errors).toHaveLength(1)
    exchange.dropConnections()
    await expect.poll(() => errors.length).toBe(2)
  })

  test('is tried less and less often, never at the same time by all servers', async () => {
    const exchange = await startExchange()
    exchange.setDown(true)
    const times: number[] = []
    let randoms = 0
    open(exchange.url, { retryMs: 50, maxRetryMs: 400 }, () => {
      randoms += 1
      times.push(performance.now())
      return 1
    })
    await expect.poll(() => times.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(6)
    const pauses = times.slice(1, 6).map((time, index) => time - (times[index] ?? 0))
    for (const [index, least] of [50, 100, 200, 400, 400].entries())
      expect(pauses[index]).toBeGreaterThanOrEqual(least - 5)
    expect(randoms).toBe(times.length)
  })

  test('is replaced if the exchange does not answer any more', async () => {
    const exchange = await startExchange({ autoPong: false })
    const { errors } = open(exchange.url, { silenceMs: 150 })
    await expect.poll(() => exchange.requests.length).toBeGreaterThanOrEqual(2)
    expect(errors).toHaveLength(1)
  })

  test('stays while the exchange answers, although nobody trades for a while', async () => {
    const exchange = await startExchange()
    open(exchange.url, { silenceMs: 300 })
    await expect.poll(() => exchange.countOpen()).toBe(1)
    await sleep(1000)
    expect(exchange.requests).toHaveLength(1)
  })

  test('is replaced if it brings no trade for long', async () => {
    const exchange = await startExchange()
    open(exchange.url, { quietMs: 200 })
    await expect.poll(() => exchange.requests.length).toBeGreaterThanOrEqual(2)
  })

  test('is given up if it is not made in time', async () => {
    const mute = createServer()
    let tries = 0
    mute.on('connection', (socket) => {
      tries += 1
      socket.on('error', () => undefined)
    })
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    running.push({ close: () => mute.close() })
    const { errors } = open(`ws://127.0.0.1:${(mute.address() as AddressInfo).port}`, { connectMs: 100 })
    await expect.poll(() => tries).toBeGreaterThanOrEqual(2)
    expect(errors).toHaveLength(1)
  })

  test('is not made again after the end', async () => {
    const exchange = await startExchange()
    const { stream, errors } = open(exchange.url, {})
    await expect.poll(() => exchange.countOpen()).toBe(1)
    stream.close()
    await expect.poll(() => exchange.countOpen()).toBe(0)
    await sleep(200)
    expect(exchange.requests).toHaveLength(1)
    expect(errors).toEqual([])
  })
})
