import { randomUUID } from 'node:crypto'

import type { BalanceMovement, MovementTotals } from '@tradefront/contract/history'
import { locales } from '@tradefront/texts/locales'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hourMs } from '../../platform/clock.ts'
import { createClient, type TestClient } from '../../../test/fixtures/app/test-client.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { insertWageringRequirement, postEntry } from '../ledger/service.ts'
import { listDepositFacts, listTradeFacts } from './movement-store.ts'
import { findHistoryDifferences } from '../../../test/fixtures/history/find-history-differences.ts'

let app: TradingApp
let client: TestClient
let userId: number
const start = Date.parse('2026-11-18T10:00:00Z')
const minute = 60_000

type Movements = {
  readonly hits: readonly BalanceMovement[]
  readonly total: number
  readonly next: string | null
}

const range = { DateFrom: start - hourMs, DateTo: start + 30 * 24 * hourMs }
const list = async (changes: object = {}, of = client) =>
  (await of.post('/api/us/history', { ...range, limit: 999, offset: 0, Status: '', trType: '', ...changes }))
    .json as Movements
const sum = async (changes: object = {}, of = client) =>
  (await of.post('/api/history/sums', { ...range, Status: '', trType: '', zone: 'UTC', ...changes }))
    .json as MovementTotals

const post = (kind: string, lines: readonly (readonly [string, number])[]) =>
  postEntry(app.database.db, {
    kind,
    subject: `test:${randomUUID()}`,
    at: app.clock.now(),
    lines: lines.map(([account, amount]) => ({
      account,
      userId: ['cash', 'bonus', 'withdrawal_hold'].includes(account) ? userId : null,
      currency: 'USD',
      amount,
    })),
  })

const insertDeposit = async (state: string, reason: string | null, at = app.clock.now()) => {
  const id = randomUUID()
  await app.database.db
    .insertInto('deposits')
    .values({
      id,
      user_id: userId,
      method: 'wallet',
      instrument_kind: 'skrill',
      country: 'AU',
      amount: 30_000,
      currency: 'USD',
      bonus: 0,
      wagering_required: 0,
      fixed: true,
      processor_order: ['SKRILL'],
      state,
      reason,
      created_at: at,
      updated_at: at,
      ended_at: state === 'failed' ? at : null,
    })
    .execute()
  await sql`select record_ended_deposit(${id}::uuid)`.execute(app.database.db)
}

beforeAll(async () => {
  app = await startTradingApp({ config: { servedLocales: [...locales, 'ar'] } })
  ;({ client, userId } = await app.registerTrader())
  await insertWageringRequirement(app.database.db, {
    userId,
    source: 'test:history',
    depositId: null,
    gift: null,
    currency: 'USD',
    at: app.clock.now(),
    bonus: 50_000,
    required: 1_500_000,
    releaseMax: 50_000,
  })
  await post('deposit.credited', [
    ['clearing:ORANGE', -100_000],
    ['cash', 100_000],
    ['bonus_expense', -50_000],
    ['bonus', 50_000],
  ])
  app.clock.advance(minute)
  // Two trades, one won and one lost at the same moment.
  await app.buy(client, { direction: 'up' })
  await app.buy(client, { direction: 'down', stake: 20 })
  app.pass(minute, 100_010)
  await app.runJob('trading.close_trades')
  app.clock.advance(hourMs)
  await post('withdrawal.test_held', [
    ['cash', -10_000],
    ['withdrawal_hold', 10_000],
  ])
  await post('withdrawal.test_paid', [
    ['withdrawal_hold', -10_000],
    ['payout', 10_000],
  ])
  await post('tournament.test', [
    ['bonus_expense', -2000],
    ['cash', 2000],
  ])
  await insertDeposit('failed', 'cards.declined')
  await insertDeposit('failed', 'deposits.canceled')
  await insertDeposit('review', null)
})
afterAll(() => app.stop())

const brief = ({ hits }: Movements) =>
  hits.map(({ trType, Status, amount, balance }) => [trType, Status, amount, balance])

