import { expect, test } from 'vitest'

import {
  buildSuccess,
  createDepositsFixture,
  succeededCharge,
} from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import {
  claimDueAttempts,
  listIdleDeposits,
  listProcessorsWithDueAttempts,
  makeInquiryDue,
  postponeInquiry,
} from './due-work-store.ts'
import { claimDueRefunds, claimRefund, listProcessorsWithDueRefunds } from './refunds/refund-store.ts'
import {
  claimDueWebhooks,
  insertWebhook,
  listDueSlugs,
  markWebhookApplied,
  markWebhookFailed,
} from './webhook-store.ts'

const fixture = await createDepositsFixture()
const { clock, query } = fixture
const { db } = fixture.database
const start = clock.now()
const after = (ms: number) => new Date(start.getTime() + ms)
const leaseUntil = after(minuteMs)
const claim = (limit: number, now = start) => ({ now, leaseUntil, limit })

const readAttempts = (ids: readonly number[]) =>
  query(
    'select inquiry_count as count, next_check_at as at, updated_at as "updatedAt" from attempts where id = any($1) order by id',
    [ids],
  )

test('due attempts are claimed by processor, the earliest first, and each once', async () => {
  clock.advance(-dayMs)
  const attempts = [
    await fixture.insertAttempt(),
    await fixture.insertAttempt(),
    await fixture.insertAttempt({ processor: 'CONCEPT' }),
  ]
  clock.advance(dayMs)
  const [first, second, third] = attempts.map(({ id }) => id)
  const later = await fixture.insertAttempt({ processor: 'ZOOM' })
  await query('update attempts set next_check_at = $2 where id = $1', [first, start])
  await query('update attempts set next_check_at = $2 where id = $1', [later.id, after(1)])
  expect(await listProcessorsWithDueAttempts(db, start)).toEqual(['CONCEPT', 'ORANGE'])
  expect(await claimDueAttempts(db, 'ORANGE', claim(1))).toEqual([{ id: second, reference: attempts[1]?.reference }])
  expect(await readAttempts([first ?? 0, second ?? 0, third ?? 0])).toEqual([
    { count: 0, at: start, updatedAt: after(-dayMs) },
    { count: 0, at: leaseUntil, updatedAt: start },
    { count: 0, at: after(-dayMs), updatedAt: after(-dayMs) },
  ])
  expect(await claimDueAttempts(db, 'ORANGE', claim(5))).toMatchObject([{ id: first }])
  expect(await claimDueAttempts(db, 'ORANGE', claim(5))).toEqual([])
  expect(await listProcessorsWithDueAttempts(db, start)).toEqual(['CONCEPT'])
  await query('update attempts set next_check_at = null', [])
})

test('an inquiry is postponed or made due only while one is planned for that attempt', async () => {
  const [attempt, other] = [await fixture.insertAttempt(), await fixture.insertAttempt()]
  const ids = [attempt.id, other.id]
  expect(await postponeInquiry(db, attempt.id, after(1), after(9))).toBe(1)
  expect(await postponeInquiry(db, attempt.id, after(2), after(8))).toBe(2)
  const unchanged = { count: 0, at: start, updatedAt: start }
  expect(await readAttempts(ids)).toEqual([{ count: 2, at: after(8), updatedAt: after(2) }, unchanged])
  await query('update attempts set next_check_at = null where id = $1', [attempt.id])
  expect(await postponeInquiry(db, attempt.id, after(3), after(7))).toBeNull()
  await makeInquiryDue(db, attempt.reference, after(5))
  expect(await readAttempts(ids)).toMatchObject([{ count: 2, at: after(5) }, unchanged])
  for (const [count, isDue] of [
    [7, true],
    [8, false],
  ] as const) {
    await query('update attempts set inquiry_count = $2, next_check_at = null where id = $1', [attempt.id, count])
    await makeInquiryDue(db, attempt.reference, after(6))
    expect(await readAttempts(ids)).toMatchObject([{ at: isDue ? after(6) : null }, unchanged])
  }
  const waiting = await fixture.insertAttempt({ state: 'manual_review' })
  await makeInquiryDue(db, waiting.reference, after(6))
  expect(await readAttempts([waiting.id])).toMatchObject([{ at: start }])
  await query('update attempts set next_check_at = null', [])
})

