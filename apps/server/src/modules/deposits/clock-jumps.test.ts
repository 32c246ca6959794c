import { randomUUID } from 'node:crypto'

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import {
  createDepositsFixture,
  type DepositsFixture,
  succeededCharge,
} from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { claimDueAttempts } from './due-work-store.ts'

let fixture: DepositsFixture
beforeAll(async () => {
  fixture = await createDepositsFixture()
})
beforeEach(async () => {
  fixture.requests.length = 0
  fixture.replies.next = async () => ({ ok: false, fault: 'timeout' })
  await fixture.query('update attempts set next_check_at = null')
  await fixture.query('update captures set next_check_at = null')
  await fixture.query('update processor_webhooks set next_try_at = null')
})

/** Runs `work` while the server's clock is a day ahead. */
async function runADayAhead(work: () => Promise<unknown>): Promise<void> {
  fixture.clock.advance(dayMs)
  await work()
  fixture.clock.advance(-dayMs)
}

async function processDueWork(): Promise<void> {
  await fixture.repairDueTimes()
  await fixture.processDueDeposits()
}

const listPaths = () => fixture.requests.map(({ path }) => path)

async function advanceAndWork(ms: number): Promise<string[]> {
  fixture.requests.length = 0
  fixture.clock.advance(ms)
  await processDueWork()
  return listPaths()
}

describe('while the clock of a server was a day ahead', () => {
  test('an inquiry was made: the next one follows after its own pause', async () => {
    await fixture.insertAttempt()
    await runADayAhead(processDueWork)
    expect(await advanceAndWork(0)).toEqual([])
    expect(await advanceAndWork(minuteMs)).toEqual(['/orange/status'])
  })

  test('an attempt was claimed by a server that then crashed: another takes it after the lease', async () => {
    await fixture.insertAttempt()
    await runADayAhead(() => {
      const now = fixture.clock.now()
      return claimDueAttempts(fixture.database.db, 'ORANGE', {
        now,
        leaseUntil: new Date(now.getTime() + minuteMs),
        limit: 1,
      })
    })
    expect(await advanceAndWork(0)).toEqual([])
    expect(await advanceAndWork(minuteMs)).toEqual(['/orange/status'])
  })

  test('a payment was declined: it is asked about again after an hour', async () => {
    const { reference } = await fixture.insertAttempt()
    await runADayAhead(() =>
      fixture.receiveWebhook('orange', reference, { status: 'declined_soft', psp_ref: 'psp_1', reason: 'declined' }),
    )
    expect(await advanceAndWork(0)).toEqual([])
    expect(await advanceAndWork(hourMs)).toEqual(['/orange/status'])
  })

  test('a step began to wait for the trader: it is cancelled after 15 min', async () => {
    const { reference } = await fixture.insertAttempt()
    await runADayAhead(() =>
      fixture.applyResult(reference, {
        source: 'reply',
        state: 'requires_action',
        action: { kind: 'redirect', url: 'https://bank.example' },
      }),
    )
    await advanceAndWork(0)
    for (let minutes = 0; minutes < 14; minutes += 1)
      expect(await advanceAndWork(minuteMs)).not.toContain('/orange/cancel')
    const paths: string[] = []
    for (let minutes = 0; minutes < 5; minutes += 1) paths.push(...(await advanceAndWork(minuteMs)))
    expect(paths).toContain('/orange/cancel')
  })

  test('a refund was not answered: it is asked for again after its own pause', async () => {
    const { reference, userId, depositId } = await fixture.insertAttempt()
    await fixture.receiveWebhook('orange', reference, { status: 'declined_hard', psp_ref: 'psp_1', reason: 'declined' })
    await fixture.receiveWebhook('orange', reference, succeededCharge)
    await runADayAhead(async () => {
      expect(await fixture.requestRefund(userId, depositId)).toMatchObject({ result: { ok: true } })
      await processDueWork()
    })
    expect(listPaths()).toContain('/orange/refund')
    expect(await advanceAndWork(0)).not.toContain('/orange/refund')
    expect(await advanceAndWork(minuteMs)).toContain('/orange/refund')
  })

  test('a webhook about an unknown reference was stored: it is tried again within an hour', async () => {
    const reference = randomUUID()
    await runADayAhead(() => fixture.receiveWebhook('orange', reference, succeededCharge))
    const { userId } = await fixture.insertAttempt({ reference })
    await fixture.query('update attempts set next_check_at = null')
    await advanceAndWork(0)
    await advanceAndWork(hourMs)
    expect(await fixture.getCash(userId)).toBe(100_000)
  })

  test('a deposit was changed: if it is idle, it is closed after half an hour', async () => {
    const { id, depositId } = await fixture.insertAttempt({ state: 'declined_soft' })
    await fixture.query('update attempts set next_check_at = null where id = $1', [id])
    await fixture.query(`update deposits set updated_at = updated_at + interval '1 day' where id = $1`, [depositId])
    await advanceAndWork(0)
    await advanceAndWork(31 * minuteMs)
    expect(await fixture.query('select state from deposits where id = $1', [depositId])).toEqual([{ state: 'failed' }])
  })
})

test('while the clock of a server is a day behind, work that was planned before goes on', async () => {
  await fixture.insertAttempt()
  await advanceAndWork(0)
  fixture.clock.advance(-dayMs)
  await advanceAndWork(0)
  expect(await advanceAndWork(minuteMs)).toEqual(['/orange/status'])
  fixture.clock.advance(dayMs)
  expect(await advanceAndWork(0)).toEqual(['/orange/status'])
})

test.each([-30_000, 30_000])('clocks that differ by %d ms move no time at which work is due', async (differenceMs) => {
  await fixture.insertAttempt()
  const listTimes = () => fixture.query('select id, next_check_at, waiting_since, updated_at from attempts order by id')
  const before = await listTimes()
  fixture.clock.advance(differenceMs)
  await fixture.repairDueTimes()
  expect(await listTimes()).toEqual(before)
})

describe('with longer waits than in production', () => {
  test('neither a late inquiry nor a refund nor a webhook is due at once', async () => {
    const slow = await createDepositsFixture({ waitScale: 20 })
    const { reference, userId, depositId } = await slow.insertAttempt()
    await slow.receiveWebhook('orange', reference, { status: 'declined_hard', psp_ref: 'psp_1', reason: 'declined' })
    await slow.query('update attempts set inquiry_count = 2')
    slow.clock.advance(21 * hourMs)
    await slow.processDueDeposits()
    await slow.receiveWebhook('orange', reference, succeededCharge)
    await slow.requestRefund(userId, depositId)
    await slow.query('update captures set refund_inquiry_count = 10')
    await slow.receiveWebhook('orange', randomUUID(), succeededCharge)
    await slow.query('update processor_webhooks set tries = 10 where applied_at is null')
    slow.clock.advance(hourMs)
    await slow.processDueDeposits()
    slow.requests.length = 0
    await slow.processDueDeposits()
    expect(slow.requests).toEqual([])
    expect(await slow.query('select tries from processor_webhooks where applied_at is null')).toEqual([{ tries: 11 }])
  })
})
