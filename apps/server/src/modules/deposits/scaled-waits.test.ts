import { beforeEach, expect, test } from 'vitest'

import { createDepositsFixture } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { hourMs, minuteMs } from '../../platform/clock.ts'

/** All waits are a tenth of those in production. */
const fixture = await createDepositsFixture({ waitScale: 0.1 })
beforeEach(async () => {
  fixture.errors.length = 0
  fixture.requests.length = 0
  await fixture.query('update attempts set next_check_at = null')
  fixture.replies.next = async () => ({ ok: true, json: { status: 'pending', psp_ref: 'psp_1' } })
})

const pause = 'floor(extract(epoch from next_check_at - updated_at) * 1000)::integer'
const readAttempt = async (id: number) =>
  (await fixture.query(`select inquiry_count as count, ${pause} as "pauseMs" from attempts where id = $1`, [id]))[0]
const readState = async (depositId: string) =>
  (await fixture.query<{ state: string }>('select state from deposits where id = $1', [depositId]))[0]?.state

/** Runs the jobs every second. Returns the time after which the deposit has another state, and that state. */
async function waitForState(
  depositId: string,
  from: string,
): Promise<{ readonly seconds: number; readonly state: string | undefined }> {
  for (let seconds = 0; seconds < 1000; seconds += 1) {
    await fixture.processDueDeposits()
    const state = await readState(depositId)
    if (state !== from) return { seconds, state }
    fixture.clock.advance(1000)
  }
  throw new Error(`the deposit is ${from} after 1000 s`)
}

test('an unknown result is in review after 12 s', async () => {
  const { id, depositId } = await fixture.insertAttempt()
  // The first inquiry is due after a tenth of 10 s.
  const firstAt = new Date(fixture.clock.now().getTime() + 1000)
  await fixture.query('update attempts set next_check_at = $2 where id = $1', [id, firstAt])
  expect(await waitForState(depositId, 'processing')).toEqual({ seconds: 12, state: 'review' })
})

test('a step of the trader is cancelled after 90 s', async () => {
  const { reference, depositId } = await fixture.insertAttempt()
  const action = { kind: 'redirect', url: 'https://bank.example' } as const
  await fixture.applyResult(reference, { source: 'reply', state: 'requires_action', action })
  fixture.replies.next = async ({ path }) =>
    path.endsWith('/cancel') ? { ok: true, json: { status: 'cancelled' } } : { ok: false, fault: 'timeout' }
  expect(await waitForState(depositId, 'processing')).toEqual({ seconds: 90, state: 'failed' })
})

test('a deposit that is not continued is closed after 180 s', async () => {
  const { id, depositId } = await fixture.insertAttempt({ state: 'declined_soft' })
  await fixture.query('update attempts set next_check_at = null where id = $1', [id])
  expect(await waitForState(depositId, 'processing')).toMatchObject({
    state: 'failed',
    seconds: expect.closeTo(180, -1) as number,
  })
})

test('a declined attempt is asked about again after 6 min', async () => {
  const { id, reference } = await fixture.insertAttempt()
  await fixture.receiveWebhook('orange', reference, { status: 'declined_soft', psp_ref: 'psp_1', reason: 'declined' })
  expect(await readAttempt(id)).toMatchObject({ pauseMs: hourMs / 10 })
})

test('an inquiry that cannot even be counted follows after 6 min', async () => {
  const { id, depositId } = await fixture.insertAttempt()
  // Each write of the deposit fails.
  await fixture.runAsOwner(`
    create function refuse_deposit() returns trigger language plpgsql as $$ begin raise exception 'no write'; end $$;
    create trigger refuse_deposit before update on deposits for each row
      when (old.id = '${depositId}') execute function refuse_deposit()`)
  await fixture.processDueDeposits()
  expect(fixture.errors).not.toEqual([])
  expect(await readAttempt(id)).toEqual({ count: 1, pauseMs: hourMs / 10 })
})

test('a server that stops during an inquiry keeps it from others for a tenth of the lease', async () => {
  const { id } = await fixture.insertAttempt()
  let leaseMs = 0
  fixture.replies.next = async () => {
    const [row] = await fixture.query<{ ms: number }>(
      'select (extract(epoch from next_check_at - $2::timestamptz) * 1000)::integer as ms from attempts where id = $1',
      [id, fixture.clock.now()],
    )
    leaseMs = row?.ms ?? 0
    return { ok: true, json: { status: 'pending', psp_ref: 'psp_1' } }
  }
  await fixture.processDueDeposits()
  expect(leaseMs).toBe(minuteMs / 10)
})
