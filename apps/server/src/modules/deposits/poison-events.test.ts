import { refundAlertAfterTries } from '@tradefront/rules/deposits/inquiry-schedule'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import {
  createDepositsFixture,
  type DepositsFixture,
  succeededCharge,
} from '../../../test/fixtures/deposits/deposits-fixture.ts'

let fixture: DepositsFixture
beforeAll(async () => {
  fixture = await createDepositsFixture()
})
beforeEach(async () => {
  fixture.errors.length = 0
  fixture.requests.length = 0
  fixture.replies.next = async () => ({ ok: false, fault: 'timeout' })
  await fixture.query('update attempts set next_check_at = null')
  await fixture.query('update processor_webhooks set next_try_at = null')
  await fixture.query('delete from alerts')
})

/** Inserts a stored webhook that has not been applied. */
async function insertStoredWebhook(slug: string, eventId: string, reference: string, charge: unknown) {
  await fixture.query(
    `insert into processor_webhooks (id, method, processor_slug, event_id, reference, body, created_at, updated_at, next_try_at)
     values (gen_random_uuid(), 'card', $1, $2, $3, $4, $5, $5, $5)`,
    [slug, eventId, reference, JSON.stringify({ event_id: eventId, ref: reference, charge }), fixture.clock.now()],
  )
}

const findAttempt = async (id: number) =>
  (
    await fixture.query<{
      state: string
      error_class: string | null
      inquiry_count: number
      next_check_at: Date | null
    }>('select state, error_class, inquiry_count, next_check_at from attempts where id = $1', [id])
  )[0]

/** Makes the database refuse every change of this deposit, as it would for a bug. */
async function refuseChangesOf(depositId: string): Promise<() => Promise<unknown>> {
  const name = `refuse_${depositId.replaceAll('-', '')}`
  await fixture.runAsOwner(`
    create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = '23514'; end $$;
    create trigger ${name} before update on deposits for each row when (old.id = '${depositId}') execute function ${name}()`)
  return () => fixture.runAsOwner(`drop function ${name} cascade`)
}

const declineWith = (reason: string) => ({ status: 'declined_hard', psp_ref: null, reason })

test.each([
  ['an emoji that a cut would halve', `${'x'.repeat(99)}😀`, `${'x'.repeat(99)}😀`],
  ['an emoji after the cut', `${'x'.repeat(100)}😀`, 'x'.repeat(100)],
  ['NUL', 'do not\0honour', 'do nothonour'],
  ['half an emoji', 'lost\ud83d', 'lost\ufffd'],
])('a decline whose reason has %s is applied', async (_what, reason, stored) => {
  const { id, reference } = await fixture.insertAttempt({ processor: 'EZPAY' })
  await fixture.receiveWebhook('ezpay', reference, declineWith(reason))
  expect(await findAttempt(id)).toMatchObject({ state: 'declined_hard', error_class: stored })
  expect(fixture.errors).toEqual([])
})

test.each([
  ['an emoji that a cut would halve', `${'x'.repeat(99)}😀`],
  ['NUL', 'do not\0honour'],
])('a status answer whose reason has %s is applied', async (_what, reason) => {
  const { id } = await fixture.insertAttempt({ processor: 'EZPAY' })
  fixture.replies.next = async () => ({ ok: true, json: declineWith(reason) })
  await fixture.processDueDeposits()
  expect(await findAttempt(id)).toMatchObject({ state: 'declined_hard' })
})

test('a webhook that the database keeps refusing is counted, delayed and raised, and hides no later one', async () => {
  const poisoned = await fixture.insertAttempt()
  const healthy = await fixture.insertAttempt()
  const allow = await refuseChangesOf(poisoned.depositId)
  await fixture.receiveWebhook('orange', poisoned.reference, succeededCharge, 'evt_refused')
  await insertStoredWebhook('orange', 'evt_after_refused', healthy.reference, succeededCharge)
  fixture.clock.advance(minuteMs)
  await fixture.processDueDeposits()
  expect(await fixture.getCash(healthy.userId)).toBe(100_000)

  const findWebhook = async () =>
    (
      await fixture.query<{ tries: number; next_try_at: Date; applied_at: Date | null }>(
        `select tries, next_try_at, applied_at from processor_webhooks where event_id = 'evt_refused'`,
      )
    )[0]
  expect(await findWebhook()).toMatchObject({ tries: 2, next_try_at: new Date(fixture.clock.now().getTime() + 20_000) })
  expect(await fixture.listAlerts()).toEqual([])
  for (let tries = 3; tries <= 5; tries += 1) {
    fixture.clock.advance(hourMs)
    await fixture.processDueDeposits()
  }
  expect(await findWebhook()).toMatchObject({ tries: 5, applied_at: null })
  const alert = { kind: 'webhook.not_applied', subject: 'webhook:orange/evt_refused' }
  expect(await fixture.listAlerts()).toContainEqual(alert)

  await allow()
  fixture.clock.advance(hourMs)
  await fixture.processDueDeposits()
  expect(await fixture.getCash(poisoned.userId)).toBe(100_000)
  expect(await fixture.listAlerts()).not.toContainEqual(alert)
})

