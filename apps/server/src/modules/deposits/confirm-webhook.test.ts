import { setImmediate } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { minuteMs } from '../../platform/clock.ts'
import { createDepositsFixture, succeededCharge } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { createFixedSettings } from '../../../test/fixtures/app/test-context.ts'

const asking = { webhook_ask_from: 0 }
const fixture = await createDepositsFixture({ given: { settings: createFixedSettings(asking) } })

const declined = { status: 'declined_hard', psp_ref: 'psp_1', reason: 'stolen' } as const
const pending = { status: 'pending', psp_ref: 'psp_1' } as const
const chargeback = { ...succeededCharge, status: 'chargeback' } as const

beforeEach(async () => {
  asking.webhook_ask_from = 0
  fixture.requests.length = 0
  await fixture.query('update attempts set next_check_at = null')
  await fixture.query('update processor_webhooks set next_try_at = null')
  await fixture.query('delete from alerts')
})

afterEach(() => vi.useRealTimers())

/** What the processor says when it is asked. Null: nothing. */
const answer = (json: Record<string, unknown> | null) => {
  fixture.replies.next = async ({ body }) =>
    json === null ? { ok: false, fault: 'timeout' } : { ok: true, json: { ...json, ref: body?.['ref'] } }
}
const readState = async (id: number) =>
  (await fixture.query<{ state: string }>('select state from attempts where id = $1', [id]))[0]?.state
const isApplied = async (eventId: string) =>
  (await fixture.query('select from processor_webhooks where event_id = $1 and applied_at is not null', [eventId]))
    .length > 0

describe('a webhook is only the reason to ask the processor', () => {
  test('who confirms the money, so that it is credited', async () => {
    const { id, userId, reference } = await fixture.insertAttempt()
    answer(succeededCharge)
    await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_confirmed')
    expect(fixture.requests).toMatchObject([{ path: '/orange/status', body: { ref: reference } }])
    expect(await readState(id)).toBe('succeeded')
    expect(await fixture.getCash(userId)).toBe(100_000)
    expect(await isApplied('evt_confirmed')).toBe(true)
  })

  test.each([
    ['declines it', declined, 'declined_hard'],
    ['has cancelled it', { status: 'cancelled' }, 'not_charged'],
    ['does not know it', { status: 'not_found' }, 'pending'],
    ['names another charge', { ...succeededCharge, psp_ref: 'psp_2' }, 'succeeded'],
  ])('who %s: a forged success credits nothing that the answer does not name', async (_what, said, state) => {
    const { id, userId, reference } = await fixture.insertAttempt()
    answer(said)
    await fixture.receiveWebhook('orange', reference, { ...succeededCharge, amount: 100_000 })
    expect(await readState(id)).toBe(state)
    expect(await fixture.getCash(userId)).toBe(state === 'succeeded' ? 100_000 : 0)
    expect(await fixture.listAlerts()).toContainEqual({ kind: 'webhook.denied', subject: `reference:${reference}` })
  })

  test('who has not charged this amount: only what was charged is booked', async () => {
    const { userId, reference } = await fixture.insertAttempt()
    answer({ ...succeededCharge, amount: 100 })
    await fixture.receiveWebhook('orange', reference, succeededCharge)
    expect(await fixture.getCash(userId)).toBe(0)
    expect(await fixture.listAlerts()).toContainEqual({ kind: 'webhook.denied', subject: `reference:${reference}` })
  })

  test.each([
    ['a decline', declined],
    ['a cancelled charge', { status: 'cancelled' }],
  ])('who still works on it: a forged webhook of %s lets no other processor start', async (_what, said) => {
    const { id, reference } = await fixture.insertAttempt()
    answer(pending)
    await fixture.receiveWebhook('orange', reference, said)
    expect(await readState(id)).toBe('pending')
    expect(await fixture.listAlerts()).toEqual([])
  })

  test('who denies a chargeback: a forged one takes nothing from the trader', async () => {
    const { userId, reference } = await fixture.insertAttempt()
    answer(succeededCharge)
    await fixture.receiveWebhook('orange', reference, succeededCharge)
    await fixture.receiveWebhook('orange', reference, chargeback)
    expect(await fixture.getCash(userId)).toBe(100_000)
    expect(await fixture.listAlerts()).toContainEqual({ kind: 'webhook.denied', subject: `reference:${reference}` })
    answer(chargeback)
    await fixture.receiveWebhook('orange', reference, chargeback)
    expect(await fixture.getCash(userId)).toBe(0)
  })

  test('who has taken the money back since: an old success that is sent again changes nothing', async () => {
    const { userId, reference } = await fixture.insertAttempt()
    answer(succeededCharge)
    await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_first')
    answer(chargeback)
    await fixture.receiveWebhook('orange', reference, chargeback)
    await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_again')
    expect(await fixture.getCash(userId)).toBe(0)
    expect((await fixture.listAlerts()).filter(({ kind }) => kind === 'webhook.denied')).toEqual([])
  })

  test('who gives no answer: the charge is in doubt, and is asked about again', async () => {
    const { id, userId, reference } = await fixture.insertAttempt()
    answer(null)
    await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_unanswered')
    expect(await readState(id)).toBe('in_doubt')
    expect(await fixture.getCash(userId)).toBe(0)
    expect(await isApplied('evt_unanswered')).toBe(false)
    answer(succeededCharge)
    fixture.clock.advance(minuteMs)
    await fixture.processDueDeposits()
    expect(await readState(id)).toBe('succeeded')
    expect(await fixture.getCash(userId)).toBe(100_000)
    expect(await isApplied('evt_unanswered')).toBe(true)
  })

  test('who takes longer than eight seconds: the charge is in doubt, and a late answer is not read', async () => {
    const { id, userId, reference } = await fixture.insertAttempt()
    let answerLate: (json: Record<string, unknown>) => void = () => undefined
    fixture.replies.next = ({ body }) =>
      new Promise((resolve) => {
        answerLate = (json) => resolve({ ok: true, json: { ...json, ref: body?.['ref'] } })
      })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const received = fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_slow')
    while (fixture.requests.length === 0) await setImmediate()
    vi.advanceTimersByTime(7999)
    await setImmediate()
    expect(await readState(id)).toBe('pending')
    vi.advanceTimersByTime(1)
    await received
    answerLate(succeededCharge)
    await setImmediate()
    expect(await readState(id)).toBe('in_doubt')
    expect(await fixture.getCash(userId)).toBe(0)
    expect(await isApplied('evt_slow')).toBe(false)
  })

  test('who has not decided: it is asked again until it has', async () => {
    const { userId, reference } = await fixture.insertAttempt()
    answer(pending)
    await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_early')
    expect(await isApplied('evt_early')).toBe(false)
    answer(succeededCharge)
    fixture.clock.advance(minuteMs)
    await fixture.processDueDeposits()
    expect(await fixture.getCash(userId)).toBe(100_000)
  })
})

