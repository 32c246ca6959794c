import { randomUUID } from 'node:crypto'

import { beforeAll, beforeEach, expect, test } from 'vitest'

import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import {
  createDepositsFixture,
  type DepositsFixture,
  succeededCharge,
} from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { makeInquiryDue } from './due-work-store.ts'

const declined = { status: 'declined_soft', psp_ref: 'psp_1', reason: 'declined' }

let fixture: DepositsFixture
beforeAll(async () => {
  fixture = await createDepositsFixture()
})
beforeEach(async () => {
  fixture.requests.length = 0
  await fixture.query('update attempts set next_check_at = null')
})

/** Lists the times at which the processor is asked, in minutes since the decline. */
async function listInquiryMinutes(days: number): Promise<number[]> {
  const minutes: number[] = []
  for (let minute = 0; minute <= days * 24 * 60; minute += 15) {
    fixture.requests.length = 0
    await fixture.processDueDeposits()
    if (fixture.requests.length > 0) minutes.push(minute)
    fixture.clock.advance(15 * minuteMs)
  }
  return minutes
}

test('a declined attempt is asked about again after an hour, a day and a week, and never cancelled', async () => {
  const { reference } = await fixture.insertAttempt()
  await fixture.receiveWebhook('orange', reference, declined)
  fixture.replies.next = async ({ path }) => {
    expect(path).toBe('/orange/status')
    return { ok: true, json: declined }
  }
  expect(await listInquiryMinutes(9)).toEqual([60, 24 * 60, 7 * 24 * 60])
})

test('an inquiry that finds the decline, and those of an operator, take no late inquiry away', async () => {
  const { reference } = await fixture.insertAttempt()
  fixture.replies.next = async () => ({ ok: true, json: declined })
  await fixture.inquireAttempt(reference)
  await Promise.all([fixture.inquireAttempt(reference), fixture.inquireAttempt(reference)])
  expect(await listInquiryMinutes(9)).toEqual([60, 24 * 60, 7 * 24 * 60])
})

test('a charge after the decline, whose webhook is lost, is credited to cash', async () => {
  const { reference, userId } = await fixture.insertAttempt()
  await fixture.receiveWebhook('orange', reference, declined)
  fixture.replies.next = async () => ({ ok: true, json: succeededCharge })
  fixture.clock.advance(hourMs)
  await fixture.processDueDeposits()
  expect(await fixture.getCash(userId)).toBe(100_000)
  expect(await fixture.query(`select status from captures where processor_reference = 'psp_1'`)).toEqual([
    { status: 'credited_late' },
  ])
  fixture.requests.length = 0
  fixture.clock.advance(8 * dayMs)
  await fixture.processDueDeposits()
  expect(fixture.requests).toEqual([])
})

test('a late inquiry leaves the deposit to the attempt that another processor works on', async () => {
  const { id, depositId } = await fixture.insertAttempt({ state: 'declined_soft' })
  fixture.clock.advance(hourMs)
  await fixture.query(
    `insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
     values ($1, 2, 'CONCEPT', true, 'pending', $2, $3, $3, $3)`,
    [depositId, randomUUID(), fixture.clock.now()],
  )
  fixture.replies.next = async () => ({ ok: true, json: declined })
  await fixture.processDueDeposits()
  expect(fixture.requests).toHaveLength(1)
  expect(await fixture.query('select inquiry_count from attempts where id = $1', [id])).toEqual([{ inquiry_count: 1 }])
  expect(await fixture.query('select state from deposits where id = $1', [depositId])).toEqual([
    { state: 'processing' },
  ])
})

test('once a deposit is paid, its attempt that waits is asked about, and not one that was declined', async () => {
  const { depositId } = await fixture.insertAttempt({ state: 'declined_hard' })
  const [paid, waiting] = [randomUUID(), randomUUID()]
  await fixture.query(
    `insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
     select $1, v.seq, v.processor, true, v.state, v.reference::uuid, $2, $2, $2
       from (values (2, 'CONCEPT', 'declined_hard', $3), (3, 'UNIVERSE', 'pending', $4)) as v(seq, processor, state, reference)`,
    [depositId, fixture.clock.now(), paid, waiting],
  )
  await fixture.query('update attempts set next_check_at = null')
  await fixture.receiveWebhook('concept', paid, succeededCharge)
  const due = await fixture.query(
    'select reference from attempts where deposit_id = $1 and next_check_at is not null',
    [depositId],
  )
  expect(due).toEqual([{ reference: waiting }])
  fixture.replies.next = async () => ({ ok: true, json: { status: 'pending', psp_ref: 'psp_3' } })
  fixture.clock.advance(hourMs)
  await fixture.processDueDeposits()
  expect(await fixture.query('select inquiry_count from attempts where reference = $1', [waiting])).toEqual([
    { inquiry_count: 1 },
  ])
  // An unknown result after the payment needs no review of the deposit.
  expect(await fixture.query('select state from deposits where id = $1', [depositId])).toEqual([{ state: 'succeeded' }])
  expect(fixture.errors).toEqual([])
})

test('a missing answer does not end the late inquiries', async () => {
  const { reference, userId } = await fixture.insertAttempt()
  await fixture.receiveWebhook('orange', reference, declined)
  fixture.replies.next = async () => ({ ok: false, fault: 'timeout' })
  fixture.clock.advance(hourMs)
  await fixture.processDueDeposits()
  fixture.replies.next = async () => ({ ok: true, json: succeededCharge })
  fixture.clock.advance(dayMs)
  await fixture.processDueDeposits()
  expect(await fixture.getCash(userId)).toBe(100_000)
})

test('a trader who returns again and again does not use up the inquiries', async () => {
  const { id, reference } = await fixture.insertAttempt()
  fixture.replies.next = async () => ({ ok: true, json: { status: 'pending', psp_ref: 'psp_1' } })
  for (let returns = 0; returns < 30; returns += 1) {
    await makeInquiryDue(fixture.database.db, reference, fixture.clock.now())
    await fixture.processDueDeposits()
  }
  expect(await fixture.query('select state, inquiry_count from attempts where id = $1', [id])).toEqual([
    { state: 'pending', inquiry_count: 8 },
  ])
})

test('a pre-check that stops the cascade is not asked about again', async () => {
  const { id, reference } = await fixture.insertAttempt({ processor: 'FRAUD' })
  await fixture.applyResult(reference, { source: 'reply', state: 'declined_hard' })
  expect(await fixture.query('select next_check_at from attempts where id = $1', [id])).toEqual([
    { next_check_at: null },
  ])
})