describe('the history', () => {
  test('has what waits first, then all movements, latest first, with the balance after each', async () => {
    const history = await list()
    expect(brief(history)).toEqual([
      ['deposit', 'waiting', 300, null],
      ['deposit', 'cancelled', 300, null],
      ['deposit', 'failed', 300, null],
      ['prize', 'done', 20, 1408.2],
      ['withdrawal', 'done', -100, 1388.2],
      ['trade', 'done', 18.2, 1488.2],
      ['trade', 'done', -20, 1470],
      ['trade', 'done', -10, 1490],
      ['bonus', 'done', 500, 1500],
      ['deposit', 'done', 1000, 1000],
    ])
    expect(history).toMatchObject({ return: true, total: 10, next: null })
    expect(history.hits.map(({ bonus }) => bonus)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 500, 0])
  })

  test('names each change of the balance by the kind of its entry in the ledger', async () => {
    const kinds = [
      ['trade.closed', 'trade'],
      ['deposit.credited', 'deposit'],
      ['deposit.refunded', 'refund'],
      ['deposit.late_returned', 'refund'],
      ['deposit.reversed', 'correction'],
      ['deposit.taken_back', 'correction'],
      ['withdrawal.held', 'withdrawal'],
      ['payout.paid', 'withdrawal'],
      ['promo.credited', 'bonus'],
      ['bonus.released', 'bonus'],
      ['offer.credited', 'bonus'],
      ['prize.paid', 'prize'],
      ['tournament.paid', 'prize'],
      ['practice.started', 'correction'],
    ]
    const { rows } = await app.database.pool.query<{ kind: string; type: string; bonus: string }>(
      'select kind, find_movement_type(kind, false) as type, find_movement_type(kind, true) as bonus from unnest($1::text[]) kind',
      [kinds.map(([kind]) => kind)],
    )
    expect(rows.map(({ kind, type }) => [kind, type])).toEqual(kinds)
    // The bonus of a deposit is another movement.
    const isOther = ({ type, bonus }: { type: string; bonus: string }) => type !== bonus
    expect(rows.filter(isOther)).toEqual([{ kind: 'deposit.credited', type: 'deposit', bonus: 'bonus' }])
  })

  test('says what a movement belongs to', async () => {
    const { hits } = await list({ trType: 'trade' })
    const { trade } = (await client.post('/api/trading/trade', { id: hits[0]?.reference })).json as { trade: object }
    expect(trade).toMatchObject({ symbol: 'EURUSD', returned: 18.2 })
    expect(hits[0]).toMatchObject({
      at: start + 2 * minute,
      kind: 'trade.closed',
      method: 'EURUSD',
      bonus: 0,
      currency: 'USD',
      trade: { direction: 'up', state: 'won', opened_at: start + minute, closed_at: start + 2 * minute },
    })
    const [failed] = (await list({ Status: 'failed' })).hits
    expect(failed).toMatchObject({
      method: 'skrill',
      kind: 'deposit.ended',
      at: start + 62 * minute,
      deposit: { method: 'wallet', hint: null, created_at: start + 62 * minute },
    })
  })

  test.each([
    [{ Status: 'done' }, 7],
    [{ Status: 'waiting' }, 1],
    [{ Status: 'failed' }, 1],
    [{ Status: 'cancelled' }, 1],
    [{ Status: 'something' }, 0],
    [{ trType: 'deposit' }, 4],
    [{ trType: 'deposit', Status: 'done' }, 1],
    [{ trType: 'trade' }, 3],
    [{ trType: 'trade', Status: 'failed' }, 0],
    [{ trType: 'withdrawal' }, 1],
    [{ trType: 'refund' }, 0],
    [{ trType: 'something' }, 0],
    [{ DateFrom: start + minute, DateTo: start + minute }, 2],
    [{ DateFrom: start + 3 * minute, DateTo: start + 61 * minute }, 0],
    [{ DateFrom: start + 3 * minute }, 5],
    [{ DateTo: start - 1 }, 0],
  ])('with %j has %d entries', async (changes, count) => {
    const history = await list(changes)
    expect(history.hits).toHaveLength(count)
    expect(history.total).toBe(count)
  })

  test('pages follow each other by offset and by cursor, and each page can be read alone', async () => {
    const all = (await list()).hits
    const byCursor: BalanceMovement[] = []
    let after: string | null = null
    for (let offset = 0; offset < 12; offset += 3) {
      expect((await list({ limit: 3, offset })).hits).toEqual(all.slice(offset, offset + 3))
      const page: Movements = after === null ? await list({ limit: 3 }) : await list({ limit: 3, after })
      byCursor.push(...page.hits)
      after = page.next
      if (after === null) break
    }
    expect(byCursor).toEqual(all)
    for (let limit = 1; limit < 12; limit += 1)
      for (let offset = 0; offset < 12; offset += 1)
        expect((await list({ limit, offset })).hits, `${offset}+${limit}`).toEqual(all.slice(offset, offset + limit))
  })

  test('is also a call of the platform', async () => {
    const query = `dateFrom=${range.DateFrom}&dateTo=${range.DateTo}&limit=999&offset=0`
    expect((await client.get(`/cli/transactions?${query}`)).json).toEqual(await list())
    expect((await client.get(`/cli/transactions?${query}&status=done&trType=trade`)).json).toMatchObject({ total: 3 })
    expect((await client.get('/cli/transactions?dateFrom=x')).status).toBe(400)
  })

  test('of another trader and of a practice account is their own', async () => {
    const other = await app.registerTrader()
    expect(await list({}, other.client)).toMatchObject({ hits: [], total: 0 })
    const practice = await app.registerFunded({}, { practice: true })
    await app.buy(practice.client, { price: 1.0001 })
    expect(brief(await list({}, practice.client))).toEqual([
      ['trade', 'done', -10, 9990],
      ['correction', 'done', 10_000, 10_000],
    ])
    const visitor = await createClient(app.http)
    await visitor.get('/api/boot')
    expect((await visitor.post('/api/us/history', {})).status).toBe(401)
  })

  test('agrees with the ledger', async () => {
    expect(await findHistoryDifferences(app.database.pool, [userId])).toEqual([])
  })
})

