import type { MessageParams } from '@tradefront/texts/format-message'
import type { OfferedLocale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

/** Values of every placeholder of the mails, as examples for a preview. */
export function buildExampleParams(locale: OfferedLocale): MessageParams {
  const [amount, at, number] = ['$150.00', '2026-11-20 10:15', 'A1B2C3D4']
  const details = [
    translate(locale, 'mail.deposit_amount', { amount }),
    translate(locale, 'mail.deposit_instrument', { instrument: 'Visa •• 4242' }),
    translate(locale, 'mail.deposit_date', { at }),
    translate(locale, 'mail.deposit_reference', { reference: number }),
  ].join('\n')
  return {
    amount,
    at,
    number,
    details,
    account: '1042',
    address: '203.0.113.7',
    claimed: '$200.00',
    code: '482913',
    count: 3,
    date: '2026-11-20',
    day: '2026-11-20',
    days: 3,
    device: 'Firefox, Windows',
    email: 'grace@example.com',
    hours: 48,
    level: '1.0850',
    list: 'mail.failed: 3',
    loss: '$80.00',
    minutes: 30,
    name: 'Grace Hopper',
    kind: 'mail.failed',
    paid: '$100.00',
    percent: 10,
    phone: '+44 20 7946 0000',
    prize: '$300.00',
    rank: 3,
    reference: number,
    release: '$300.00',
    returned: '$50.00',
    ticket: number,
    turnover: '$9,000.00',
    until: '2026-12-20',
    target: 'Visa •• 4242',
    method: 'Visa',
    sendBack: translate(locale, 'mail.action'),
    content: translate(locale, 'mail.withdrawal_no_reason'),
    document: translate(locale, 'documents.passport'),
    files: `\n\n${translate(locale, 'mail.ticket_files', { count: 2 })}`,
    marker: translate(locale, 'mail.ticket_marker'),
    message: translate(locale, 'mail.withdrawal_no_reason'),
    next: translate(locale, 'mail.deposit_next_day'),
    reason: translate(locale, 'mail.withdrawal_no_reason'),
    subject: translate(locale, 'mail.letter.deposit_credited.action'),
    title: 'EUR/USD 1.0850',
    tournament: translate(locale, 'mail.prize_weekly'),
    what: translate(locale, 'mail.letter.deposit_failed.action'),
    who: translate(locale, 'mail.deposit_your_bank'),
    why: translate(locale, 'mail.deposit_late_why'),
  }
}
