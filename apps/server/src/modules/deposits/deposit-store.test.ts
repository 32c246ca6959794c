import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { AppContext } from '../../context.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createKeyedQueue } from '../../platform/keyed-queue.ts'
import { bindContext } from '../../../test/fixtures/app/bind-context.ts'
import { createTestContext } from '../../../test/fixtures/app/test-context.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { warmPool } from '../../../test/fixtures/database/warm-pool.ts'
import { findBalances } from '../ledger/service.ts'
import { applyResult } from './apply-result.ts'
import { insertDeposit } from './deposit-store.ts'
import { closeDeposit, insertAttempt, markAttemptResent, requestClose, scheduleInquiry } from './deposit-writes.ts'
import { updateDeposit } from './update-deposit.ts'
import { toDepositView } from './deposit-view.ts'
import { findDepositById } from './deposit-lookup-store.ts'

let address: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let context: AppContext
let userId: number
let reference: string
let id: string

const success = { source: 'webhook', state: 'succeeded', money: { amount: 100_000, currency: 'USD' } } as const
/** Creates a server whose results do not wait for those of others. */
const createApplier = () => {
  const depositBatches = { ...context.depositBatches, resultQueue: createKeyedQueue(1) }
  return bindContext({ ...context, depositBatches }, { applyResult }).applyResult
}
const findCashBalance = async (ownerId = userId) => (await findBalances(database.db, ownerId, 'USD')).cash

async function insertPendingDeposit(): Promise<{ userId: number; id: string; reference: string }> {
  const [depositId, ref] = [randomUUID(), randomUUID()]
  const { rows } = await database.pool.query(
    `with trader as (
       insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult, terms_accepted_at, registered_at, real_opened_at)
       values (gen_random_uuid() || '@example.com', '-', 'Ada', 'Lovelace', 'AU', 'USD', '61400000000', 'en', true, now(), now(), now()) returning id
     ), deposit as (
       insert into deposits (id, user_id, method, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at)
       select $1, id, 'card', 'AU', 100000, 'USD', 0, 0, false, array['ORANGE', 'CONCEPT', 'UNIVERSE'], 'processing', now(), now() from trader returning user_id
     )
     insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
     select $1, 1, 'ORANGE', true, 'pending', $2, now(), now(), now() from deposit returning (select user_id from deposit)`,
    [depositId, ref],
  )
  return { userId: rows[0].user_id, id: depositId, reference: ref }
}

beforeAll(async () => {
  address = await createTestDatabase()
  database = openDatabase(address.url)
  context = createTestContext({ db: database.db })
})
beforeEach(async () => {
  ;({ userId, id, reference } = await insertPendingDeposit())
})
afterAll(async () => {
  await database.close()
  await address.drop()
})

test('eight simultaneous new deposits of a trader open one, and none while it is open', async () => {
  await createApplier()(reference, success)
  const deposit = {
    userId,
    method: 'card',
    cardId: null,
    instrumentKind: null,
    instrumentHint: null,
    country: 'AU',
    amount: 100_000,
    currency: 'USD',
    bonus: 0,
    wageringRequired: 0,
    releaseMax: 0,
    isFixed: true,
    processorOrder: ['ORANGE'],
    requestHash: null,
    idempotencyKey: null,
  } as const
  const insert = () => insertDeposit(database.db, { ...deposit, id: randomUUID() }, new Date())
  await warmPool(database.pool, 8)
  const inserted = await Promise.all(Array.from({ length: 8 }, insert))
  expect(inserted.filter((each) => each !== null)).toHaveLength(1)
  expect(await insert()).toBeNull()
})

test('updateDeposit decides again after another write changed the deposit', async () => {
  const seen: string[] = []
  await updateDeposit(context, { id }, async (deposit) => {
    seen.push(deposit.state)
    if (seen.length === 1) await createApplier()(reference, success)
    if (deposit.state === 'processing') await closeDeposit(database.db, deposit, 'deposits.canceled', new Date())
  })
  expect(seen).toEqual(['processing', 'succeeded'])
  expect((await findDepositById(database.db, userId, id))?.state).toBe('succeeded')
  expect(await findCashBalance()).toBe(100_000)
})

