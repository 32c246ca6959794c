import { randomUUID } from 'node:crypto'

import type { DeskTournament } from '@tradefront/contract/desk-marketing'
import type { CommandView } from '@tradefront/contract/desk'
import type { TournamentReply } from '@tradefront/contract/tournaments'
import type { OperatorActionName } from '@tradefront/contract/operator-actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import {
  openTestDesk,
  runInOrder,
  type TestDesk,
  type TestOperator,
} from '../../../test/fixtures/operators/desk-fixture.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { dayMs } from '../../platform/clock.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { awardPrizes } from './award-prizes.ts'
import { createTournaments } from './service.ts'

let app: TradingApp
let desk: TestDesk
let one: TestOperator
let other: TestOperator
beforeAll(async () => {
  app = await startTradingApp()
  desk = await openTestDesk(app)
  one = await desk.createOperator('marketing')
  other = await desk.createOperator('marketing')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

// The database compares with the clock of the machine: each test has a Wednesday that is still in the future.
beforeEach(async () => {
  // The test before can have changed the next week.
  app.startDay('10:00:01')
  do app.startDay('10:00:01')
  while (app.clock.now().getTime() < Date.now())
  await createTournaments(app.context)
})

const order = async (action: OperatorActionName, input: object): Promise<CommandView> => {
  const asked = await one.order(action, input)
  if (asked.state !== 'needs_second') return asked
  await other.sign(asked)
  await app.runJob('operators.run_commands')
  return (await desk.call(`/api/desk/command/${asked.id}`, one.cookie)).json['command'] as CommandView
}
const findId = async (isNext: boolean) => {
  const { rows } = await app.database.pool.query<{ id: number }>(
    `select id from tournaments where type = 'weekly' and starts_at ${isNext ? '>' : '<='} $1 and ends_at > $1 order by starts_at limit 1`,
    [app.clock.now()],
  )
  return rows[0]?.id ?? 0
}
const read = async (client: TestClient, id: number) =>
  (await client.post('/api/tourney/get', { id })).json as TournamentReply
/** Advances four days, and finishes all tournaments that have ended, ten at a time. */
const endWeek = async () => {
  app.clock.advance(4 * dayMs)
  for (let rounds = 0; rounds < 4; rounds += 1) await awardPrizes(app.context)
}
const words = { en: 'Prices were wrong on Tuesday.', ru: 'Во вторник цены были неверными.' }
const prizes = [
  { kind: 'cash', amount: 500 },
  { kind: 'item', item: 'Headphones', amount: 200.5 },
  { kind: 'bonus', amount: 50 },
]
const change = (tournament: number) => ({ tournament, prizes, amount: 75_050, currency: 'USD' })

test('two operators cancel a running tournament: traders read why, and nobody wins a prize', async () => {
  const { client } = await app.registerFunded({ cash: 1_000_000 })
  await app.buy(client, { stake: 1000 })
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  const id = await findId(false)
  expect(await read(client, id)).toMatchObject({
    list: [{ state: 'running', cancel_words: null }],
    data: [{ rank: 1 }],
  })
  expect(await one.order('tournament.cancel', { tournament: id, words })).toMatchObject({ state: 'needs_second' })
  expect(await read(client, id)).toMatchObject({ list: [{ state: 'running' }] })
  expect(await order('tournament.cancel', { tournament: id, words })).toMatchObject({ state: 'done' })
  const cancelled = { state: 'cancelled', cancel_words: words.en }
  expect(await read(client, id)).toMatchObject({
    list: [cancelled],
    prizes: [],
    fund: null,
    data: [{ rank: 1, reward: null, prize: null }],
  })
  await client.post('/api/preferences', { language: 'ru' })
  expect(await read(client, id)).toMatchObject({ list: [{ cancel_words: words.ru }] })
  expect(await order('tournament.cancel', { tournament: id, words })).toMatchObject({ note: 'desk.changed' })
  expect(await order('tournament.change', change(id))).toMatchObject({ state: 'refused' })

  await endWeek()
  const { rows } = await app.database.pool.query(
    `select (select count(*)::integer from tournament_prizes where tournament_id = $1) as prizes, finished_at from tournaments where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ prizes: 0, finished_at: null }])
  expect(await read(client, id)).toMatchObject({ list: [{ state: 'cancelled' }] })
})

test('the prizes of a tournament can be changed until it begins', async () => {
  const { client } = await app.registerFunded({ cash: 1000 })
  const id = await findId(true)
  expect(await order('tournament.change', { ...change(id), amount: 100 })).toMatchObject({ note: 'desk.changed' })
  expect(await order('tournament.change', change(id))).toMatchObject({ state: 'done' })
  const full = await read(client, id)
  expect(full).toMatchObject({ list: [{ state: 'upcoming' }], fund: { full: 750.5 }, prizes: [null, null, null] })
  // The other tournaments keep the list of the settings.
  expect((await read(client, await findId(false))).fund).toMatchObject({ full: 31_700 })
  app.clock.advance(7 * dayMs)
  expect(await order('tournament.change', change(id))).toMatchObject({ state: 'refused', note: 'desk_marketing.begun' })
})

test('prizes of more than the approval limit need two, and the table has a place for each', async () => {
  const id = await findId(true)
  const dear = { ...change(id), prizes: [{ kind: 'cash', amount: 1000.01 }], amount: 100_001 }
  expect(await one.order('tournament.change', dear)).toMatchObject({ state: 'needs_second' })
  const weekend = await app.database.pool.query<{ id: number }>(
    `select id from tournaments where type = 'weekend' and starts_at > $1 order by starts_at limit 1`,
    [app.clock.now()],
  )
  const many = Array.from({ length: 11 }, () => ({ kind: 'cash', amount: 1 }))
  const input = { ...change(weekend.rows[0]?.id ?? 0), prizes: many, amount: 1100 }
  expect(await order('tournament.change', input)).toMatchObject({ note: 'desk_marketing.too_many_prizes' })
})

test('a tournament wins its own prizes', async () => {
  const id = await findId(true)
  const single = { ...change(id), prizes: [{ kind: 'cash', amount: 2 }], amount: 200 }
  await order('tournament.change', single)
  app.startDay('10:00:01')
  const traders = [await app.registerFunded({ cash: 1_000_000 }), await app.registerFunded({ cash: 1_000_000 })]
  for (const [index, { client }] of traders.entries()) await app.buy(client, { stake: 1000 - index * 100 })
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  await endWeek()
  const { rows } = await app.database.pool.query(
    'select rank, kind, amount::integer from tournament_prizes where tournament_id = $1',
    [id],
  )
  expect(rows).toEqual([{ rank: 1, kind: 'cash', amount: 200 }])
})

describe('the setting of prizes', () => {
  const weekend = [{ kind: 'cash', amount: 1 }]
  const buildOrder = async (amount: number) => ({
    ...({ action: 'setting.change_dangerous', subject: 'setting:tournament_prizes' } as const),
    input: {
      setting: 'tournament_prizes',
      before: await app.context.settings.getSetting('tournament_prizes'),
      value: { weekly: [{ kind: 'cash', amount }], weekend },
    },
  })
  const setWeekly = async (amount: number) => {
    const { action, input } = await buildOrder(amount)
    expect(await order(action, input)).toMatchObject({ state: 'done' })
    app.clock.advance(1000)
  }
  /** Finds the weekly tournament of this week, which can have ended, and the next one, with their first prizes. */
  const listFirstPrizes = async () =>
    (
      await app.database.pool.query<{ id: number; first: number }>(
        `select id, (find_listed_prizes(t) -> 0 ->> 'amount')::float8 as first from tournaments t
          where type = 'weekly' and starts_at between now() - interval '7 days' and now() + interval '7 days' order by starts_at`,
      )
    ).rows
  const read = async () => (await listFirstPrizes()).map(({ first }) => first)
  /** Makes a tournament one that began long ago. */
  const letBegin = (id: number) =>
    app.runAsOwner(`
      alter table tournaments disable trigger tournaments_fixed;
      update tournaments set starts_at = starts_at - ${100 + id} * interval '7 days', ends_at = ends_at - ${100 + id} * interval '7 days'
       where id = ${id};
      alter table tournaments enable trigger tournaments_fixed`)

  // The database has the time of the machine.
  beforeEach(async () => {
    app.clock.set(new Date())
    await createTournaments(app.context)
  })
  afterEach(async () => {
    await app.runAsOwner(`delete from settings where name = 'tournament_prizes'`)
    app.clock.advance(1000)
  })

  test('does not change those of a tournament that has begun, and the next ones have those of now', async () => {
    // First those of the default, which is no row, then those of a row.
    await setWeekly(70)
    expect(await read()).toEqual([10_000, 70])
    const [, next] = await listFirstPrizes()
    await letBegin(next?.id ?? 0)
    await createTournaments(app.context)
    await setWeekly(80)
    expect(await read()).toEqual([10_000, 80])
    const { rows } = await app.database.pool.query(
      `select begun_prizes #>> '{0,amount}' as first from tournaments where id = $1`,
      [next?.id],
    )
    expect(rows).toEqual([{ first: '70' }])
  })

  test('is changed by no server that gives the new ones to a tournament that has begun, or keeps the old ones for later', async () => {
    const { pool } = app.database
    await letBegin((await listFirstPrizes())[1]?.id ?? 0)
    await createTournaments(app.context)
    const both: Pick<TestOperator, 'request' | 'sign'> = {
      request: one.request,
      sign: async (command) => {
        await one.sign(command)
        return other.sign(command)
      },
    }
    const signed = await buildOrder(90)
    const write = `insert into settings (name, value, changed_at)
      values ('tournament_prizes', '${JSON.stringify(signed.input.value)}', clock_timestamp())`
    await expect(runInOrder(pool, both, signed, write)).rejects.toMatchObject({ constraint: 'settings_prizes_kept' })
    await runInOrder(pool, both, signed, `select keep_begun_prizes('2100-01-01'); ${write}`)
    expect(await read()).toEqual([10_000, 90])
    // The first order is still signed.
    await app.runJob('operators.run_commands')
  })
})

