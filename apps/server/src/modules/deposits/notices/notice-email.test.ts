import type { TextKey } from '@tradefront/texts/keys'
import { translate } from '@tradefront/texts/translate'
import { describe, expect, test } from 'vitest'

import {
  otherCapture,
  sampleAttempt,
  sampleCapture,
  sampleDeposit,
} from '../../../../test/fixtures/deposits/sample-deposit.ts'
import type { Capture, DepositWithContext } from '../deposit.ts'
import { buildNoticeEmail } from './notice-email.ts'
import type { DueNotice, NoticeKind } from './notice-store.ts'

const at = new Date('2026-11-18T10:00:00Z')
const settings = { statementName: 'TRADEFRONT', refundDays: 10 }
const t = (key: TextKey, params: Record<string, string> = {}) => translate('en', key, params)

const build = (kind: NoticeKind, changes: Partial<DepositWithContext> = {}, more: Partial<DueNotice> = {}) => {
  const key = { depositId: sampleDeposit.id, kind, attemptId: sampleAttempt.id, number: 1 }
  const { template, params } = buildNoticeEmail(
    { key, at, deposit: { ...sampleDeposit, ...changes }, averageRate: null, ...more },
    settings,
    'en',
  )
  const { details, ...rest } = params as Record<string, string>
  return { template, ...rest, details: details?.split('\n') }
}
const end = [`Date: 2026-11-18 10:00 UTC`, 'Reference: 000000000001']
const card = ['Paid with: Visa •••• 4242', ...end]
const wallet = {
  method: 'wallet',
  instrumentKind: 'skrill',
  instrumentHint: null,
  processorOrder: ['SKRILL' as never],
} as const
const skrill = t('deposits.tab_skrill')
const claim = { method: 'wallet', instrumentKind: 'bank', instrumentHint: null, processorOrder: ['BANK'] } as const
const coins = { method: 'crypto', instrumentKind: 'BTC', instrumentHint: 'bc1q', processorOrder: ['BTC'] } as const
const change = (status: Capture['status'], more: Partial<Capture> = {}): Capture => ({
  ...sampleCapture,
  status,
  ...more,
})

describe('a receipt', () => {
  const promo = { code: 'SPRING', bonus: 2500, required: 75_000, releaseMax: 2000 }
  const turnover = (text: string, release: string) => t('mail.deposit_turnover', { turnover: text, release })

  test.each<[string, Partial<DepositWithContext>, string, string[]]>([
    [
      'of a card has its bonus and the name on the statement',
      { captures: [sampleCapture] },
      '€500.00',
      [
        'Amount: €500.00',
        'Bonus: €100.00',
        turnover('€3,000.00', '€90.00'),
        ...card,
        'Name on your card statement: TRADEFRONT',
      ],
    ],
    [
      'has the bonus of the promo code, too',
      { captures: [sampleCapture], promo },
      '€500.00',
      [
        'Amount: €500.00',
        'Bonus: €100.00',
        'Bonus of promo code SPRING: €25.00',
        turnover('€3,750.00', '€110.00'),
        ...card,
        'Name on your card statement: TRADEFRONT',
      ],
    ],
    [
      'has the bonus of the promo code alone',
      { captures: [sampleCapture], promo, bonus: 0, wageringRequired: 0, releaseMax: 0 },
      '€500.00',
      [
        'Amount: €500.00',
        'Bonus of promo code SPRING: €25.00',
        turnover('€750.00', '€20.00'),
        ...card,
        'Name on your card statement: TRADEFRONT',
      ],
    ],
    [
      'of a wallet without a bonus names the wallet',
      { ...wallet, bonus: 0, captures: [sampleCapture] },
      '€500.00',
      ['Amount: €500.00', `Paid with: ${skrill}`, ...end, `Your statement names: ${skrill}`],
    ],
    [
      'of less than the amount says so',
      { ...claim, bonus: 0, captures: [{ ...sampleCapture, amount: 40_000 }] },
      '€400.00',
      ['Amount: €400.00 of €500.00', `Paid with: ${t('deposits.tab_bank')}`, ...end],
    ],
    [
      'of more than the amount says so',
      { ...coins, bonus: 0, captures: [sampleCapture, otherCapture] },
      '€1,000.00',
      ['Amount: €1,000.00 instead of €500.00', 'Paid with: Bitcoin •••• bc1q', ...end],
    ],
    [
      'of money that is no longer there has the amount of the deposit',
      { ...coins, bonus: 0, instrumentHint: null },
      '€500.00',
      ['Amount: €500.00', ...end],
    ],
    [
      'of a card of another kind',
      { bonus: 0, instrumentKind: 'laser', captures: [sampleCapture] },
      '€500.00',
      ['Amount: €500.00', 'Paid with: laser •••• 4242', ...end, 'Name on your card statement: TRADEFRONT'],
    ],
    [
      'of a wallet that was removed',
      { ...wallet, bonus: 0, instrumentKind: 'departed', captures: [sampleCapture] },
      '€500.00',
      ['Amount: €500.00', 'Paid with: departed', ...end, 'Your statement names: departed'],
    ],
  ])('%s', (_name, changes, amount, details) => {
    expect(build('credited', changes)).toEqual({ template: 'deposit_credited', amount, details })
  })
})