test('idle deposits are open ones without an active attempt, the oldest first', async () => {
  const list = async (before: Date, except: readonly string[] = [], limit = 5) =>
    (await listIdleDeposits(db, before, except, limit)).map(({ id }) => id)
  const [young, old] = [await fixture.insertAttempt(), await fixture.insertAttempt()]
  await fixture.insertAttempt()
  const ended = await fixture.insertAttempt()
  await fixture.applyResult(ended.reference, { source: 'webhook', state: 'declined_hard' })
  await query(`update attempts set state = 'declined_soft' where id = any($1)`, [[young.id, old.id]])
  await query('update deposits set updated_at = $2 where id = $1', [old.depositId, after(-2)])
  await query('update deposits set updated_at = $2 where id = $1', [young.depositId, after(-1)])
  expect(await list(after(1))).toEqual([old.depositId, young.depositId])
  expect(await list(after(1), [], 1)).toEqual([old.depositId])
  expect(await list(after(1), [old.depositId])).toEqual([young.depositId])
  expect(await list(after(-1))).toEqual([old.depositId])
  expect(await listIdleDeposits(db, after(-1), [], 5)).toEqual([{ id: old.depositId, updatedAt: after(-2) }])
})

test('due refunds are claimed by processor, and one of them by its charge', async () => {
  const [orange, concept] = [await fixture.insertAttempt(), await fixture.insertAttempt({ processor: 'CONCEPT' })]
  for (const { reference } of [orange, concept]) {
    await fixture.applyResult(reference, { source: 'webhook', state: 'declined_hard' })
    await fixture.applyResult(reference, buildSuccess())
    await fixture.applyResult(reference, buildSuccess({ processorReference: 'psp_2' }))
  }
  expect(await listProcessorsWithDueRefunds(db, start)).toEqual([])
  for (const attempt of [orange, concept])
    expect(await fixture.refundLateSuccess(await fixture.readDeposit(attempt))).toMatchObject({ ok: true })
  // The refund was refused once, so that its movements are higher.
  fixture.setRefundAnswer(async () => 'refused')
  const key = { attemptId: concept.id, number: 1 }
  await fixture.sendRefundNow(key)
  await fixture.refundSuspense(key)
  expect(await listProcessorsWithDueRefunds(db, start)).toEqual(['CONCEPT', 'ORANGE'])
  expect(await listProcessorsWithDueRefunds(db, after(-1))).toEqual([])
  const [refund, ...others] = await claimDueRefunds(db, 'ORANGE', claim(5))
  expect(others).toEqual([])
  const [row] = await query<{ refund: string }>(
    'select refund_reference as refund from captures where attempt_id = $1 and number = 1',
    [orange.id],
  )
  expect(refund).toEqual({
    method: 'card',
    attemptId: orange.id,
    number: 1,
    movement: 3,
    nextMovement: 4,
    processor: 'ORANGE',
    depositId: orange.depositId,
    userId: orange.userId,
    reference: orange.reference,
    processorReference: 'psp_1',
    refundReference: row?.refund,
    amount: 100_000,
    currency: 'USD',
    status: 'refund_due',
    inquiryCount: 0,
  })
  expect(await listProcessorsWithDueRefunds(db, start)).toEqual(['CONCEPT'])
  expect(
    await query('select number, next_check_at as at from captures where attempt_id = $1 order by number', [orange.id]),
  ).toEqual([
    { number: 1, at: leaseUntil },
    { number: 2, at: null },
  ])
  expect(await claimRefund(db, orange.id, 1, start, leaseUntil)).toMatchObject({ attemptId: orange.id, number: 1 })
  expect(await claimRefund(db, orange.id, 2, start, leaseUntil)).toBeNull()
  expect(await claimRefund(db, concept.id, 1, start, leaseUntil)).toMatchObject({ attemptId: concept.id })
  expect(
    await query('select next_check_at as at from captures where attempt_id = $1 and number = 1', [concept.id]),
  ).toEqual([{ at: leaseUntil }])
})

