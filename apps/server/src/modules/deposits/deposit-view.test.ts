import { translate } from '@tradefront/texts/translate'
import { describe, expect, test } from 'vitest'

import {
  endedAttempt,
  otherCapture,
  sampleAttempt,
  sampleCapture,
  sampleDeposit,
} from '../../../test/fixtures/deposits/sample-deposit.ts'
import { toDepositView } from './deposit-view.ts'
import type { Attempt, Capture, DepositWithContext } from './deposit.ts'

const view = (changes: Partial<DepositWithContext> = {}, language: 'en' | 'ru' = 'en') =>
  toDepositView({ ...sampleDeposit, ...changes }, language)
const capture = (status: Capture['status'], change: Partial<Capture> = {}): Capture => ({
  ...sampleCapture,
  status,
  ...change,
})

test('a running deposit is shown in major units, with its step and without what has not happened', () => {
  const action: Attempt['action'] = { kind: 'redirect', url: 'https://bank.example/' }
  const attempt: Attempt = { ...sampleAttempt, state: 'requires_action', action, hadPage: true }
  const { createdAtMs } = sampleDeposit
  expect(
    view({ attempts: [attempt, endedAttempt], processorOrder: ['ORANGE', 'CONCEPT', 'REMOVED' as never] }),
  ).toEqual({
    id: sampleDeposit.id,
    receipt_number: expect.any(String),
    state: 'processing',
    amount: 500,
    currency: 'EUR',
    bonus: 1,
    fixed: 0,
    bonus_amount: 100,
    turnover_required: 3000,
    card: { brand: 'visa', last4: '4242' },
    invoice: null,
    step: {
      processor: 'ORANGE',
      state: 'requires_action',
      action,
      transaction_id: sampleAttempt.reference,
      id: sampleDeposit.id,
      started_at: createdAtMs + 1000,
      deadline_at: createdAtMs + 70_000,
    },
    next: null,
    tried: ['ORANGE', 'CONCEPT'],
    redirected_by: ['ORANGE'],
    cascade: ['ORANGE', 'CONCEPT'],
    reason: null,
    message: null,
    credited: null,
    refund: null,
    balance: null,
    created_at: createdAtMs,
    ended_at: null,
  })
})

test('a credited deposit is shown with the balance, the bonus of its promo code and no reason', () => {
  const promo = { code: 'SPRING', bonus: 2500, required: 75_000, releaseMax: 2500 }
  const changes = { state: 'succeeded', attempts: [endedAttempt], captures: [otherCapture], endedAtMs: 5 } as const
  expect(view({ ...changes, reason: 'deposits.review', promo, bonus: 0, isFixed: true })).toMatchObject({
    bonus: 0,
    fixed: 1,
    bonus_amount: 0,
    step: null,
    next: null,
    reason: null,
    message: null,
    refund: null,
    promo: { code: 'SPRING', bonus: 25, turnover: 750 },
    credited: { cash: 500, bonus: 25 },
    balance: 700,
    ended_at: 5,
  })
  expect(view({ ...changes, promo }).credited).toEqual({ cash: 500, bonus: 125 })
  expect(view({ ...changes, bonus: 1 })).toMatchObject({ bonus: 1, credited: { cash: 500, bonus: 0.01 } })
  expect(view(changes).credited).toEqual({ cash: 500, bonus: 100 })
})

test('a deposit without an active attempt shows the next processor', () => {
  expect(view({ attempts: [endedAttempt] })).toMatchObject({ step: null, next: 'ORANGE', tried: ['CONCEPT'] })
})

describe('how it is paid', () => {
  test.each<[string, Partial<DepositWithContext>, object]>([
    ['a card without its kind', { instrumentKind: null }, { card: null, invoice: null }],
    ['a card without its number', { instrumentHint: null }, { card: null }],
    [
      'a wallet',
      { method: 'wallet', instrumentKind: 'PFS', processorOrder: ['PFS'] },
      { card: null, wallet: { name: 'PFS', is_claim: false } },
    ],
    [
      'a claim',
      {
        method: 'wallet',
        instrumentKind: null,
        processorOrder: ['BANK'],
        attempts: [{ ...sampleAttempt, processor: 'BANK' }],
      },
      { wallet: { name: '', is_claim: true }, invoice: null, step: null, tried: [], cascade: [] },
    ],
    [
      'coins',
      { method: 'crypto', processorOrder: ['BTC'], attempts: [{ ...sampleAttempt, processor: 'BTC', hadPage: true }] },
      { card: null, invoice: { coin: 'BTC', guid: sampleAttempt.reference }, step: null, redirected_by: [] },
    ],
    ['a wallet that was removed', { method: 'wallet', processorOrder: [] }, { wallet: { is_claim: false } }],
    ['coins before the first attempt', { method: 'crypto', processorOrder: ['BTC'], attempts: [] }, { invoice: null }],
  ])('is shown for %s', (_name, changes, expected) => {
    const shown = view(changes)
    expect(shown).toMatchObject(expected)
    expect('wallet' in shown).toBe(changes.method === 'wallet')
  })
})