describe('a review', () => {
  const amount = '€500.00'

  test('asks nothing of the trader, and names the wallet that has to answer', () => {
    expect(build('review')).toEqual({ template: 'deposit_review', amount, details: ['Amount: €500.00', ...card] })
    expect(build('review', wallet)).toMatchObject({ template: 'deposit_review_wallet', amount, name: skrill })
    expect(build('review', { ...wallet, instrumentKind: null })).toMatchObject({ name: '' })
    expect(build('review', claim)).toEqual({
      template: 'deposit_claimed',
      amount,
      details: ['Amount: €500.00', `Paid with: ${t('deposits.tab_bank')}`, ...end],
    })
  })
})

describe('a failure', () => {
  const declined = { reason: 'cards.declined' }

  test.each<[string, Partial<DepositWithContext>, string, string]>([
    ['of a card', declined, t('cards.failed_declined'), t('cards.next_declined')],
    [
      'of a wallet',
      { ...wallet, ...declined },
      t('deposits.failed_wallet'),
      t('deposits.next_wallet', { name: skrill }),
    ],
    ['of the day limit', { reason: 'cards.day_limit' }, t('cards.failed_day_limit'), t('mail.deposit_next_day')],
    [
      'with the words of the bank',
      { ...declined, reasonText: 'Incorrect PIN' },
      t('cards.failed_pin'),
      t('cards.next_pin'),
    ],
    [
      'with the words of an operator',
      { ...claim, reason: 'wallets.claim_rejected', reasonText: 'No such payment.' },
      'No such payment',
      t('deposits.next_not_found'),
    ],
    [
      'of a claim without words',
      { ...claim, reason: 'wallets.claim_rejected' },
      t('deposits.failed_not_found'),
      t('deposits.next_not_found'),
    ],
    [
      'that was charged after all',
      { ...declined, captures: [change('credited_late')] },
      t('cards.failed_declined'),
      t('mail.deposit_captured'),
    ],
    [
      'that a wallet has charged and returned in part',
      { ...wallet, ...declined, captures: [change('taken_back'), change('credited_late')] },
      t('deposits.failed_wallet'),
      t('mail.deposit_captured_wallet', { name: skrill }),
    ],
    [
      'that a wallet has charged and returned',
      { ...wallet, ...declined, captures: [change('taken_back')] },
      t('deposits.failed_wallet'),
      t('mail.deposit_returned_wallet', { name: skrill }),
    ],
    [
      'that was charged and returned',
      { ...declined, captures: [change('taken_back'), change('reversed')] },
      t('cards.failed_declined'),
      t('mail.deposit_returned'),
    ],
    [
      'that was booked by mistake',
      { ...declined, captures: [change('reversed')] },
      t('cards.failed_declined'),
      t('cards.next_declined'),
    ],
  ])('%s says what happened and what to do', (_name, changes, what, next) => {
    expect(build('failed', changes)).toMatchObject({
      template: 'deposit_failed',
      amount: expect.any(String),
      what,
      next,
    })
  })

  test('of coins has what has arrived', () => {
    const part = { ...coins, reason: 'crypto.underpaid', captures: [change('credited_part', { amount: 20_000 })] }
    expect(build('failed', part)).toMatchObject({
      amount: '€200.00 of €500.00',
      what: t('crypto.failed_underpaid'),
      next: t('crypto.next_underpaid'),
    })
    expect(build('failed', declined)).toMatchObject({ amount: '€500.00' })
  })
})