test('a server ends a tournament with its fund only, and awards what list, scores and settings say', async () => {
  const id = await findId(true)
  const list = [
    { kind: 'bonus', amount: 20 },
    { kind: 'cash', amount: 1 },
    { kind: 'item', item: 'Headphones', amount: 1 },
  ]
  await order('tournament.change', { ...change(id), prizes: list, amount: 2200 })
  app.startDay('10:00:01')
  const traders = [await app.registerFunded({ cash: 1_000_000 }), await app.registerFunded({ cash: 1_000_000 })]
  for (const [index, { client }] of traders.entries()) await app.buy(client, { stake: 400 - index * 100 })
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  const client = await app.database.pool.connect()
  const end = (fund: string) =>
    client.query(`update tournaments t set finished_at = ends_at, fund = ${fund} where id = ${id}`)
  const insert = (row: object) =>
    client.query('insert into tournament_prizes select * from jsonb_populate_record(null::tournament_prizes, $1)', [
      row,
    ])
  const attempt = async (work: () => Promise<unknown>) => {
    await client.query('savepoint attempt')
    const error: unknown = await work().then(
      () => null,
      (reason: unknown) => reason,
    )
    await client.query('rollback to attempt')
    return error === null ? null : getViolatedConstraint(error)
  }
  const [first = 0, second = 0] = traders.map(({ userId }) => userId)
  const at = app.clock.now()
  const base = { tournament_id: id, created_at: at, verify_until: at, needs_approval: false, currency: 'USD', rate: 1 }
  const build = (row: Record<string, unknown>) => ({ id: randomUUID(), ...base, ...row })
  // Edges are 36 and 27, of which 31.50 is the fund: the whole list.
  const bonus = {
    rank: 1,
    user_id: first,
    score: 32_800,
    kind: 'bonus',
    amount: 1440,
    paid: 1440,
    required: 43_200,
    release_max: 1440,
  }
  const cash = { rank: 2, user_id: second, score: 24_600, kind: 'cash', amount: 100, paid: 100 }
  try {
    await client.query('begin')
    for (const fund of ['null', '2199', '2201'])
      expect(await attempt(() => end(fund)), fund).toBe('tournaments_fund_share')
    await end('2200')
    expect(await attempt(() => client.query(`update tournaments set fund = null where id = ${id}`))).toBe(
      'tournaments_finished',
    )
    const place = 'tournament_prizes_place'
    const terms = 'tournament_prizes_terms'
    const wrong: [string, Record<string, unknown>][] = [
      [place, { ...bonus, kind: 'cash', required: null, release_max: null }],
      [place, { ...bonus, amount: 1441, paid: 1441 }],
      [place, { ...bonus, amount: 1439, paid: 1439 }],
      [place, { ...cash, rank: 1 }],
      [place, { ...cash, rank: 4 }],
      [place, { ...cash, rank: 3, currency: null, rate: null, paid: null, kind: 'item', item: 'Headphones' }],
      [place, { ...cash, kind: 'item', item: 'Car', currency: null, rate: null, paid: null }],
      [terms, { ...cash, rate: 2, paid: 200 }],
      [terms, { ...cash, currency: 'EUR' }],
      [terms, { ...bonus, required: 1 }],
      [terms, { ...bonus, release_max: 9999 }],
    ]
    for (const [constraint, row] of wrong)
      expect(await attempt(() => insert(build(row))), JSON.stringify(row)).toBe(constraint)
    for (const row of [bonus, cash]) expect(await attempt(() => insert(build(row)))).toBeNull()
  } finally {
    await client.query('rollback')
    client.release()
  }
  await endWeek()
  const { rows } = await app.database.pool.query(
    'select rank, kind, amount::integer from tournament_prizes where tournament_id = $1 order by rank',
    [id],
  )
  expect(rows).toEqual([
    { rank: 1, kind: 'bonus', amount: 1440 },
    { rank: 2, kind: 'cash', amount: 100 },
  ])
})

