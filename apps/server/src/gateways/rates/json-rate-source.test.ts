import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createManualClock } from '../../platform/clock.ts'
import { createJsonRateSource } from './json-rate-source.ts'
import { RateSourceError } from './rate-source.ts'

const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
const fields = { BTC: ['bitcoin', 'usd'], ETH: ['result', 'XETH', '0'] }

let server: Server
let url: string
let reply: { status: number; body: string }
beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(reply.status).end(reply.body))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/key=secret`
})
afterAll(() => void server.close())

const fetchRates = async (body: unknown, status = 200, more: { readonly time?: readonly string[] } = {}) => {
  reply = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
  const source = createJsonRateSource({ url, fields: { ...fields, ...more }, clock })
  return source.fetchRates().finally(source.close)
}

test.each([
  [
    { bitcoin: { usd: 97_123.45 }, result: { XETH: ['3456.78'] } },
    { BTC: 97_123.45, ETH: 3456.78 },
  ],
  [{ bitcoin: { usd: 97_123 } }, { BTC: 97_123 }],
])('%j has the rates %j', async (body, rates) => {
  expect(await fetchRates(body)).toEqual({ rates, at: clock.now() })
})

test.each([
  [{}, 200],
  [{ bitcoin: { usd: null } }, 200],
  [{ bitcoin: { usd: -5 } }, 200],
  [{ bitcoin: { usd: 0 } }, 200],
  [{ bitcoin: { usd: 1e12 } }, 200],
  [{ bitcoin: { usd: '1e5' } }, 200],
  ['<html>', 200],
  [{ bitcoin: { usd: 97_123 } }, 500],
])('%j with status %d is no rate, and the error does not name the address', async (body, status) => {
  const error: unknown = await fetchRates(body, status).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(RateSourceError)
  expect(String(error)).not.toContain('secret')
})

test.each([
  [1_794_990_400, '2026-11-18T08:26:40.000Z'],
  ['1794990400', '2026-11-18T08:26:40.000Z'],
  [1_794_990_399.5, '2026-11-18T08:26:39.500Z'],
  [1_794_990_400_123, '2026-11-18T08:26:40.123Z'],
  ['2026-11-18T09:26:40+01:00', '2026-11-18T08:26:40.000Z'],
  ['2026-11-18 08:26:40 UTC', '2026-11-18T08:26:40.000Z'],
  // The clock of the source is ahead.
  [1_794_996_001, '2026-11-18T10:00:00.000Z'],
])('with its own time %j, a source has rates of %s', async (updated, at) => {
  const body = { bitcoin: { usd: 97_123 }, info: { updated } }
  expect(await fetchRates(body, 200, { time: ['info', 'updated'] })).toEqual({
    rates: { BTC: 97_123 },
    at: new Date(at),
  })
})

test.each([[undefined], [null], ['yesterday'], ['2026-11-18T08:26:40'], [{}], [Number.MAX_VALUE]])(
  'a source that should have its own time, and has %j, has no rates',
  async (updated) => {
    const body = { bitcoin: { usd: 97_123 }, info: { updated } }
    await expect(fetchRates(body, 200, { time: ['info', 'updated'] })).rejects.toBeInstanceOf(RateSourceError)
  },
)
