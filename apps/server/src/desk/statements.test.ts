import { randomUUID } from 'node:crypto'

import type { CommandView } from '@tradefront/contract/desk'
import {
  defaultFormat,
  deskReconcileCalls,
  type StatementDay,
  type StatementDayRow,
} from '@tradefront/contract/desk-reconcile'
import { deskProcessorCalls } from '@tradefront/contract/desk-processors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { creditDeposit, openDeposit } from '../../test/fixtures/promo/promo-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'
import { compareFiles } from '../modules/deposits/statements/compare-statements.ts'
import { dayMs } from '../platform/clock.ts'

const app = await startWithdrawalApp()
const { db, pool } = app.database
let desk: TestDesk
let payer: TestOperator
let finance: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
  finance = await desk.createOperator('finance')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const head = 'kind,ref,refund_ref,amount,currency,status,created_at'
const toDay = (at: Date) => at.toISOString().slice(0, 10)
const now = app.context.clock.now()
const dayBefore = (days: number) => toDay(new Date(now.getTime() - days * dayMs))

const upload = async (operator: TestOperator, day: string, lines: readonly string[], changes: object = {}) =>
  (
    await desk.call(deskReconcileCalls.uploadStatement.path, operator.cookie, {
      processor: 'ORANGE',
      day,
      name: 'orange.csv',
      format: defaultFormat,
      text: [head, ...lines].join('\n'),
      ...changes,
    })
  ).json
const compare = () => compareFiles(app.context)
const getDay = async (day: string) => (await payer.get(`/api/desk/day/${day}`))['day'] as StatementDay
const listDays = async () => (await payer.get('/api/desk/days'))['days'] as StatementDayRow[]
const findRow = async (day: string) => (await listDays()).find((row) => row.day === day)

/** Creates differences of an unknown reference. One of them is explained only by its day. */
async function createDifference(day: string, amount = 1000) {
  const reference = randomUUID()
  const line = `charge,${reference},,${amount},USD,succeeded,${day}T12:00:00Z`
  await upload(finance, day, [line])
  await compare()
  const exception = (await getDay(day)).exceptions.find((each) => each.reference === reference)
  return { reference, line, id: exception?.id ?? 0 }
}
const explain = async (
  operator: TestOperator,
  day: string,
  exception: number,
  words = 'taken for a test',
): Promise<CommandView> => {
  const asked = (await operator.request('exception.explain', { day, exception, words }))['command'] as CommandView
  await app.runJob('operators.run_commands')
  return (await operator.get(`/api/desk/command/${asked.id}`))['command'] as CommandView
}

describe('an uploaded statement', () => {
  test('is compared by the server, with amounts of what agrees and what does not', async () => {
    const trader = await app.registerTrader()
    const deposit = await openDeposit(app, trader.userId)
    await creditDeposit(app, deposit)
    const [day, unknown] = [dayBefore(1), randomUUID()]
    const at = `${day}T12:00:00.000Z`
    const lines = [
      `charge,${deposit.reference},,100000,USD,succeeded,${at}`,
      `charge,${unknown},,2500,USD,succeeded,${at}`,
      `charge,${randomUUID()},,700,USD,declined_soft,${at}`,
      `charge,${randomUUID()},,900,USD,succeeded,${dayBefore(3)}T12:00:00.000Z`,
    ]
    expect(await upload(finance, day, lines)).toMatchObject({ return: true, stored: 3, ignored: 1 })
    expect((await getDay(day)).processors).toMatchObject([
      { name: 'ORANGE', comparedAtMs: null, fileName: 'orange.csv' },
    ])
    await compare()
    const found = await getDay(day)
    expect(found.processors).toMatchObject([
      {
        comparedAtMs: app.context.clock.now().getTime(),
        format: defaultFormat,
        totals: [{ currency: 'USD', there: 102_500, here: 100_000, agreed: 100_000, agreedCount: 1 }],
      },
    ])
    expect(found.exceptions).toMatchObject([
      {
        kind: 'missing_here',
        what: 'charge',
        reference: unknown,
        there: 'succeeded',
        here: 'unknown',
        difference: 2500,
      },
    ])
    expect(await findRow(day)).toMatchObject({ processors: 1, waiting: 0, open: 1, explained: 0, closedAtMs: null })
  })

  test('of payments and finance only, of a day that is over, and not larger than it may be', async () => {
    const risk = await desk.createOperator('risk')
    const day = dayBefore(4)
    expect((await desk.call('/api/desk/day/2020-01-01', risk.cookie)).json).toMatchObject({ error: 'errors.not_found' })
    expect(await upload(risk, day, [])).toMatchObject({ error: 'desk.no_right' })
    expect(await upload(finance, toDay(new Date()), [])).toMatchObject({ error: 'desk_reconcile.day_not_over' })
    expect(await upload(finance, day, ['charge,a,,x,USD,succeeded,2026-01-01'])).toMatchObject({
      error: 'desk_reconcile.bad_line',
      message: expect.stringContaining('Line 2, column amount'),
    })
    const { status } = await desk.call(deskReconcileCalls.uploadStatement.path, finance.cookie, {
      processor: 'ORANGE',
      day,
      name: 'a.csv',
      format: defaultFormat,
      text: 'x'.repeat(5_000_001),
    })
    expect(status).toBe(400)
    expect(await findRow(day)).toBeUndefined()
  })

  test('replaces the one before it: what it does not say any more has gone, an explanation stays with the same amount', async () => {
    const day = dayBefore(5)
    const { id, line } = await createDifference(day)
    expect(await explain(payer, day, id)).toMatchObject({ state: 'done' })
    await upload(finance, day, [line])
    await compare()
    expect((await getDay(day)).exceptions).toMatchObject([{ id, explanation: 'taken for a test', goneAtMs: null }])
    await upload(finance, day, [line.replace(',1000,', ',1001,')])
    await compare()
    expect((await getDay(day)).exceptions).toMatchObject([{ id, difference: 1001, explanation: null }])
    await upload(finance, day, [])
    await compare()
    expect((await getDay(day)).exceptions).toMatchObject([{ id, goneAtMs: expect.any(Number) }])
    expect(await findRow(day)).toMatchObject({ open: 0, explained: 0 })
  })

  test('that says the same twice has two differences', async () => {
    const day = dayBefore(6)
    const line = `charge,${randomUUID()},,1000,USD,succeeded,${day}T12:00:00Z`
    await upload(finance, day, [line, line, line])
    await compare()
    const { exceptions } = await getDay(day)
    expect(exceptions.map(({ kind }) => kind).toSorted()).toEqual(['doubled', 'doubled', 'missing_here'])
  })
})

