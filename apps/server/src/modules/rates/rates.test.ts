import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { RateCode } from '@tradefront/rules/rates/rate-codes'

import { type RateSource, RateSourceError } from '../../gateways/rates/rate-source.ts'
import { createManualClock, dayMs, minuteMs } from '../../platform/clock.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import {
  confirmHeldRate,
  fetchFreshRates,
  findCurrencyRate,
  findRate,
  findRateAt,
  listCurrencyRates,
  listRates,
} from './service.ts'

const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
const by = { actor: 'operator:anna' }

let app: TestApp
let read: Partial<Record<RateCode, number>>
let isDown = false
let requests = 0
/** How old the source's own time is at its reading. */
let ownAgeMs = 0
const createSource = (codes: readonly RateCode[]): RateSource => ({
  codes,
  fetchRates: async () => {
    requests += 1
    if (isDown) throw new RateSourceError('down')
    const at = new Date(clock.now().getTime() - ownAgeMs)
    return { rates: Object.fromEntries(codes.map((code) => [code, read[code]])), at }
  },
  close: () => undefined,
})

beforeAll(async () => {
  const rateSources = [createSource(['BTC', 'ETH']), createSource(['EUR', 'GBP', 'RUB'])]
  app = await startTestApp({ clock, rateSources, currencyRates: null })
})
beforeEach(async () => {
  isDown = false
  ownAgeMs = 0
  read = { BTC: 100_000, ETH: 4000, EUR: 0.92, GBP: 0.78, RUB: 90 }
  await app.database.pool.query('delete from exchange_rates')
  await app.database.pool.query('delete from held_rates')
  clock.advance(minuteMs)
  await app.runJob('rates.update')
})
afterAll(() => app.stop())

const advance = async (ms: number) => {
  clock.advance(ms)
  await app.runJob('rates.update')
}
const listAlertRows = async () => {
  const { rows } = await app.database.pool.query<{ kind: string; subject: string; detail: unknown }>(
    'select kind, subject, detail from alerts where resolved_at is null order by kind, subject',
  )
  return rows
}
const listAlerts = async () => (await listAlertRows()).map(({ kind, subject }) => `${kind} ${subject}`)

test('currencies are units per USD, coins USD per coin, and USD is 1', async () => {
  expect([...(await listCurrencyRates(app.context))]).toEqual([
    ['USD', 1],
    ['EUR', 0.92],
    ['GBP', 0.78],
    ['RUB', 90],
  ])
  expect(await findRate(app.context, 'BTC')).toBe(100_000)
  expect(await findCurrencyRate(app.context, 'USD')).toBe(1)
})

test('each source is asked twice a minute', async () => {
  const before = requests
  for (let seconds = 5; seconds <= 60; seconds += 5) await advance(5000)
  expect(requests - before).toBe(4)
})

test('rates are as old as their source says, and it is not asked more often for that', async () => {
  await app.database.pool.query('delete from exchange_rates')
  ownAgeMs = 5 * minuteMs + 1
  const before = requests
  for (let seconds = 5; seconds <= 60; seconds += 5) await advance(5000)
  expect(requests - before).toBe(4)
  expect(await findRate(app.context, 'BTC')).toBeNull()
  expect(await findRate(app.context, 'EUR')).toBe(0.92)
  expect(await listAlerts()).toEqual(['rates.stale rate:BTC', 'rates.stale rate:ETH'])
  ownAgeMs = 4 * minuteMs
  await advance(30_000)
  expect(await findRate(app.context, 'BTC')).toBe(100_000)
  await advance(30_000)
  expect(await findRateAt(app.context, 'BTC', new Date(clock.now().getTime() - 4 * minuteMs))).toBe(100_000)
})

test('a currency is open for an hour, a coin for five minutes, and USD always', async () => {
  isDown = true
  await advance(5 * minuteMs)
  expect(await findRate(app.context, 'BTC')).toBe(100_000)
  await advance(1)
  expect(await findRate(app.context, 'BTC')).toBeNull()
  expect(await listAlerts()).toEqual(['rates.stale rate:BTC', 'rates.stale rate:ETH'])
  await advance(55 * minuteMs - 1)
  expect(await findCurrencyRate(app.context, 'GBP')).toBe(0.78)
  await advance(1)
  expect([...(await listCurrencyRates(app.context))]).toEqual([['USD', 1]])
  isDown = false
  await advance(5000)
  expect(await findCurrencyRate(app.context, 'GBP')).toBe(0.78)
  expect(await listAlerts()).toEqual([])
})

test.each([
  ['up', 0.83],
  ['down', 0.7],
])('a jump %s closes its currency alone, until three minutes of readings agree', async (_name, jumped) => {
  read.GBP = jumped
  await advance(30_000)
  const jumpedAt = clock.now()
  expect(await findCurrencyRate(app.context, 'GBP')).toBeNull()
  expect(await findCurrencyRate(app.context, 'EUR')).toBe(0.92)
  expect(await listAlertRows()).toEqual([
    { kind: 'rates.held', subject: 'rate:GBP', detail: { accepted: '0.78', read: String(jumped) } },
  ])
  expect(await findRateAt(app.context, 'EUR', jumpedAt)).toBe(0.92)
  expect(await findRateAt(app.context, 'GBP', jumpedAt), 'not known yet').toBeNull()
  await advance(179_000)
  expect(await findCurrencyRate(app.context, 'GBP')).toBeNull()
  await advance(1000)
  expect(await findCurrencyRate(app.context, 'GBP')).toBe(jumped)
  expect(await listAlerts()).toEqual([])
  expect(await findRateAt(app.context, 'GBP', jumpedAt), 'from its first reading').toBe(jumped)
  expect(await findRateAt(app.context, 'GBP', new Date(jumpedAt.getTime() - 1))).toBe(0.78)
  await advance(30_000)
  expect(await findCurrencyRate(app.context, 'GBP'), 'compared with the confirmed rate').toBe(jumped)
})