test('updateDeposit does not write a decision that was based on an outdated deposit', async () => {
  const known = await findDepositById(database.db, userId, id)
  await createApplier()(reference, success)
  const attempt = { processor: 'CONCEPT', isCharging: true, reference: randomUUID(), nextCheckAt: null } as const
  const work = updateDeposit(
    context,
    { id },
    async (deposit) => {
      if (deposit.state === 'processing')
        await insertAttempt(database.db, deposit, attempt, { day: '2026-11-18', limit: 3 }, new Date())
      return deposit.state
    },
    known ?? undefined,
  )
  expect(await work).toBe('succeeded')
  expect((await findDepositById(database.db, userId, id))?.attempts).toHaveLength(1)
})

const startAttempt = (processor: 'CONCEPT' | 'UNIVERSE') =>
  updateDeposit(context, { id }, (deposit) =>
    insertAttempt(
      database.db,
      deposit,
      { processor, isCharging: true, reference: randomUUID(), nextCheckAt: null },
      { day: '2026-11-18', limit: 3 },
      new Date(),
    ),
  )

test('updateDeposit decides again after another attempt was started, which leaves the state as it is', async () => {
  await createApplier()(reference, { source: 'webhook', state: 'declined_soft' })
  const known = await findDepositById(database.db, userId, id)
  await startAttempt('CONCEPT')
  await updateDeposit(
    context,
    { id },
    async (deposit) => {
      const isTried = deposit.attempts.some(({ processor }) => processor === 'CONCEPT')
      if (!isTried) await closeDeposit(database.db, deposit, 'deposits.canceled', new Date())
    },
    known ?? undefined,
  )
  expect((await findDepositById(database.db, userId, id))?.state).toBe('processing')
})

test('a deposit counts for the day once, with its first charging attempt', async () => {
  const readCounts = async () =>
    (await database.pool.query('select count from daily_deposit_counts where user_id = $1', [userId])).rows
  const decline = (ref: string) => createApplier()(ref, { source: 'webhook', state: 'declined_soft' })
  await decline(reference)
  const first = await startAttempt('CONCEPT')
  expect(await readCounts()).toEqual([{ count: 1 }])
  await decline(first?.attempts.at(-1)?.reference ?? '')
  await startAttempt('UNIVERSE')
  expect(await readCounts()).toEqual([{ count: 1 }])
})

test('an attempt whose token is sent is committed as sent before the call', async () => {
  await createApplier()(reference, {
    source: 'reply',
    state: 'requires_action',
    action: { kind: 'dialog', dialog: 'entro_pin' },
  })
  await updateDeposit(context, { id }, async (deposit) => {
    await markAttemptResent(database.db, deposit, deposit.attempts[0]?.id ?? 0, null, new Date())
  })
  expect((await findDepositById(database.db, userId, id))?.attempts).toMatchObject([{ state: 'sent' }])
})

test('the next inquiry is that of one attempt, not of those before it', async () => {
  await createApplier()(reference, { source: 'webhook', state: 'declined_soft' })
  await startAttempt('CONCEPT')
  const readInquiries = async () => {
    const { rows } = await database.pool.query<{ id: number; count: number; at: Date }>(
      'select id, inquiry_count as count, next_check_at as at from attempts where deposit_id = $1 order by seq',
      [id],
    )
    return rows
  }
  const [declined, current] = await readInquiries()
  const at = new Date('2026-11-18T12:00:00Z')
  await updateDeposit(context, { id }, async (deposit) => {
    await scheduleInquiry(database.db, deposit, current?.id ?? 0, 8, at, false, new Date())
  })
  expect(await readInquiries()).toEqual([declined, { id: current?.id, count: 8, at }])
})

test('a deposit remembers which processors sent the trader to a page', async () => {
  const apply = createApplier()
  const findPages = async () => {
    const deposit = await findDepositById(database.db, userId, id)
    return deposit === null ? null : toDepositView(deposit, 'en').redirected_by
  }
  await apply(reference, { source: 'reply', state: 'requires_action', action: { kind: 'dialog', dialog: 'entro_pin' } })
  expect(await findPages()).toEqual([])
  const action = { kind: 'redirect', url: 'https://bank.example/' } as const
  await apply(reference, { source: 'reply', state: 'requires_action', action })
  await apply(reference, { source: 'webhook', state: 'declined_soft' })
  expect(await findPages()).toEqual(['ORANGE'])
})

test('a cancelled deposit is told as cancelled, also after a review', async () => {
  const now = new Date()
  await updateDeposit(context, { id }, (deposit) => requestClose(database.db, deposit, 'deposits.canceled', now))
  await updateDeposit(context, { id }, async (deposit) => {
    await scheduleInquiry(database.db, deposit, deposit.attempts[0]?.id ?? 0, 8, null, true, now)
  })
  await createApplier()(reference, { source: 'inquiry', state: 'not_charged' })
  expect(await findDepositById(database.db, userId, id)).toMatchObject({
    state: 'failed',
    reason: 'deposits.canceled',
  })
})

