import { expect, test } from 'vitest'

import { renderEmail } from '../mail/service.ts'
import type { Payout, Withdrawal } from './withdrawal.ts'
import { buildWithdrawalMail, describePlace } from './withdrawal-mails.ts'

const payout: Payout = {
  id: 'p',
  number: 1,
  method: 'card',
  amount: 8_681_533,
  state: 'paid',
  tries: 1,
  reference: null,
  charge: null,
  processor: 'ORANGE',
  account: null,
  cardKind: 'visa',
  cardHint: '4242',
  sentReference: null,
  sentAs: null,
  reason: null,
}
const withdrawal: Withdrawal = {
  id: '00000000-0000-4000-8000-00000000abcd',
  userId: 7,
  method: 'bank',
  currency: 'RUB',
  amount: 20_000_057,
  fee: 147_996,
  caseName: 'one',
  previewId: '',
  state: 'paid_part',
  returned: 1_000_007,
  reason: null,
  createdAtMs: 0,
  confirmedAtMs: Date.UTC(2026, 10, 18, 10, 5),
  endedAtMs: null,
  expiresAtMs: 0,
  payouts: [
    payout,
    { ...payout, number: 2, method: 'bank', account: 'GB29NWBK60161331926819', amount: 10_170_521 },
    { ...payout, number: 3, method: 'skrill', amount: 5, state: 'refused' },
  ],
}
type Given = Parameters<typeof buildWithdrawalMail>
const render = (changes: Partial<Withdrawal>, state: Given[1], bonus: Given[2] = null, language = 'en') => {
  const mail = buildWithdrawalMail(
    { ...withdrawal, ...changes },
    state,
    bonus,
    { email: 'a@example.com', language },
    '',
  )
  const { subject, text } = renderEmail(mail)
  return { subject: subject.replaceAll('\u00a0', ' '), text: text.replaceAll('\u00a0', ' ') }
}

test('a mail lists the amount, the fee, each part with its place, what came back, and the reference', () => {
  const { subject, text } = render({}, 'paid_part', { kind: 'bonus.given_up', amount: 240_011 })
  expect(subject).toBe('We could send 188,520.54 ₽ of your withdrawal')
  expect(text).toContain(`Amount: 200,000.57 ₽
Fee: 1,479.96 ₽
Card, Visa •••• 4242: 86,815.33 ₽
Bank transfer, GB29 •••• 6819: 101,705.21 ₽
Skrill, refund of your payment: 0.05 ₽
Back on your account: 10,000.07 ₽
Bonus given up for this withdrawal: 2,400.11 ₽
`)
  expect(text).toContain('2026-11-18 10:05')
  expect(text).toContain('00000000abcd')
})

test('a stopped withdrawal names what was sent before, and says nothing of a fee, a bonus or money that there is not', () => {
  const { text } = render({ fee: 0 }, 'stopped')
  expect(text).toContain('Sent before: 188,520.54 ₽\nNo longer on hold: 10,000.07 ₽')
  expect(text).not.toMatch(/Fee:|onus/)
  expect(render({ returned: 0, payouts: [] }, 'stopped').text).not.toMatch(/Sent before|No longer on hold/)
})

test.each([
  ['bonus.frozen', null, 'Frozen bonus: 24.00 ₽'],
  // The deposit of the bonus was taken back while it was frozen.
  ['bonus.frozen', 1, null],
  ['bonus.unfrozen', 1, 'Bonus given back, with its turnover as it was: 24.00 ₽'],
] as const)('of a withdrawal with %s that ended at %j the mail says %j', (kind, endedAtMs, line) => {
  const { text } = render({ endedAtMs }, 'returned', { kind, amount: 2400 })
  if (line === null) expect(text).not.toMatch(/onus/)
  else expect(text).toContain(line)
})

test('a rejection has its reason, else a hint, in the language of the trader', () => {
  expect(render({ reason: 'The account is closed.' }, 'rejected').text).toContain('The account is closed.')
  expect(render({}, 'rejected').text).toContain('Contact support if you have questions.')
  expect(render({}, 'rejected', null, 'ru').text).toMatch(/200\s000,57\s₽/)
})

test('only the mail about an approval can be stopped, and each leads to the withdrawal', () => {
  const build = (state: 'approved' | 'paid') =>
    buildWithdrawalMail(
      withdrawal,
      state,
      null,
      { email: 'a@example.com', language: 'ru' },
      'https://tradefront.example',
    )
  const link = `https://tradefront.example/ru/trading#/show/withdrawal/${withdrawal.id}`
  const subscription = { userId: 7, topic: 'withdrawals' }
  expect(build('approved')).toMatchObject({ to: 'a@example.com', link, subscription })
  expect(build('paid')).toMatchObject({ link, subscription: undefined })
})

test.each([
  [{ method: 'bitcoin' }, 'coins to your address'],
  [{ method: 'eth' }, 'coins to your address'],
  [{ method: 'skrill' }, 'refund of your payment'],
  [{ cardKind: 'mastercard' }, 'Mastercard •••• 4242'],
  [{ cardKind: 'maestro', cardHint: null }, 'Maestro'],
  [{ cardKind: null }, 'Card •••• 4242'],
] as const)('the place of a payout with %o is %s', (changes, place) => {
  expect(describePlace('en', { ...payout, ...changes })).toBe(place)
})
