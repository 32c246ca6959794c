import type { ReportTotals, TradeReport } from '@tradefront/contract/history'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { createTwoTraders, type FixtureTrader } from '../../../test/fixtures/trading/two-traders.ts'

let app: TradingApp
let client: TestClient
let rouble: FixtureTrader
/** Stake in euros, of which a part in percent has a fraction of a cent. */
const stake = 10.07
const start = Date.parse('2026-11-18T10:00:00Z')

beforeAll(async () => {
  app = await startTradingApp()
  const traders = await createTwoTraders(app)
  client = traders.euro.client
  rouble = traders.rouble
  // The trades are won, lost, tied and sold on EURUSD, void on GBPUSD, and open on BTCUSD.
  app.market.addOutage('GBPUSD', start + 30_000, start + 400_000)
  const plans = [
    { direction: 'up' },
    { direction: 'down' },
    { symbol: 'GBPUSD' },
    { symbol: 'BTCUSD', price: 1000, expiry: 3600 },
  ] as const
  for (const plan of plans) await app.buy(client, { ...plan, stake })
  await app.buy(rouble.client, { stake: 801.03 })
  const { trade } = await app.buy(client, { stake, expiry: 900 })
  await app.sell(client, trade?.id ?? '', 0)
  app.pass(60_000, 100_010)
  await app.runJob('trading.close_trades')
  app.pass(100_000, 100_000)
  await app.buy(client, { stake })
  app.pass(60_000)
  await app.runJob('trading.close_trades')
})
afterAll(() => app.stop())

type Reports = {
  readonly hits: TradeReport[]
  readonly total: number
  readonly skip: number
  readonly next: string | null
}

const list = async (changes: object = {}, of = client) => {
  const body = {
    DateFrom: start - 1000,
    DateTo: start + 86_400_000,
    limit: 100,
    offset: 0,
    Status: '',
    Sumbol: '',
    ...changes,
  }
  return (await of.post('/api/us/reports', body)).json as Reports
}
const states = ({ hits }: Reports) => hits.map(({ Status }) => Status)

test('lists trades with their profit, latest first', async () => {
  const reports = await list()
  expect(reports).toMatchObject({ return: true, total: 6, skip: 6, next: null })
  expect(reports.hits[0]).toEqual({
    id: reports.hits[0]?.id,
    Sumbol: 'EURUSD',
    direction: 'up',
    Status: 'tie',
    stake,
    currency: 'EUR',
    payout: 0.82,
    open: 1,
    close: 1,
    profit: 0,
    opened_at: start + 160_000,
    expires_at: start + 220_000,
    closed_at: start + 220_000,
  })
  expect(states(reports).toSorted()).toEqual(['lost', 'open', 'sold', 'tie', 'void', 'won'])
  const profits = Object.fromEntries(reports.hits.map(({ Status, profit }) => [Status, profit]))
  expect(profits).toMatchObject({ won: 8.25, lost: -stake, void: 0, open: null, sold: -1.26 })
})

test.each([
  [{ Status: 'won' }, ['won']],
  [{ Status: 'open' }, ['open']],
  [{ Status: 'something' }, []],
  [{ Sumbol: 'GBPUSD' }, ['void']],
  [{ Sumbol: 'NOPE' }, []],
  [{ position: 'down' }, ['lost']],
  [{ DateFrom: start + 100_000 }, ['tie']],
  [{ DateFrom: start + 160_000, DateTo: start + 160_000 }, ['tie']],
  [{ DateTo: start - 1 }, []],
])('with %j lists %j', async (changes, expected) => {
  const reports = await list(changes)
  expect(states(reports)).toEqual(expected)
  expect(reports.total).toBe(expected.length)
})

test('pages follow each other by skip and by cursor', async () => {
  const all = (await list()).hits.map(({ id }) => id)
  const bySkip: string[] = []
  const byCursor: string[] = []
  let skip = 0
  let after: string | null = null
  for (let page = 0; page < 3; page += 1) {
    const reports = await list({ limit: 2, skip })
    expect(reports.total).toBe(6)
    bySkip.push(...reports.hits.map(({ id }) => id))
    skip = reports.skip
    const next: Reports = await list({ limit: 2, ...(after !== null && { after }) })
    byCursor.push(...next.hits.map(({ id }) => id))
    after = next.next
  }
  expect(bySkip).toEqual(all)
  expect(byCursor).toEqual(all)
  expect((await list({ limit: 2, skip })).hits).toEqual([])
  expect((await list({ limit: 2, ...(after !== null && { after }) })).hits).toEqual([])
  expect((await list({ limit: 4, offset: 4 })).hits.map(({ id }) => id)).toEqual(all.slice(4))
})

test('the call of the platform lists the same trades', async () => {
  const { hits } = await list({ Status: 'tie' })
  const query = `dateFrom=${start}&dateTo=${start + 86_400_000}&limit=100&offset=0`
  expect((await client.get(`/cli/orders?${query}&status=tie&symbol=EURUSD`)).json).toMatchObject({ hits, total: 1 })
  expect((await client.get(`/cli/orders?${query}`)).json).toMatchObject({ total: 6 })
  expect((await client.get(`/cli/orders?dateFrom=0&dateTo=${'9'.repeat(16)}&limit=1&offset=0`)).json).toMatchObject({
    total: 6,
  })
  expect((await client.get('/cli/orders?dateFrom=x')).status).toBe(400)
})

