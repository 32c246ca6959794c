import type { ProcessorName } from '@tradefront/contract/processor-names'
import { getProcessor } from '@tradefront/processors/registry'
import { beforeEach, describe, expect, test } from 'vitest'

import { insertUser } from '../../../../test/fixtures/database/insert-user.ts'
import { createDepositsFixture } from '../../../../test/fixtures/deposits/deposits-fixture.ts'
import { bindContext } from '../../../../test/fixtures/app/bind-context.ts'
import { createFixedSettings } from '../../../../test/fixtures/app/test-context.ts'
import { saveCard } from '../saved-cards.ts'
import type { Trader } from '../trader.ts'
import { findOrOpenCardDeposit } from './find-or-open-card-deposit.ts'
import { startAttempt } from './start-attempt.ts'

const limits = { card_day_limit: 3, fail_limit: 2, processors_off: [] as ProcessorName[] }
const settings = { ...limits }
const { context, clock, database, query, requests, replies } = await createDepositsFixture({
  given: { settings: createFixedSettings(settings) },
})

const payment = { amount: 1000, fixed: 1, bonus: 0 } as const
const cards = bindContext(context, { findOrOpenCardDeposit, saveCard, startAttempt })
const [orange, concept] = [getProcessor('ORANGE'), getProcessor('CONCEPT')]

let trader: Trader
beforeEach(async () => {
  Object.assign(settings, limits)
  trader = await insertTrader()
  await saveNewCard()
  requests.length = 0
})

async function insertTrader(): Promise<Trader> {
  const userId = await insertUser(database)
  const profile = {
    email: 'ada@example.com',
    country: 'AU',
    currency: 'USD',
    cascade: 'ORANGE,CONCEPT',
    affiliateId: null,
    minDepositCard: null,
    minDepositOther: null,
    maxDeposit: null,
    failLimitIgnoredUntil: null,
    isPractice: false,
  } as const
  return { id: userId, profile, language: 'en', detectedCountry: null }
}

/** Saves a new card, because an unsaved card is removed when its payment fails. */
const saveNewCard = () =>
  cards.saveCard(trader.id, {
    number: '4242424242424242',
    month: '12',
    year: '2035',
    firstName: 'Ada',
    lastName: 'Lovelace',
    country: 'AU',
    state: null,
    type: 'visa',
    keep: true,
  })
const listDeposits = () =>
  query<{ state: string; amount: number }>(
    'select state, amount from deposits where user_id = $1 order by created_at, amount',
    [trader.id],
  )
const listCalls = () => requests.map(({ path }) => path)

test('a processor is asked once for what the trader chose, with the card that is marked', async () => {
  const key = 'a-key-of-a-card'
  const bonus = { amount: 1000.5, fixed: 0, bonus: 1 } as const
  const reply = await cards.startAttempt(trader, orange, bonus, key)
  const [attempt] = await query<Record<string, unknown>>(
    `select a.id, a.reference, a.payer_mark as mark, a.state, a.is_charging as charges, a.next_check_at as due, d.bonus, d.wagering_required as required,
            d.release_max as release, d.fixed, d.processor_order as order, d.instrument_kind as kind, d.instrument_hint as hint, d.idempotency_key as key,
            d.card_id as card, d.country, d.day_limit_date::text as day
       from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1`,
    [trader.id],
  )
  expect(requests).toEqual([
    {
      call: 'start',
      method: 'POST',
      path: '/orange/start',
      reference: attempt?.['reference'],
      body: {
        ref: attempt?.['reference'],
        amount: 100_050,
        currency: 'USD',
        country: 'AU',
        user_id: String(trader.id),
        card: expect.objectContaining({ number: '4242424242424242' }),
        return_url: 'http://localhost/return/orange',
        notify_url: 'http://localhost/hooks/orange',
      },
    },
  ])
  const marks = await query(`select kind, hash, proved from user_marks where user_id = $1 and kind = 'card'`, [
    trader.id,
  ])
  expect(marks).toEqual([{ kind: 'card', hash: attempt?.['mark'], proved: false }])
  expect(attempt).toMatchObject({
    state: 'in_doubt',
    charges: true,
    bonus: 50_025,
    required: 1_500_750,
    release: 50_025,
    fixed: false,
    key,
    order: ['ORANGE', 'CONCEPT'],
    kind: 'visa',
    hint: '4242',
    card: expect.any(Number),
    country: 'AU',
    day: '2026-11-18',
  })
  expect(reply).toMatchObject({
    transaction_id: attempt?.['reference'],
    in_progress: true,
    message: expect.any(String),
  })
  expect(await cards.startAttempt(trader, orange, { ...bonus, fixed: null, bonus: null }, key)).toMatchObject({
    transaction_id: attempt?.['reference'],
    in_progress: true,
  })
  expect(requests).toHaveLength(1)
})