test.each([
  ['that this version cannot read', 'orange', { status: 'a status of another version' }],
  ['of a processor that left the registry', 'departed', succeededCharge],
])('sixty stored webhooks %s hide no later one and raise alerts', async (_what, slug, charge) => {
  const { userId, reference } = await fixture.insertAttempt()
  for (let count = 0; count < 60; count += 1) await insertStoredWebhook(slug, `evt_${slug}_${count}`, reference, charge)
  fixture.clock.advance(1000)
  await insertStoredWebhook('orange', `evt_good_${slug}`, reference, succeededCharge)
  for (let round = 0; round < 5; round += 1) await fixture.processDueDeposits()
  expect(await fixture.getCash(userId)).toBe(100_000)
  for (let round = 0; round < 40; round += 1) {
    fixture.clock.advance(hourMs)
    await fixture.processDueDeposits()
  }
  expect(fixture.errors).toContainEqual(new Error(`the stored webhook webhook:${slug}/evt_${slug}_0 cannot be read`))
  const alerts = await fixture.listAlerts()
  expect(alerts.filter(({ subject }) => subject.startsWith(`webhook:${slug}/evt_${slug}`))).toHaveLength(60)
})

test('an attempt of a processor that left the registry delays no other, goes to review and raises an alert', async () => {
  const departed = await fixture.insertAttempt({ processor: 'DEPARTED' })
  const healthy = await fixture.insertAttempt()
  fixture.replies.next = async () => ({ ok: true, json: succeededCharge })
  await fixture.processDueDeposits()
  expect(await fixture.getCash(healthy.userId)).toBe(100_000)
  for (let round = 0; round < 5; round += 1) {
    fixture.clock.advance(hourMs)
    await fixture.processDueDeposits()
  }
  expect((await findAttempt(departed.id))?.inquiry_count).toBeGreaterThanOrEqual(5)
  expect(await fixture.query('select state from deposits where id = $1', [departed.depositId])).toEqual([
    { state: 'review' },
  ])
  expect(await fixture.listAlerts()).toContainEqual({
    kind: 'attempt.inquiry_fails',
    subject: `attempt:${departed.id}`,
  })
})

test('an attempt whose deposit cannot be written is counted and delayed, and raises an alert', async () => {
  const poisoned = await fixture.insertAttempt()
  const healthy = await fixture.insertAttempt()
  const allow = await refuseChangesOf(poisoned.depositId)
  fixture.replies.next = async () => ({ ok: true, json: succeededCharge })
  await fixture.processDueDeposits()
  expect(await fixture.getCash(healthy.userId)).toBe(100_000)
  expect(await findAttempt(poisoned.id)).toMatchObject({ inquiry_count: 1 })
  for (let round = 0; round < 4; round += 1) {
    fixture.clock.advance(hourMs)
    await fixture.processDueDeposits()
  }
  expect(await fixture.listAlerts()).toEqual([{ kind: 'attempt.inquiry_fails', subject: `attempt:${poisoned.id}` }])
  await allow()
})

test('an idle deposit that cannot be closed holds up no other, and raises an alert an hour later', async () => {
  const insertIdle = async () => (await fixture.insertAttempt({ state: 'declined_soft' })).depositId
  const poisoned = await insertIdle()
  const allow = await refuseChangesOf(poisoned)
  const healthy = await insertIdle()
  await fixture.query('update attempts set next_check_at = null')
  const readStates = async () =>
    (
      await fixture.query<{ state: string }>('select state from deposits where id = any($1) order by id = $2', [
        [poisoned, healthy],
        healthy,
      ])
    ).map(({ state }) => state)
  fixture.clock.advance(30 * minuteMs)
  await fixture.processDueDeposits()
  expect(await readStates()).toEqual(['processing', 'processing'])
  fixture.clock.advance(1)
  await fixture.processDueDeposits()
  expect(await readStates()).toEqual(['processing', 'failed'])
  fixture.clock.advance(hourMs - 1)
  await fixture.processDueDeposits()
  expect(await fixture.listAlerts()).toEqual([])
  fixture.clock.advance(1)
  await fixture.processDueDeposits()
  expect(await fixture.listAlerts()).toEqual([{ kind: 'deposit.close_fails', subject: `deposit:${poisoned}` }])
  await allow()
})