test('a time without a fresh rate has the first one after it, also while a later jump is held', async () => {
  isDown = true
  await advance(5 * minuteMs + 1)
  const at = clock.now()
  expect(await findRateAt(app.context, 'BTC', at)).toBeNull()
  isDown = false
  read.BTC = 100_500
  await advance(30_000)
  expect(await findRateAt(app.context, 'BTC', at)).toBe(100_500)
  read.BTC = 200_000
  await advance(30_000)
  expect(await findRate(app.context, 'BTC')).toBeNull()
  expect(await findRateAt(app.context, 'BTC', at)).toBe(100_500)
})

test('one wrong reading is forgotten by the next', async () => {
  read = { ...read, BTC: 1, ETH: 1 }
  await advance(30_000)
  expect(await findRate(app.context, 'BTC')).toBeNull()
  read.BTC = 100_500
  await advance(5000)
  expect(await findRate(app.context, 'BTC')).toBe(100_500)
  expect(await listAlerts()).toEqual(['rates.held rate:ETH'])
})

test('of the rates of a code that are older than a week, each reading forgets two', async () => {
  const old = async (code: RateCode, ...agesMs: number[]) => {
    for (const ageMs of agesMs)
      await app.database.pool.query(
        'insert into exchange_rates (code, rate, at, is_confirmed) values ($1, 1, $2, true)',
        [code, new Date(clock.now().getTime() + 30_000 - 7 * dayMs - ageMs)],
      )
  }
  await old('BTC', 1, 2, 3)
  await old('ETH', 0)
  await advance(30_000)
  const { rows } = await app.database.pool.query<{ code: string; at: Date }>(
    'select code, at from exchange_rates where rate = 1 order by at desc',
  )
  const weekAgoMs = clock.now().getTime() - 7 * dayMs
  expect(rows.map(({ code, at }) => [code, weekAgoMs - at.getTime()])).toEqual([
    ['ETH', 0],
    ['BTC', 1],
  ])
})

test('only the first failure of an outage is logged', async () => {
  const countFailures = () => app.logs.filter((line) => line.includes('RateSourceError')).length
  const before = countFailures()
  for (const down of [true, false, true]) {
    isDown = down
    for (let round = 0; round < 2; round += 1) await advance(30_000)
  }
  // There are two sources, and two outages.
  expect(countFailures() - before).toBe(4)
})

test('small steps of a source that drifts are stopped within ten minutes', async () => {
  for (let step = 0; step < 10; step += 1) {
    read.BTC = (read.BTC ?? 0) * 1.01
    await advance(30_000)
  }
  expect(await findRate(app.context, 'BTC')).toBeNull()
  expect((await listRates(app.context)).find(({ code }) => code === 'BTC')?.latest?.rate).toBeCloseTo(104_060.4, 1)
})

test('an operator accepts the jump that was shown, and no other', async () => {
  read.ETH = 5000
  await advance(30_000)
  expect(await confirmHeldRate(app.context, 'ETH', 4999, by)).toBe(false)
  expect(await confirmHeldRate(app.context, 'BTC', 5000, by)).toBe(false)
  expect(await confirmHeldRate(app.context, 'ETH', 5000, by)).toBe(true)
  expect(await findRate(app.context, 'ETH')).toBe(5000)
  const { rows } = await app.database.pool.query(
    `select actor, subject, detail from audit_log where action = 'rate.confirm'`,
  )
  expect(rows).toEqual([{ actor: by.actor, subject: 'rate:ETH', detail: { before: 4000, after: 5000 } }])
})

test('a rate of the future is stored with the time of its reading', async () => {
  const source = {
    ...createSource(['LTC']),
    fetchRates: async () => ({ rates: { LTC: 90 }, at: new Date('2100-01-01') }),
  }
  const own = await startTestApp({ clock, rateSources: [source], currencyRates: null })
  await own.runJob('rates.update')
  clock.advance(5 * minuteMs + 1)
  expect(await findRate(own.context, 'LTC')).toBeNull()
  await own.stop()
})

test('rates that are read for the start of a market are fresh ones, and are not stored', async () => {
  const now = clock.now().getTime()
  const create = (rates: Partial<Record<RateCode, number>>, ageMs: number): RateSource => ({
    codes: [],
    fetchRates: async () => ({ rates, at: new Date(now - ageMs) }),
    close: () => undefined,
  })
  const failing: RateSource = {
    ...create({}, 0),
    fetchRates: async () => {
      throw new RateSourceError('down')
    },
  }
  const found = await fetchFreshRates(app.context, [
    create({ BTC: 1 }, 300_000),
    failing,
    create({ ETH: 2, EUR: 3 }, 300_001),
    create({ GBP: 4 }, 3_600_001),
  ])
  expect([...found]).toEqual([
    ['BTC', 1],
    ['EUR', 3],
  ])
  expect(await findRate(app.context, 'BTC')).toBe(100_000)
})
