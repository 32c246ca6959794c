import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { hourMs } from '../../platform/clock.ts'
import { createDepositsFixture, succeededCharge } from '../../../test/fixtures/deposits/deposits-fixture.ts'

const fixture = await createDepositsFixture()

const findWebhook = async (eventId: string) =>
  (
    await fixture.query<{ applied_at: Date | null }>('select applied_at from processor_webhooks where event_id = $1', [
      eventId,
    ])
  )[0]

test('a success for an unknown reference raises an alert at once and is applied when the attempt appears', async () => {
  const reference = randomUUID()
  await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_unknown')
  const alert = { kind: 'webhook.unknown_reference', subject: `reference:${reference}` }
  expect(await fixture.listAlerts()).toEqual([alert])
  for (let round = 0; round < 10; round += 1) {
    fixture.clock.advance(hourMs)
    await fixture.processDueDeposits()
  }
  expect(await findWebhook('evt_unknown')).toEqual({ applied_at: null })
  expect(await fixture.listAlerts()).toEqual([alert])
  expect(fixture.errors).toEqual([])

  const { userId } = await fixture.insertAttempt({ reference })
  fixture.clock.advance(hourMs)
  await fixture.processDueDeposits()
  expect(await fixture.getCash(userId)).toBe(100_000)
  expect(await findWebhook('evt_unknown')).toEqual({ applied_at: expect.any(Date) })
  expect(await fixture.listAlerts()).toEqual([])
})

test('a success is not taken for an earlier event that had the same id', async () => {
  const other = await fixture.insertAttempt()
  const pending = { status: 'pending', psp_ref: 'psp_other' }
  await fixture.receiveWebhook('orange', other.reference, pending, 'evt_reused')
  const reference = randomUUID()
  await fixture.receiveWebhook('orange', reference, pending, 'evt_reused')
  await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_reused')
  expect(await fixture.listAlerts()).toEqual([{ kind: 'webhook.unknown_reference', subject: `reference:${reference}` }])
  const { userId } = await fixture.insertAttempt({ reference })
  fixture.clock.advance(hourMs)
  await fixture.processDueDeposits()
  expect([await fixture.getCash(userId), await fixture.getCash(other.userId)]).toEqual([100_000, 0])
})

test('a chargeback for an unknown reference is kept and raised, and books nothing when the attempt appears', async () => {
  const reference = randomUUID()
  const chargeback = { ...succeededCharge, status: 'chargeback' }
  await fixture.receiveWebhook('orange', reference, chargeback, 'evt_chargeback')
  expect(await findWebhook('evt_chargeback')).toEqual({ applied_at: null })
  expect(await fixture.listAlerts()).toEqual([{ kind: 'webhook.unknown_reference', subject: `reference:${reference}` }])
  const { userId } = await fixture.insertAttempt({ reference })
  fixture.clock.advance(hourMs)
  await fixture.processDueDeposits()
  expect(await fixture.getCash(userId)).toBe(0)
  expect(await fixture.listAlerts()).toMatchObject([{ kind: 'deposit.unexplained_return' }])
  await fixture.query('update alerts set resolved_at = now()')
})

test('a chargeback that arrives before its charge is booked once the charge is', async () => {
  const reference = randomUUID()
  const { userId } = await fixture.insertAttempt({ reference })
  await fixture.receiveWebhook('orange', reference, { ...succeededCharge, status: 'chargeback' }, 'evt_early')
  expect(await findWebhook('evt_early')).toEqual({ applied_at: null })
  await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_charge')
  for (let round = 0; round < 3; round += 1) {
    fixture.clock.advance(hourMs)
    await fixture.processDueDeposits()
  }
  expect(await fixture.getCash(userId)).toBe(0)
  expect(await findWebhook('evt_early')).toEqual({ applied_at: expect.any(Date) })
  await fixture.query('update alerts set resolved_at = now()')
})

test('a decline for an unknown reference raises no alert', async () => {
  const decline = { status: 'declined_soft', psp_ref: null, reason: 'declined' }
  await fixture.receiveWebhook('orange', randomUUID(), decline, 'evt_declined')
  expect(await findWebhook('evt_declined')).toEqual({ applied_at: expect.any(Date) })
  expect(await fixture.listAlerts()).toEqual([])
})

test('the same event of two processors is kept for each', async () => {
  const reference = randomUUID()
  for (const slug of ['orange', 'concept']) await fixture.receiveWebhook(slug, reference, succeededCharge, 'evt_shared')
  const kept = await fixture.query(
    'select processor_slug as slug from processor_webhooks where reference = $1 order by 1',
    [reference],
  )
  expect(kept).toEqual([{ slug: 'concept' }, { slug: 'orange' }])
})