describe('news about one charge', () => {
  const usd = { amount: 12_345, currency: 'USD' }
  const details = ['Amount: $123.45', ...card]

  test.each<[string, NoticeKind, Partial<DepositWithContext>, object]>([
    [
      'late',
      'late',
      { captures: [change('credited_late', usd), otherCapture] },
      {
        template: 'deposit_late',
        amount: '$123.45',
        details,
        why: t('mail.deposit_late_why'),
        sendBack: t('deposits.refund'),
      },
    ],
    [
      'of another amount at a wallet',
      'late',
      { ...wallet, reason: 'deposits.other_amount', captures: [change('credited_late')] },
      { why: t('mail.deposit_late_other_wallet', { name: skrill }), sendBack: t('deposits.refund_wallet') },
    ],
    [
      'that is a part of a claim',
      'late',
      { ...claim, captures: [change('credited_late', { amount: 20_000 })] },
      {
        template: 'deposit_claim_part',
        amount: '€200.00',
        claimed: '€500.00',
        details: ['Amount: €200.00 of €500.00', `Paid with: ${t('deposits.tab_bank')}`, ...end],
      },
    ],
    [
      'that was refunded',
      'refunded',
      { captures: [change('refunded', usd)] },
      {
        template: 'deposit_refunded',
        amount: '$123.45',
        details,
        target: 'Visa •••• 4242',
        days: 10,
        who: 'your bank',
      },
    ],
    [
      'that was refunded to a wallet',
      'refunded',
      { ...wallet, captures: [change('refunded')] },
      { target: skrill, who: skrill },
    ],
    [
      'that was refunded to a card that is not known',
      'refunded',
      { instrumentKind: null, captures: [change('refunded')] },
      { target: 'the account it came from', who: 'your bank' },
    ],
    [
      'that was reversed',
      'taken_back',
      { captures: [change('reversed', usd)] },
      { template: 'deposit_taken_back', amount: '$123.45', details, why: t('deposits.reversed_text') },
    ],
    [
      'that a wallet has taken back',
      'taken_back',
      { ...wallet, captures: [change('taken_back')] },
      { why: t('deposits.taken_back_text_wallet', { name: skrill }) },
    ],
  ])('%s', (_name, kind, changes, expected) => {
    expect(build(kind, changes)).toMatchObject(expected)
  })

  test.each<[string, Partial<DepositWithContext>, string, number | null]>([
    ['at a lower rate', {}, t('mail.deposit_part_lower', { coin: 'BTC', rate: '€9,000.00' }), 900_000],
    ['after the amount was paid', { captures: [change('credited', { number: 0 })] }, t('mail.deposit_part_more'), null],
    ['before the amount is paid', { captures: [change('credited', { number: 2 })] }, t('mail.deposit_part_rest'), null],
    ['before another part', { captures: [change('credited_part', { number: 0 })] }, t('mail.deposit_part_rest'), null],
    [
      'after the trader has cancelled',
      { state: 'failed', reason: 'crypto.canceled' },
      t('mail.deposit_part_canceled'),
      null,
    ],
    ['after the end', { state: 'failed', reason: 'crypto.expired' }, t('mail.deposit_part_ended'), null],
  ])('that is a part of an invoice, %s', (_name, changes, why, averageRate) => {
    const part = change('credited_part', { processor: 'BTC', amount: 20_000 })
    const found = build(
      'part',
      { ...coins, ...changes, captures: [part, ...(changes.captures ?? [])] },
      { averageRate },
    )
    expect(found).toMatchObject({ template: 'deposit_part', amount: '€200.00', why })
  })

  test('needs its charge', () => {
    expect(() => build('late')).toThrow('a notice about money has its capture')
  })
})

test('a mail is in the language of the trader', () => {
  const notice = {
    key: { depositId: '', kind: 'review', attemptId: 1, number: 1 },
    at,
    deposit: sampleDeposit,
  } as const
  const { params } = buildNoticeEmail({ ...notice, averageRate: null }, settings, 'ru')
  const date = translate('ru', 'mail.deposit_date', { at: '2026-11-18 10:00' })
  expect(params).toMatchObject({ amount: '€500,00', details: expect.stringContaining(date) })
})
