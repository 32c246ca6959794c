import { decisionCalls, type DeskPrize, type DeskRate } from '@tradefront/contract/desk-decisions'
import { queueCalls, type QueueRow } from '@tradefront/contract/desk-queue'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  openTestDesk,
  runInOrder,
  type TestDesk,
  type TestOperator,
} from '../../test/fixtures/operators/desk-fixture.ts'
import { startTradingApp } from '../../test/fixtures/trading/trading-app.ts'
import { awardPrizes } from '../modules/tournaments/award-prizes.ts'
import { dayMs } from '../platform/clock.ts'

const app = await startTradingApp()
const { pool } = app.database
let desk: TestDesk
let payer: TestOperator
let second: TestOperator
let finance: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
  second = await desk.createOperator('payments')
  finance = await desk.createOperator('finance')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const order = (...ordered: Parameters<TestOperator['order']>) => payer.orderWith(second, ...ordered)

const listCases = async (kind: string) =>
  ((await payer.get(queueCalls.getQueue.path))['rows'] as QueueRow[]).filter((row) => row.kind === kind)

describe('a cash prize above the approval limit', () => {
  const listPrizes = async () => (await payer.get(decisionCalls.listPrizes.path))['prizes'] as DeskPrize[]
  const readCash = async (userId: number) =>
    (
      await pool.query<{ amount: number }>(
        `select amount::integer from ledger_balances where account = 'cash' and user_id = $1`,
        [userId],
      )
    ).rows[0]?.amount

  beforeAll(() =>
    app.runAsOwner(
      `insert into settings (name, value, changed_at) values ('approval_limit', '1', now() - interval '9 days')`,
    ),
  )

  /** Wins a week of its own. @returns the winner, and the prize that is held */
  async function win() {
    app.startDay()
    const { client, userId } = await app.registerFunded({ cash: 1_000_000 })
    await app.buy(client, { stake: 1000 })
    app.pass(60_000, 100_001)
    await app.runJob('trading.close_trades')
    await pool.query(`update users set verification = 'Full' where id = $1`, [userId])
    app.clock.advance(4 * dayMs)
    await awardPrizes(app.context)
    const prize = (await listPrizes()).find(({ trader }) => trader.id === userId)
    if (prize?.kind !== 'cash') throw new Error('no cash prize is held')
    const { id, amount, currency } = prize
    return { userId, prize, input: { prize: id, trader: userId, amount, currency } }
  }

  test('waits in the queue, is seen by finance, and is paid by two', async () => {
    const { userId, prize, input } = await win()
    expect(await listCases('prize')).toMatchObject([{ id: prize.id, trader: { id: userId }, amount: prize.amount }])
    expect((await finance.get(decisionCalls.listPrizes.path))['prizes']).toMatchObject([{ id: prize.id, rank: 1 }])
    expect(await finance.request('prize.pay', input)).toMatchObject({ error: 'desk.no_right' })
    const before = (await readCash(userId)) ?? 0
    expect(await payer.order('prize.pay', input)).toMatchObject({ state: 'needs_second', people: 2 })
    expect(await readCash(userId)).toBe(before)
    expect(await order('prize.pay', input)).toMatchObject({ state: 'done' })
    expect(await readCash(userId)).toBe(before + prize.amount)
    expect(await listPrizes()).toEqual([])
    expect(await order('prize.pay', input)).toMatchObject({ state: 'refused', note: 'desk.changed' })
  })

  test('is refused by one, and paid to no one', async () => {
    const { userId, input } = await win()
    const before = await readCash(userId)
    expect(await payer.order('prize.refuse', { ...input, amount: 1 })).toMatchObject({ note: 'desk.changed' })
    expect(await payer.order('prize.refuse', input)).toMatchObject({ state: 'done' })
    expect(await listPrizes()).toEqual([])
    expect(await readCash(userId)).toBe(before)
  })

  test('is neither approved nor refused by a server alone, and none hides from operators', async () => {
    const { prize, input } = await win()
    const change = (set: string, id = prize.id) => `update tournament_prizes set ${set} where id = '${id}'`
    const notOrdered = { constraint: 'tournament_prizes_ordered' }
    await expect(pool.query(change('approved_at = now()'))).rejects.toMatchObject(notOrdered)
    await expect(pool.query(change('lapsed_at = now()'))).rejects.toMatchObject({
      constraint: 'tournament_prizes_lapsed',
    })
    await expect(pool.query(change('sent_at = now()'))).rejects.toMatchObject({ code: '23514' })
    // A signed refusal approves nothing, and is about one prize.
    const subject = `prize:${prize.id}`
    const refusal = { action: 'prize.refuse', input, subject } as const
    await expect(runInOrder(pool, payer, refusal, change('approved_at = now()'))).rejects.toMatchObject(notOrdered)
    await expect(
      pool.query(
        `insert into tournament_prizes
         select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'rank', 2, 'needs_approval', false,
                  'user_id', (select min(user_id) from tournament_scores where user_id <> p.user_id)))).*
           from tournament_prizes p where id = $1`,
        [prize.id],
      ),
    ).rejects.toMatchObject({ code: '23514' })
    // What failed has done nothing: the order is still signed.
    await app.runJob('operators.run_commands')
    expect(await listPrizes()).toEqual([])
  })
})

describe('an exchange rate that has jumped', () => {
  const listRates = async () => (await payer.get(decisionCalls.listRates.path))['rates'] as DeskRate[]

  beforeEach(async () => {
    await pool.query(`delete from exchange_rates where code = 'GBP'`)
    await pool.query(`delete from held_rates`)
    await pool.query(
      `insert into exchange_rates (code, rate, at, is_confirmed) values ('GBP', 0.75, now() - interval '1 minute', true)`,
    )
    await pool.query(
      `insert into held_rates (code, rate, at, readings) values ('GBP', 0.9, now() - interval '30 s', 2)`,
    )
  })

  test('waits in the queue, converts nothing, and is confirmed by two', async () => {
    expect(await listCases('rate')).toMatchObject([{ id: 'GBP', trader: null }])
    expect((await listRates())[0]).toMatchObject({
      code: 'GBP',
      latest: { rate: 0.75 },
      held: { rate: 0.9 },
      isOpen: false,
    })
    expect(await payer.order('rate.confirm', { rate: 'GBP', value: 0.9 })).toMatchObject({ state: 'needs_second' })
    expect((await listRates())[0]).toMatchObject({ held: { rate: 0.9 } })
    expect(await order('rate.confirm', { rate: 'GBP', value: 0.9 })).toMatchObject({ state: 'done' })
    expect((await listRates()).find(({ code }) => code === 'GBP')).toMatchObject({
      latest: { rate: 0.9 },
      held: null,
      isOpen: true,
    })
    expect(await listCases('rate')).toEqual([])
    const { rows } = await pool.query(
      `select actor, detail, command_id is not null as proved from audit_log where action = 'rate.confirm'`,
    )
    expect(rows).toEqual([
      { actor: `${payer.name} + ${second.name}`, detail: { before: 0.75, after: 0.9 }, proved: true },
    ])
  })

  test('is not confirmed if it has jumped to another one since it was signed', async () => {
    await pool.query(`update held_rates set rate = 0.91`)
    expect(await order('rate.confirm', { rate: 'GBP', value: 0.9 })).toMatchObject({ note: 'desk.changed' })
    expect((await listRates())[0]).toMatchObject({ held: { rate: 0.91 } })
  })
})