test('a server changes nothing of a tournament by itself, whether it runs or not', async () => {
  const { pool } = app.database
  const refused = { constraint: 'tournaments_ordered' }
  for (const id of [await findId(false), await findId(true)]) {
    for (const set of [
      `prizes = '[{"kind": "cash", "amount": 5}]'`,
      `cancelled_at = now(), cancel_words = '{"en": "x"}'`,
    ])
      await expect(pool.query(`update tournaments set ${set} where id = ${id}`), set).rejects.toMatchObject(refused)
    await expect(pool.query(`update tournaments set begun_prizes = '[1]' where id = ${id}`)).rejects.toMatchObject({
      constraint: 'tournaments_begun_prizes',
    })
    for (const set of ['starts_at = starts_at', 'ends_at = ends_at', `type = 'weekend'`])
      await expect(pool.query(`update tournaments set ${set} where id = ${id}`), set).rejects.toMatchObject({
        constraint: 'tournaments_fixed',
      })
  }
  await expect(
    pool.query(`insert into tournaments (type, starts_at, ends_at, prizes)
      select type, starts_at + interval '700 days', ends_at + interval '700 days', '[1]' from tournaments limit 1`),
  ).rejects.toMatchObject({ constraint: 'tournaments_begin' })
})

test('a server cannot write other prizes or words than the signed ones', async () => {
  const id = await findId(true)
  const begin = async (action: OperatorActionName, input: object) => {
    const { command } = (await one.request(action, input)) as unknown as { command: CommandView }
    await one.sign(command)
    await other.sign(command)
    return (set: string, target = id) =>
      app.database.pool.query(`
        with audited as (
          insert into audit_log (created_at, actor, action, subject, detail, reason, command_id)
          select now(), '${one.name}', '${action}', 'tournament:${id}', '{}', 'as agreed', (begin_operator_command('${command.id}')).id)
        update tournaments set ${set} where id = ${target}`)
  }
  const refused = { constraint: 'tournaments_ordered' }
  const write = await begin('tournament.change', change(id))
  const lists = [prizes.slice(0, 2), prizes.toReversed(), [...prizes, ...prizes], null]
  for (const list of lists)
    await expect(write(`prizes = ${list === null ? 'null' : `'${JSON.stringify(list)}'`}`)).rejects.toMatchObject(
      refused,
    )
  const right = `prizes = '${JSON.stringify(prizes)}'`
  await expect(write(right, await findId(false))).rejects.toMatchObject(refused)
  await expect(write(`${right}, cancelled_at = now(), cancel_words = '{}'`)).rejects.toMatchObject(refused)
  await write(right)

  const cancel = await begin('tournament.cancel', { tournament: id, words })
  const toSql = (value: object) => `cancelled_at = now(), cancel_words = '${JSON.stringify(value)}'`
  await expect(cancel(toSql({ ...words, en: 'Other words.' }))).rejects.toMatchObject(refused)
  await expect(cancel(toSql({ ...words, de: 'Mehr.' }))).rejects.toMatchObject(refused)
  await expect(cancel(`${toSql(words)}, prizes = null`)).rejects.toMatchObject(refused)
  await cancel(toSql(words))
})

