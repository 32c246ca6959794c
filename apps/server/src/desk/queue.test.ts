import { randomUUID } from 'node:crypto'

import { queueCalls, type QueueRow } from '@tradefront/contract/desk-queue'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'

const app = await startWithdrawalApp()
const { db } = app.database
let desk: TestDesk
let payer: TestOperator
let withdrawalId: string
let userId: number

beforeAll(async () => {
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
  const trader = await app.registerFunded({ cash: 50_000 })
  userId = trader.userId
  withdrawalId = (await app.withdraw(trader.client, 200)).withdrawal?.id ?? ''
  const at = new Date(app.clock.now().getTime() - 60_000)
  await db
    .insertInto('documents')
    .values({
      id: randomUUID(),
      user_id: userId,
      kind: 'passport',
      position: 0,
      state: 'sent',
      media_type: 'image/png',
      bytes: 1,
      pages: 1,
      store: 'database',
      sent_at: at,
    })
    .execute()
  await db.insertInto('alerts').values({ kind: 'trading.no_prices', subject: 'market', created_at: at }).execute()
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const read = async (by: TestOperator): Promise<QueueRow[]> =>
  // New operators raise alerts of their own.
  ((await by.get(queueCalls.getQueue.path))['rows'] as QueueRow[]).filter(
    ({ alert }) => alert === null || alert.subject === 'market',
  )
const listKinds = async (by: TestOperator) => (await read(by)).map(({ kind }) => kind)
test('an operator sees what the roles are for, what is due first first', async () => {
  expect(await listKinds(payer)).toEqual(['alert', 'withdrawal'])
  const all = await desk.createOperator('documents', 'support')
  expect(await listKinds(all)).toEqual(['document', 'alert'])
  expect(await listKinds(await desk.createOperator('admin'))).toEqual([])
  const [, withdrawal] = await read(payer)
  expect(withdrawal).toMatchObject({ id: withdrawalId, amount: 20_000, currency: 'USD', trader: { id: userId } })
  expect((withdrawal?.dueMs ?? 0) - (withdrawal?.sinceMs ?? 0)).toBe(24 * 3_600_000)
})

test('a case is taken, put off and given back, which the others see and the audit trail keeps', async () => {
  const other = await desk.createOperator('payments')
  const input = { kind: 'withdrawal', id: withdrawalId }
  const find = async () => (await read(other)).find(({ id }) => id === withdrawalId)
  expect(await payer.order('case.take', { ...input, isMine: true })).toMatchObject({ state: 'done' })
  expect(await find()).toMatchObject({ operator: payer.name, snoozedUntilMs: null })
  const untilMs = app.clock.now().getTime() + 3_600_000
  await payer.order('case.snooze', { ...input, untilMs })
  expect(await find()).toMatchObject({ operator: payer.name, snoozedUntilMs: untilMs })
  await payer.order('case.take', { ...input, isMine: false })
  expect(await find()).toMatchObject({ operator: null, snoozedUntilMs: untilMs })
  await payer.order('case.snooze', { ...input, untilMs: null })
  expect(await find()).toMatchObject({ snoozedUntilMs: null })
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .where('subject', '=', `withdrawal:${withdrawalId}`)
    .where('action', 'like', 'case.%')
    .execute()
  expect(entries.map(({ actor }) => actor)).toEqual(Array.from({ length: 4 }, () => payer.name))
})

test('a case is put off for 30 days at most', async () => {
  const untilMs = app.clock.now().getTime() + 31 * 86_400_000
  const input = { kind: 'withdrawal', id: withdrawalId, untilMs }
  expect(await payer.order('case.snooze', input)).toMatchObject({ state: 'refused', note: 'desk_queue.too_late' })
})

test('an alert ends once', async () => {
  const alert = Number((await read(payer)).find(({ kind }) => kind === 'alert')?.id)
  expect(await payer.order('alert.resolve', { alert })).toMatchObject({ state: 'done' })
  expect(await listKinds(payer)).not.toContain('alert')
  expect(await payer.order('alert.resolve', { alert })).toMatchObject({ state: 'refused' })
})