describe('the sums of the history', () => {
  test('are by type, with the balance at both ends', async () => {
    expect(await sum()).toMatchObject({
      totals: [
        { type: 'bonus', currency: 'USD', count: 1, received: 500, paid: 0 },
        { type: 'deposit', count: 1, received: 1000, paid: 0 },
        { type: 'prize', count: 1, received: 20, paid: 0 },
        { type: 'trade', count: 3, received: 18.2, paid: 30 },
        { type: 'withdrawal', count: 1, received: 0, paid: 100 },
      ],
      currency: 'USD',
      balanceFrom: 0,
      balanceTo: 1408.2,
      unit: 'hour',
      curve: [
        [start + hourMs, 1488.2],
        [start + 62 * minute, 1408.2],
      ],
    })
  })

  test.each([
    // Ranges within an hour, from its middle, over whole hours, and to a middle.
    [start + minute, start + minute, 2],
    [start + minute, start + 2 * minute, 3],
    [start + 2 * minute, start + 3 * hourMs, 3],
    [start, start + hourMs - 1, 5],
    [start, start + hourMs, 5],
    [start + hourMs, start + 2 * hourMs, 2],
    [start - 3 * hourMs, start + 62 * minute, 7],
  ])('from %d to %d are those of %d movements', async (DateFrom, DateTo, count) => {
    const { totals } = await sum({ DateFrom, DateTo })
    expect(totals.reduce((total, each) => total + each.count, 0)).toBe(count)
    const { hits } = await list({ DateFrom, DateTo, Status: 'done' })
    const paid = hits.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
    expect(totals.reduce((total, each) => total + Math.round((each.received - each.paid) * 100), 0)).toBe(paid)
  })

  test('follow the filters, but the balances do not', async () => {
    expect(await sum({ trType: 'trade' })).toMatchObject({ totals: [{ count: 3 }], balanceTo: 1408.2 })
    expect(await sum({ Status: 'failed' })).toMatchObject({ totals: [], balanceTo: 1408.2 })
    expect(await sum({ Status: 'other' })).toMatchObject({ totals: [], balanceTo: 1408.2 })
    expect((await client.post('/api/history/sums', { ...range, Status: '', trType: '', zone: 'Nowhere' })).status).toBe(
      400,
    )
  })

  test('have the days of a time zone', async () => {
    app.clock.advance(5 * 24 * hourMs)
    const { unit, curve } = await sum({ zone: 'Asia/Kathmandu' })
    expect(unit).toBe('day')
    expect(curve.slice(0, 2)).toEqual([
      [Date.parse('2026-11-18T18:15:00Z'), 1408.2],
      [Date.parse('2026-11-19T18:15:00Z'), 1408.2],
    ])
  })
})

describe('the file', () => {
  test('has the rows of the list, in the language of the page if it is complete, with times of the zone', async () => {
    const url = `/api/history/csv?from=${range.DateFrom}&to=${range.DateTo}&status=done&trType=trade&zone=Europe/Zurich`
    const { status, text, headers } = await client.get(url)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="history.csv"',
    })
    const [header, first, ...rest] = text.split('\r\n')
    expect(header).toBe('\uFEFFTime,Type,Status,Method,Ladder price,Amount,Of it bonus,Balance,Currency,Reference')
    expect(first).toMatch(/^18\.11\.2026 11:02:00,Trade,Done,EURUSD,,18\.2,0,1488\.2,USD,[0-9a-f-]{36}$/)
    expect(rest).toHaveLength(3)
    await client.post('/api/preferences', { language: 'ru' })
    expect((await client.get(url)).text).toContain('18.11.2026 11:02:00,Сделка,Выполнено,EURUSD')
    await app.database.db.updateTable('users').set({ language: 'ar' }).where('id', '=', userId).execute()
    expect((await client.get(url)).text).toBe(text)
  })
})

test('deposits and trades are read by their ids, and for their trader only', async () => {
  const { db } = app.database
  const deposits = await db.selectFrom('deposits').select('id').where('user_id', '=', userId).execute()
  const trades = await db.selectFrom('trades').select('id').where('user_id', '=', userId).execute()
  const [deposit, trade] = [deposits[0]?.id ?? '', trades[0]?.id ?? '']
  expect(await listDepositFacts(db, userId, [deposit])).toMatchObject([{ id: deposit }])
  expect(await listTradeFacts(db, userId, [trade])).toMatchObject([{ id: trade }])
  expect(await listDepositFacts(db, userId + 1, [deposit])).toEqual([])
  expect(await listTradeFacts(db, userId + 1, [trade])).toEqual([])
})