describe('a day', () => {
  test('is closed when each difference is explained, once, and takes no statement after that', async () => {
    const day = dayBefore(7)
    const { id } = await createDifference(day)
    expect(await finance.order('day.close', { day })).toMatchObject({
      state: 'refused',
      note: 'desk_reconcile.still_open',
    })
    expect(await explain(finance, day, id)).toMatchObject({ state: 'done' })
    await upload(finance, day, [], { processor: 'ZOOM' })
    expect(await finance.order('day.close', { day })).toMatchObject({ state: 'refused' })
    await compare()
    expect(await finance.order('day.close', { day })).toMatchObject({ state: 'done' })
    expect(await getDay(day)).toMatchObject({ closedAtMs: expect.any(Number) })
    expect(await finance.order('day.close', { day })).toMatchObject({ state: 'refused' })
    expect(await upload(finance, day, [])).toMatchObject({ error: 'desk_reconcile.closed' })
  })

  test('without statements is not closed, nor by who is not of finance', async () => {
    expect(await finance.order('day.close', { day: '2020-01-01' })).toMatchObject({ state: 'refused' })
    expect(await payer.request('day.close', { day: dayBefore(7) })).toMatchObject({ error: 'desk.no_right' })
  })

  test('whose difference has gone, or is of another day, is not explained', async () => {
    const day = dayBefore(8)
    const { id } = await createDifference(day)
    expect(await explain(payer, dayBefore(9), id)).toMatchObject({ state: 'refused', note: 'desk.changed' })
    await upload(finance, day, [])
    await compare()
    expect(await explain(payer, day, id)).toMatchObject({ state: 'refused' })
  })

  test('is not closed by a server alone, and no difference is explained by one', async () => {
    const day = dayBefore(10)
    await createDifference(day)
    await expect(pool.query(`insert into closed_days values ('${day}', now())`)).rejects.toMatchObject({
      constraint: 'closed_days_ordered',
    })
    await expect(
      pool.query(
        `update statement_exceptions set explanation = 'as agreed', explained_at = now() where day = '${day}'`,
      ),
    ).rejects.toMatchObject({ constraint: 'statement_exceptions_ordered' })
    await expect(pool.query(`update statement_exceptions set kind = kind`)).rejects.toThrow()
    await expect(pool.query(`delete from statement_exceptions`)).rejects.toThrow('permission denied')
    expect(await db.selectFrom('closed_days').select('day').where('day', '=', day).execute()).toEqual([])
  })
})

test('payments switches a processor off and on, which the list of processors shows', async () => {
  const find = async () =>
    (
      (await payer.get(deskProcessorCalls.listProcessors.path))['processors'] as readonly {
        name: string
        isOn: boolean
      }[]
    ).find(({ name }) => name === 'ZOOM')
  expect(await find()).toMatchObject({ isOn: true })
  const change = (before: string[], value: string[]) =>
    payer.order('setting.change', { setting: 'processors_off', before, value })
  expect(await change([], ['ZOOM'])).toMatchObject({ state: 'done' })
  expect(await find()).toMatchObject({ isOn: false })
  expect(await change([], ['ORANGE'])).toMatchObject({ state: 'refused', note: 'desk.changed' })
  expect(await change(['ZOOM'], [])).toMatchObject({ state: 'done' })
})