describe('the message of a failure', () => {
  test.each<[string, Partial<DepositWithContext>, string | null, string | null]>([
    [
      'is the text of its reason',
      { reason: 'deposits.canceled' },
      'deposits.canceled',
      translate('en', 'deposits.canceled'),
    ],
    [
      'is the text of the processor',
      { reason: 'cascade_card.failed', reasonText: 'Do not honour' },
      'cascade_card.failed',
      'Do not honour',
    ],
    [
      'does not state a day limit that can have changed',
      { reason: 'cards.day_limit' },
      'cards.day_limit',
      translate('en', 'cards.failed_day_limit'),
    ],
    ['is none for a text that was removed', { reason: 'removed.text' }, 'removed.text', null],
  ])('%s', (_name, changes, reason, message) => {
    expect(view({ state: 'failed', ...changes })).toMatchObject({ reason, message })
  })

  test('is in the language of the page', () => {
    const reason = 'deposits.canceled'
    expect(view({ state: 'failed', reason }, 'ru').message).toBe(translate('ru', reason))
  })
})

describe('a pre-check', () => {
  const check: Attempt = {
    ...endedAttempt,
    processor: 'FRAUD',
    isCharging: false,
    state: 'not_charged',
    errorClass: null,
  }

  test.each<[string, Partial<Attempt>, true | undefined]>([
    ['without a result', {}, true],
    ['with a reply', { replayedReplies: { start: { status: 'ok' } } }, undefined],
    ['that has declined', { state: 'declined_hard' }, undefined],
    ['that was switched off', { errorClass: 'switched_off' }, undefined],
    ['that is a charge', { isCharging: true }, undefined],
  ])('%s is shown as unchecked: %s', (_name, change, unchecked) => {
    expect(view({ attempts: [sampleAttempt, { ...check, ...change }] }).unchecked).toBe(unchecked)
  })
})

describe('money that is not simply credited', () => {
  const late = capture('credited_late')

  test.each<[string, DepositWithContext['state'], readonly Capture[], string | null, object | null]>([
    ['late money can be sent back', 'failed', [late, capture('suspense')], 'offered', { cash: 500, bonus: 0 }],
    ['late money can be kept', 'failed', [{ ...late, isKept: true }], 'kept', { cash: 500, bonus: 0 }],
    [
      'late money of a claim cannot be sent back',
      'failed',
      [{ ...late, processor: 'BANK' }],
      null,
      { cash: 500, bonus: 0 },
    ],
    ['suspense is held', 'review', [capture('refund_due'), capture('suspense')], 'held', null],
    ['a refund is under way', 'failed', [capture('refunded'), capture('refund_due')], 'under_way', null],
    ['a refund has arrived', 'failed', [capture('reversed'), capture('refunded')], 'refunded', null],
    ['a charge was taken back', 'succeeded', [capture('taken_back'), otherCapture], null, { cash: 500, bonus: 100 }],
    ['all was taken back', 'succeeded', [capture('reversed'), capture('taken_back')], 'taken_back', null],
    ['a failed one was taken back', 'failed', [capture('taken_back')], 'taken_back', null],
    ['all was reversed', 'succeeded', [capture('reversed')], 'reversed', null],
    ['a second charge was reversed', 'succeeded', [capture('reversed', { number: 2 })], null, null],
    [
      'a second charge waits',
      'succeeded',
      [sampleCapture, capture('suspense', { number: 2 })],
      null,
      { cash: 500, bonus: 100 },
    ],
    [
      'a payment to a paid invoice',
      'succeeded',
      [sampleCapture, capture('credited_part')],
      null,
      { cash: 1000, bonus: 100 },
    ],
    [
      'two payments to an invoice',
      'failed',
      [capture('credited_part'), capture('credited_part', { amount: 123 })],
      null,
      { cash: 501.23, bonus: 0 },
    ],
  ])('%s', (_name, state, captures, refund, credited) => {
    expect(view({ state, captures })).toMatchObject({ refund, credited })
  })
})
