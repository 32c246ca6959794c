import { beforeAll, expect, test } from 'vitest'

import { minuteMs } from '../../platform/clock.ts'
import { createDepositsFixture, type DepositsFixture } from '../../../test/fixtures/deposits/deposits-fixture.ts'

let fixture: DepositsFixture
beforeAll(async () => {
  fixture = await createDepositsFixture()
  fixture.replies.next = async ({ path }) =>
    path.endsWith('/cancel') ? { ok: true, json: { status: 'cancelled' } } : { ok: false, fault: 'timeout' }
})

const startStep = async () => {
  const { reference, userId, depositId } = await fixture.insertAttempt()
  const action = { kind: 'redirect', url: 'https://bank.example' } as const
  await fixture.applyResult(reference, { source: 'reply', state: 'requires_action', action })
  return { userId, depositId }
}
const findReason = async (depositId: string) =>
  (await fixture.query('select state, reason from deposits where id = $1', [depositId]))[0]

test('a payment whose last step the trader has left ends as not continued, not as declined by the bank', async () => {
  const { depositId } = await startStep()
  for (let minutes = 0; minutes < 20; minutes += 1) {
    fixture.clock.advance(minuteMs)
    await fixture.processDueDeposits()
  }
  expect(await findReason(depositId)).toEqual({ state: 'failed', reason: 'deposits.not_continued' })
})

test('a step that the trader cancels is not called abandoned', async () => {
  const { userId, depositId } = await startStep()
  fixture.clock.advance(16 * minuteMs)
  await fixture.cancelStep(userId, depositId, 'card')
  expect(await findReason(depositId)).toEqual({ state: 'failed', reason: 'deposits.canceled' })
})