const sum = async (changes: object = {}, of = client) => {
  const body = { DateFrom: start - 1000, DateTo: start + 86_400_000, Status: '', Sumbol: '', zone: 'UTC', ...changes }
  return (await of.post('/api/reports/sums', body)).json as ReportTotals
}

test('the sums have results, profit by period, and results by symbol and hour of the day', async () => {
  const counts = { won: 1, lost: 1, tie: 1, sold: 1, void: 1, profit: -3.08 }
  const euro = { symbol: 'EURUSD', ...counts, void: 0 }
  expect(await sum()).toMatchObject({
    currency: 'EUR',
    ...counts,
    open: 1,
    stake: 4 * stake,
    unit: 'hour',
    curve: [[start, -3.08]],
    symbols: [euro, { symbol: 'GBPUSD', won: 0, lost: 0, void: 1, profit: 0 }],
    hours: [{ hour: 10, ...counts }],
  })
  expect((await sum({ zone: 'Asia/Kathmandu' })).hours).toMatchObject([{ hour: 15, won: 1 }])
})

test.each([
  [{ Status: 'won' }, { won: 1, lost: 0, open: 0, stake, profit: 8.25 }],
  [{ Status: 'open' }, { won: 0, open: 1, stake: 0, profit: 0 }],
  [{ Status: 'something' }, { won: 0, open: 0, stake: 0, profit: 0, curve: [] }],
  [{ Sumbol: 'EURUSD' }, { won: 1, lost: 1, void: 0, open: 0, stake: 4 * stake }],
  [{ position: 'down' }, { won: 0, lost: 1, open: 0, stake, profit: -stake }],
  // Times before, in, and after whole hours.
  [{ DateFrom: start + 100_000 }, { won: 0, tie: 1, open: 0, stake }],
  [
    { DateFrom: start - 3_600_000, DateTo: start + 7_200_000 },
    { won: 1, tie: 1, open: 1, stake: 4 * stake },
  ],
  [{ DateTo: start + 100_000 }, { won: 1, tie: 0, open: 1, stake: 30.21 }],
])('the sums with %j are %j', async (changes, expected) => {
  expect(await sum(changes)).toMatchObject(expected)
})

test('the file has the trades in the language of the page', async () => {
  const query = `from=${start}&to=${start + 86_400_000}&zone=Europe/Zurich`
  const { text, headers } = await client.get(`/api/reports/csv?${query}&status=won&symbol=EURUSD&position=up`)
  expect(headers['content-disposition']).toBe('attachment; filename="reports.csv"')
  const [header, row, end] = text.split('\r\n')
  expect(header).toBe(
    '\uFEFFOpened,Closed,Symbol,Position,Result,Stake,Payout,Opening price,Ladder price,Closing price,Profit,Currency,Reference',
  )
  expect(row).toMatch(/^18\.11\.2026 11:00:00,18\.11\.2026 11:01:00,EURUSD,Up,Won,10\.07,0\.82,1,,1\.0001,8\.25,EUR,/)
  expect(end).toBe('')
  expect((await client.get(`/api/reports/csv?${query}`)).text.split('\r\n')).toHaveLength(8)
  expect((await client.get(`/api/reports/csv?from=0&to=1&zone=Nowhere`)).status).toBe(400)
})

test('every page can be read alone, from either end', async () => {
  const all = (await list()).hits
  for (let limit = 1; limit < 8; limit += 1)
    for (let offset = 0; offset < 8; offset += 1)
      expect((await list({ limit, offset })).hits, `${offset}+${limit}`).toEqual(all.slice(offset, offset + limit))
})

test('another trader and the practice account have their own', async () => {
  const won = { won: 1, lost: 0, open: 0 }
  expect(await list({}, rouble.client)).toMatchObject({
    total: 1,
    hits: [{ Status: 'won', stake: 801.03, currency: 'RUB', profit: 656.84 }],
  })
  expect(await sum({}, rouble.client)).toMatchObject({ ...won, currency: 'RUB', stake: 801.03, profit: 656.84 })
  const query = `from=${start}&to=${start + 86_400_000}&zone=UTC`
  const { text } = await rouble.client.get(`/api/reports/csv?${query}`)
  expect(text.split('\r\n')).toEqual([expect.anything(), expect.stringMatching(/,656\.84,RUB,/), ''])

  const practice = await app.registerFunded({}, { practice: true })
  expect(await list({}, practice.client)).toMatchObject({ hits: [], total: 0 })
  await app.buy(practice.client)
  expect(await list({}, practice.client)).toMatchObject({ total: 1 })
  const real = { firstName: 'Ada', lastName: 'Lovelace', country: 'AU', currency: 'USD', phone_prefix: '61' }
  expect((await practice.client.post('/api/account/open', { ...real, phone: '444 444 445' })).json).toMatchObject({
    return: true,
  })
  expect(await list({}, practice.client)).toMatchObject({ hits: [], total: 0 })
  await practice.client.post('/api/account/switch', { account: 'practice' })
  expect(await list({}, practice.client)).toMatchObject({ total: 1 })
  expect(await list()).toMatchObject({ total: 6 })
})