/** Inserts a refund for a trader who wants late money back. */
async function insertDueRefund() {
  const attempt = await fixture.insertAttempt()
  await fixture.receiveWebhook('orange', attempt.reference, declineWith('declined'))
  await fixture.receiveWebhook('orange', attempt.reference, succeededCharge)
  expect(await fixture.requestRefund(attempt.userId, attempt.depositId)).toMatchObject({
    result: { ok: true },
  })
  return attempt
}

test('a refund that the processor does not answer for a week raises an alert', async () => {
  const { id } = await insertDueRefund()
  for (let tries = 1; tries < refundAlertAfterTries; tries += 1) {
    await fixture.processDueDeposits()
    fixture.clock.advance(dayMs)
  }
  expect(await fixture.query('select refund_inquiry_count as count from captures where attempt_id = $1', [id])).toEqual(
    [{ count: refundAlertAfterTries - 1 }],
  )
  expect(await fixture.listAlerts()).toEqual([])
  await fixture.processDueDeposits()
  expect(await fixture.listAlerts()).toEqual([{ kind: 'refund.unanswered', subject: `attempt:${id}` }])
})

test.each([
  ['whose call throws', async () => () => undefined],
  [
    'whose answer the database refuses',
    async (attemptId: number) => {
      await fixture.runAsOwner(`
        create function refuse_refund() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = '23514'; end $$;
        create trigger refuse_refund before update on captures for each row
          when (old.attempt_id = ${attemptId} and new.status = 'refunded') execute function refuse_refund()`)
      return () => fixture.runAsOwner('drop function refuse_refund cascade')
    },
  ],
])('a refund %s is counted, delayed and raised, and holds up no other', async (what, refuse) => {
  const poisoned = await insertDueRefund()
  const healthy: { id: number }[] = []
  for (let count = 0; count < 25; count += 1) healthy.push(await insertDueRefund())
  const allow = await refuse(poisoned.id)
  const isThrowing = { now: what === 'whose call throws' }
  fixture.replies.next = async ({ body }) => {
    if (isThrowing.now && body?.['ref'] === poisoned.reference) throw new Error('poison')
    return { ok: true, json: { status: 'refunded' } }
  }
  const findRefund = async () =>
    (
      await fixture.query<{ status: string; refund_inquiry_count: number; next_check_at: Date | null }>(
        'select status, refund_inquiry_count, next_check_at from captures where attempt_id = $1',
        [poisoned.id],
      )
    )[0]
  await fixture.processDueDeposits()
  await fixture.processDueDeposits()
  expect(await findRefund()).toEqual({
    status: 'refund_due',
    refund_inquiry_count: 1,
    next_check_at: new Date(fixture.clock.now().getTime() + 10_000),
  })
  expect(
    await fixture.query('select distinct status from captures where attempt_id = any($1)', [
      healthy.map(({ id }) => id),
    ]),
  ).toEqual([{ status: 'refunded' }])
  const alert = { kind: 'refund.fails', subject: `attempt:${poisoned.id}` }
  for (let tries = 2; tries <= 5; tries += 1) {
    expect(await fixture.listAlerts()).not.toContainEqual(alert)
    fixture.clock.advance(hourMs)
    await fixture.processDueDeposits()
  }
  expect(await findRefund()).toMatchObject({ status: 'refund_due', refund_inquiry_count: 5 })
  expect(await fixture.listAlerts()).toContainEqual(alert)

  isThrowing.now = false
  await allow()
  fixture.clock.advance(hourMs)
  await fixture.processDueDeposits()
  expect(await findRefund()).toMatchObject({ status: 'refunded', next_check_at: null })
})

test('idle deposits are closed although others before them cannot be', async () => {
  const insertIdle = async () => {
    const attempt = await fixture.insertAttempt({ state: 'declined_soft' })
    await fixture.query('update attempts set next_check_at = null where id = $1', [attempt.id])
    return attempt.depositId
  }
  const poisoned: string[] = []
  for (let count = 0; count < 60; count += 1) poisoned.push(await insertIdle())
  const allowed = await Promise.all(poisoned.map((id) => refuseChangesOf(id)))
  const healthy = await insertIdle()
  fixture.clock.advance(31 * minuteMs)
  await fixture.closeIdleDeposits()
  expect(await fixture.query('select state from deposits where id = $1', [healthy])).toEqual([{ state: 'failed' }])
  fixture.clock.advance(hourMs)
  await fixture.closeIdleDeposits()
  expect(await fixture.listAlerts()).toHaveLength(60)
  for (const allow of allowed) await allow()
})

test('a due time that was written by a clock far ahead is due now', async () => {
  const { id, userId } = await fixture.insertAttempt()
  await fixture.query(`update attempts set next_check_at = '2036-01-01', updated_at = '2036-01-01' where id = $1`, [id])
  fixture.replies.next = async () => ({ ok: true, json: succeededCharge })
  await fixture.repairDueTimes()
  await fixture.processDueDeposits()
  expect(await fixture.getCash(userId)).toBe(100_000)
})