test('a processor that was switched off after the deposit was opened is skipped without a call', async () => {
  await cards.findOrOpenCardDeposit(trader, payment, 'switched-off-key')
  settings.processors_off = ['ORANGE']
  const reply = await cards.startAttempt(trader, orange, payment, 'switched-off-key')
  expect(listCalls()).toEqual([])
  expect(reply.deposit).toMatchObject({ state: 'processing', next: 'CONCEPT', tried: ['ORANGE'] })
})

test.each([
  ['that is not connected is skipped', 'not_connected', { next: 'CONCEPT', tried: ['ORANGE'] }],
  ['that does not answer is waited for', 'timeout', { next: null, tried: ['ORANGE'] }],
] as const)('a processor %s', async (_what, fault, wanted) => {
  const before = replies.next
  replies.next = async () => ({ ok: false, fault })
  const { deposit } = await cards.startAttempt(trader, orange, payment, 'not-connected-key')
  replies.next = before
  expect(deposit).toMatchObject({ state: 'processing', ...wanted })
})

test('a payment whose last processor was switched off is not called declined', async () => {
  await cards.findOrOpenCardDeposit(trader, payment, 'switched-off-key')
  settings.processors_off = ['ORANGE', 'CONCEPT']
  await cards.startAttempt(trader, orange, payment, 'switched-off-key')
  const { deposit } = await cards.startAttempt(trader, concept, payment, 'switched-off-key')
  expect(listCalls()).toEqual([])
  expect(deposit).toMatchObject({ state: 'failed', reason: 'deposits.not_charged' })
  expect(deposit).not.toHaveProperty('unchecked')
})

describe('a payment is refused before a deposit is opened', () => {
  test('after as many payments as the day allows', async () => {
    await query('insert into daily_deposit_counts (user_id, day, count, max_count) values ($1, $2, 3, 3)', [
      trader.id,
      clock.now(),
    ])
    expect(await cards.findOrOpenCardDeposit(trader, payment, null)).toMatchObject({
      ok: false,
      code: 'cards.day_limit',
    })
    expect(await listDeposits()).toEqual([])
  })

  test('after as many failures of the card as allowed', async () => {
    for (const _failure of [1, 2]) {
      await saveNewCard()
      await cards.startAttempt(trader, orange, payment, null)
      await query(
        `update deposits set state = 'failed', ended_at = $2, updated_at = $2 where user_id = $1 and state <> 'failed'
         returning settle_card(card_id, false, ended_at)`,
        [trader.id, clock.now()],
      )
    }
    await saveNewCard()
    expect(await cards.findOrOpenCardDeposit(trader, payment, null)).toMatchObject({ ok: false, code: 'cards.limit' })
    expect(await listDeposits()).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
  })
})

test('a payment whose result is not known yet is not replaced by another one', async () => {
  await cards.startAttempt(trader, orange, payment, null)
  await expect(cards.findOrOpenCardDeposit(trader, { ...payment, amount: 2000 }, null)).rejects.toMatchObject({
    code: 'deposits.in_progress',
  })
  expect(await listDeposits()).toMatchObject([{ state: 'processing', amount: 100_000 }])
})

test('a key is refused for another amount, and nothing is charged', async () => {
  await cards.findOrOpenCardDeposit(trader, payment, 'a-key-for-1000')
  await expect(
    cards.startAttempt(trader, concept, { ...payment, amount: 2000 }, 'a-key-for-1000'),
  ).rejects.toMatchObject({ code: 'errors.other_key_body' })
  expect(listCalls()).toEqual([])
  expect(await listDeposits()).toMatchObject([{ amount: 100_000 }])
})