test('the desk lists tournaments with participants, prizes and what they cost', async () => {
  const { client } = await app.registerFunded({ cash: 1_000_000 })
  await app.buy(client, { stake: 1000 })
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  const [id, next] = [await findId(false), await findId(true)]
  await order('tournament.change', change(next))
  const list = async () => (await one.get('/api/desk/tournaments'))['tournaments'] as DeskTournament[]
  const find = async (wanted: number) => (await list()).find((each) => each.id === wanted)
  // The edge is 9 % of the stake; half of it is the fund.
  expect(await find(id)).toMatchObject({
    participants: 1,
    full: 3_170_000,
    fund: 4500,
    settled: 0,
    hasOwnPrizes: false,
  })
  expect(await find(next)).toMatchObject({ participants: 0, full: 75_050, fund: 0, hasOwnPrizes: true, prizes })
  const before = await list()
  expect(before.map(({ startsAtMs }) => startsAtMs)).toEqual(
    before.map(({ startsAtMs }) => startsAtMs).toSorted((first, second) => second - first),
  )
  await endWeek()
  // This is the share of the first place: 10,000 of 31,700.
  expect(await find(id)).toMatchObject({ fund: 1419, settled: 0 })
  expect(await (await desk.createOperator('support')).get('/api/desk/tournaments')).toMatchObject({
    error: 'desk.no_right',
  })
})

test('payments can neither change nor cancel a tournament', async () => {
  const payments = await desk.createOperator('payments', 'finance')
  const id = await findId(true)
  expect(await payments.request('tournament.change', change(id))).toMatchObject({ error: 'desk.no_right' })
  expect(await payments.request('tournament.cancel', { tournament: id, words })).toMatchObject({
    error: 'desk.no_right',
  })
})