test('a result that was decided about an attempt whose commit was lost is decided again, even if the version is the same', async () => {
  const read = await findDepositById(database.db, userId, id)
  const [attempt] = read?.attempts ?? []
  if (read === null || attempt === undefined) throw new Error('no attempt')
  const lost = { ...read, attempts: [{ ...attempt, id: attempt.id + 1_000_000 }] }
  expect(await createApplier()(reference, success, lost)).toMatchObject({ changed: true })
  expect(await findDepositById(database.db, userId, id)).toMatchObject({
    state: 'succeeded',
    version: read.version + 1,
    attempts: [{ id: attempt.id, state: 'succeeded' }],
  })
})

test('a result waits for a lease on its attempt and is written after it', async () => {
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query(`update attempts set next_check_at = now() + interval '1 minute' where reference = $1`, [reference])
  const applied = createApplier()(reference, success)
  await sleep(50)
  await other.query('commit')
  other.release()
  expect(await applied).toMatchObject({ changed: true })
  const deposit = await findDepositById(database.db, userId, id)
  expect(deposit).toMatchObject({ state: 'succeeded', attempts: [{ state: 'succeeded', nextCheckAtMs: null }] })
  expect(await findCashBalance()).toBe(100_000)
})

test('ten simultaneous results of the same success credit it once', async () => {
  const applied = await Promise.all(Array.from({ length: 10 }, () => createApplier()(reference, success)))
  expect(applied.filter((each) => each?.changed)).toHaveLength(1)
  expect(await findCashBalance()).toBe(100_000)
})

test('simultaneous results of many deposits are written by one transaction, each with its own money', async () => {
  const pending = await Promise.all(Array.from({ length: 12 }, insertPendingDeposit))
  const shared = createApplier()
  const taken = (index: number) => ({ amount: index === 3 ? 5 : 100_000, currency: 'USD' })
  const learnt = (index: number) =>
    index === 7 ? ({ source: 'webhook', state: 'declined_soft' } as const) : { ...success, money: taken(index) }
  const applied = await Promise.all(pending.map(({ reference: ref }, index) => shared(ref, learnt(index))))
  expect(applied.filter((each) => each?.changed)).toHaveLength(12)
  // The third deposit has another amount, and the seventh was declined.
  const owned = await Promise.all(pending.map((each) => findCashBalance(each.userId)))
  expect(owned).toEqual(pending.map((_, index) => (index === 3 || index === 7 ? 0 : 100_000)))
  const { rows } = await database.pool.query(
    'select count(distinct xmin::text)::int as statements, array_agg(distinct version) as versions from deposits where id = any($1)',
    [pending.map((each) => each.id)],
  )
  expect(rows).toEqual([{ statements: 1, versions: [1] }])
})

test('a result that the database rejects does not prevent the others of its batch', async () => {
  const pending = await Promise.all(Array.from({ length: 3 }, insertPendingDeposit))
  await database.pool.query(
    `with entry as (
       insert into ledger_entries (kind, subject, created_at)
       select 'deposit.credited', 'attempt:' || id, now() from attempts where reference = $1 returning id)
     insert into ledger_lines (entry_id, account, currency, amount)
     select id, account, 'USD', amount from entry, (values ('fees', 5), ('bonus_expense', -5)) l (account, amount)`,
    [pending[1]?.reference],
  )
  const shared = createApplier()
  const applied = await Promise.allSettled(pending.map((each) => shared(each.reference, success)))
  expect(applied.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await Promise.all(pending.map((each) => findCashBalance(each.userId)))).toEqual([100_000, 0, 100_000])
  expect((await findDepositById(database.db, pending[1]?.userId ?? 0, pending[1]?.id ?? ''))?.state).toBe('processing')
})

test('a database error changes nothing and is not retried', async () => {
  let tries = 0
  const work = updateDeposit(context, { id }, async (deposit) => {
    tries += 1
    await insertAttempt(
      database.db,
      deposit,
      { processor: 'ORANGE', isCharging: true, reference: reference, nextCheckAt: null },
      { day: '2026-11-18', limit: 3 },
      new Date(),
    )
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(tries).toBe(1)
  const { rows } = await database.pool.query('select version, day_limit_date from deposits where id = $1', [id])
  expect(rows).toEqual([{ version: 0, day_limit_date: null }])
})