describe('the setting webhook_ask_from', () => {
  test.each([
    ['of the amount itself', 1000, succeededCharge, true],
    ['of more', 1000.01, succeededCharge, false],
    ['of less than the webhook says', 1000.01, { ...succeededCharge, amount: 100_001 }, true],
    ['of more, about another currency', 1_000_000, { ...succeededCharge, currency: 'EUR' }, true],
  ])('%s: from %d on, a webhook of %o is asked about: %s', async (_what, from, charge, isAsked) => {
    const { reference } = await fixture.insertAttempt()
    asking.webhook_ask_from = from
    answer(charge)
    await fixture.receiveWebhook('orange', reference, charge)
    expect(fixture.requests).toHaveLength(isAsked ? 1 : 0)
  })
})

describe('a webhook about a check that charges nothing', () => {
  const insertCheck = async () => {
    const attempt = await fixture.insertAttempt({ isCharging: false })
    answer(succeededCharge)
    return attempt
  }

  test('asks no one, and a charge is refused with an alert', async () => {
    const { id, userId, reference } = await insertCheck()
    await expect(fixture.receiveWebhook('orange', reference, succeededCharge)).rejects.toThrow()
    expect(fixture.requests).toEqual([])
    expect(await readState(id)).toBe('pending')
    expect(await fixture.getCash(userId)).toBe(0)
    expect(await fixture.listAlerts()).toHaveLength(1)
  })

  test('asks no one about a decline, which is believed', async () => {
    const { id, reference } = await insertCheck()
    await fixture.receiveWebhook('orange', reference, declined)
    expect(fixture.requests).toEqual([])
    expect(await readState(id)).toBe('declined_hard')
  })
})

test('a webhook of another processor, or about nothing, asks no one', async () => {
  const { reference } = await fixture.insertAttempt()
  answer(succeededCharge)
  await expect(fixture.receiveWebhook('ezpay', reference, succeededCharge)).rejects.toThrow()
  await fixture.receiveWebhook('orange', '11111111-1111-4111-8111-111111111111', succeededCharge)
  expect(fixture.requests).toEqual([])
})