test('a webhook is stored once, applied once, and claimed by its processor while it is due', async () => {
  const { reference } = await fixture.insertAttempt()
  const event = { method: 'card', processorSlug: 'orange', eventId: 'event', reference, body: succeededCharge } as const
  const insert = (changes: object = {}) => insertWebhook(db, { ...event, ...changes } as never, leaseUntil, start)
  const stored = await insert()
  expect(stored).toMatchObject({ tries: 0 })
  const id = stored?.id ?? ''
  const other = (await insert({ processorSlug: 'zoom', eventId: 'other' }))?.id ?? ''
  expect(await listDueSlugs(db, start)).toEqual([])
  expect(await listDueSlugs(db, leaseUntil)).toEqual(['orange', 'zoom'])
  await markWebhookFailed(db, id, 3, after(5), after(4))
  expect(await listDueSlugs(db, after(5))).toEqual(['orange'])
  expect(await insert()).toEqual({ id, tries: 3 })
  const { method, processorSlug, eventId, body } = event
  expect(await claimDueWebhooks(db, 'orange', claim(5, after(5)))).toEqual([
    { id, method, processorSlug, eventId, body, tries: 3 },
  ])
  const read = () =>
    query(
      'select applied_at as "appliedAt", tries, next_try_at as at, updated_at as "updatedAt" from processor_webhooks where id = any($1) order by event_id',
      [[id, other]],
    )
  const second = { appliedAt: null, tries: 0, at: leaseUntil, updatedAt: start }
  expect(await read()).toEqual([{ appliedAt: null, tries: 3, at: leaseUntil, updatedAt: after(5) }, second])
  await markWebhookApplied(db, id, after(6))
  await markWebhookApplied(db, id, after(7))
  await markWebhookFailed(db, id, 9, after(8), after(8))
  expect(await read()).toEqual([{ appliedAt: after(6), tries: 3, at: null, updatedAt: after(6) }, second])
  expect(await insert()).toBeNull()
})

test('times that were written by a clock that is ahead keep their pause from now, and others stay', async () => {
  await query('update attempts set next_check_at = null', [])
  await query('delete from processor_webhooks', [])
  const now = after(10 * minuteMs)
  const insertAt = async (writtenMs: number) => {
    const attempt = await fixture.insertAttempt()
    const written = new Date(now.getTime() + writtenMs)
    const due = new Date(written.getTime() + 5000)
    await query('update attempts set next_check_at = $2, waiting_since = $3, updated_at = $3 where id = $1', [
      attempt.id,
      due,
      written,
    ])
    await query('update deposits set updated_at = $2 where id = $1', [attempt.depositId, written])
    await query(
      `insert into processor_webhooks (id, method, processor_slug, event_id, reference, body, created_at, next_try_at, updated_at)
       values (gen_random_uuid(), 'card', 'orange', $1, $2, '{}', $3, $4, $3)`,
      [`event ${writtenMs}`, attempt.reference, written, due],
    )
    return attempt.id
  }
  const ids = [await insertAt(minuteMs), await insertAt(minuteMs + 1)]
  clock.set(now)
  await fixture.repairDueTimes()
  const read = () =>
    query(
      `select a.next_check_at as at, a.waiting_since as since, a.updated_at as updated, d.updated_at as deposit, w.next_try_at as webhook, w.updated_at as "webhookUpdated"
         from attempts a join deposits d on d.id = a.deposit_id join processor_webhooks w on w.reference = a.reference
        where a.id = any($1) order by a.id`,
      [ids],
    )
  const near = new Date(now.getTime() + minuteMs)
  const due = new Date(near.getTime() + 5000)
  expect(await read()).toEqual([
    { at: due, since: near, updated: near, deposit: near, webhook: due, webhookUpdated: near },
    {
      at: new Date(now.getTime() + 5000),
      since: now,
      updated: now,
      deposit: now,
      webhook: new Date(now.getTime() + 5000),
      webhookUpdated: now,
    },
  ])
})
