import type { Invoice } from '@tradefront/contract/domain/crypto'
import { translate } from '@tradefront/texts/translate'
import { describe, expect, test } from 'vitest'

import { getFormat } from '../../../platform/i18n/format.ts'
import { testInvoice } from '../../../platform/testing/test-invoice.ts'
import { describeInvoice } from './describe-invoice.ts'

const { expiresAtMs } = testInvoice
const dayMs = 86_400_000
const ended: Partial<Invoice> = { status: 'ex', coinMissing: '0', watchedUntilMs: expiresAtMs + dayMs }
const payment = { hash: 'a1', coinAmount: '0.004', confirmations: 2 } as const

/** Returns the title and the text as one line. */
function read(changes: Partial<Invoice>, nowMs = expiresAtMs - 1, language: 'en' | 'ru' = 'en'): string {
  const { title, text } = describeInvoice({ ...testInvoice, ...changes }, getFormat(language), nowMs)
  return [title, ...text].map(({ key, params }) => translate(language, key, params)).join(' | ')
}

test.each<[string, Partial<Invoice>, boolean]>([
  ['new', {}, true],
  ['underpaid', { state: 'underpaid' }, true],
  ['seen', { state: 'seen' }, false],
  ['paid', { state: 'paid' }, false],
])('the rate at which coins are credited is told of an invoice that is %s', (_state, changes, isTold) => {
  const { terms } = describeInvoice({ ...testInvoice, ...changes }, getFormat('en'), expiresAtMs - 1)
  const text = terms === undefined ? null : translate('en', terms.key, terms.params)
  expect(text).toEqual(
    isTold ? expect.stringMatching(/^The rate holds for up to 0\.\d+ BTC .* when it is mined/) : null,
  )
})

test.each<[string, Partial<Invoice>, RegExp]>([
  ['new', {}, /^Send 0\.01 BTC \| Send it before .+, in one payment if you can\./],
  ['seen', { state: 'seen', coinReceived: '0.01' }, /^Seen: 0 of 3 confirmations .+ about 30 more minutes\.$/],
  ['confirming', { state: 'confirming', confirmations: 2 }, /^Seen: 2 of 3 confirmations .+ about 10 more minutes\.$/],
  ['confirming ether', { state: 'confirming', coin: 'ETH', confirmations: 2 }, /about 1 more minute\.$/],
  ['confirming on a test chain', { state: 'confirming', isTest: true }, /after 3 confirmations\.$/],
  [
    'underpaid',
    { state: 'underpaid', coinReceived: '0.0088', coinMissing: '0.0012' },
    /^Send the rest: 0\.0012 BTC \| 0\.0088 of 0\.01 BTC has arrived\. .+ but the bonus of \$500\.00 is not added\.$/,
  ],
  [
    'underpaid, with the part credited',
    { state: 'underpaid', coinReceived: '0.0088', coinMissing: '0.0012', credited: 880 },
    /BTC \| \$880\.00 is on your account; 0\.0012 BTC is missing\. \| 0\.0088 of .+ \| Without the rest, the bonus of \$500\.00 is not added\.$/,
  ],
  [
    'underpaid without a bonus, with the part credited',
    { state: 'underpaid', bonusAmount: 0, credited: 880 },
    /^[^|]+ \| \$880\.00 is on your account;[^|]+ \| [^|]+$/,
  ],
  [
    'underpaid without a bonus',
    { state: 'underpaid', bonusAmount: 0 },
    /Without the rest, what has arrived is credited\.$/,
  ],
  [
    'paid',
    { state: 'paid', status: 'su', credited: 1000, coinReceived: '0.01' },
    /^\$1,000\.00 is on your account \| Your 0\.01 BTC has arrived\. \| The bonus of \$500\.00 is added\.$/,
  ],
  [
    'overpaid',
    { state: 'overpaid', status: 'su', credited: 1200, coinReceived: '0.012', bonusAmount: 0 },
    /^\$1,200\.00 is on your account \| You sent 0\.012 BTC instead of 0\.01\. All of it is credited: up to .+ but never more than 1% above the market/,
  ],
  [
    'underpaid with a promo code',
    { state: 'underpaid', promo: { code: 'SPRING', bonus: 300 } },
    /the bonus of \$800\.00 is not added\. \| The promo code SPRING then stays for your next deposit\.$/,
  ],
  [
    'underpaid with only a promo code',
    { state: 'underpaid', bonusAmount: 0, promo: { code: 'SPRING', bonus: 300 } },
    /the bonus of \$300\.00 is not added\. \| The promo code SPRING/,
  ],
  [
    'paid with a promo code',
    { state: 'paid', promo: { code: 'SPRING', bonus: 300 } },
    /\| The bonus of \$500\.00 is added\. \| The bonus of \$300\.00 from the promo code SPRING is added\.$/,
  ],
  [
    'paid, and more came late',
    { state: 'paid', coinLate: '0.002' },
    /\| 0\.002 BTC more came too late for the rate of the invoice\./,
  ],
  [
    'paid, and more is on its way',
    { state: 'paid', coinLate: '0.002', payments: [{ ...payment, state: 'seen' }] },
    /\| 0\.002 BTC more came after the end of the invoice\. .+ if its block comes before .+, later at the lower/,
  ],
])('the next step of an invoice that is %s', (_state, changes, words) => {
  expect(read(changes)).toMatch(words)
})

test.each<[string, Partial<Invoice>, RegExp]>([
  [
    'late and credited',
    { state: 'late', coinLate: '0.004', credited: 390 },
    /^Arrived late: credited at the lower rate \| 0\.004 BTC .+ \$390\.00 is on your account, without a bonus\./,
  ],
  [
    'late and waiting',
    { state: 'late', coinLate: '0.004', payments: [{ ...payment, state: 'seen' }] },
    /^A late payment is on its way \| 0\.004 BTC came late\. It is credited without a bonus as soon as the network has confirmed it\./,
  ],
  [
    'paid after its end, in time for its rate',
    { state: 'expired', coinReceived: '0.01', credited: 1000, payments: [{ ...payment, state: 'credited' }] },
    /^Paid after the end: credited without a bonus \| 0\.01 BTC came after the end .+ its rate\. \$1,000\.00 is on your account/,
  ],
  [
    'paid after its end, in a block that is not confirmed',
    { state: 'expired', coinReceived: '0.01', payments: [{ ...payment, state: 'seen' }] },
    /^Paid after the end \| 0\.01 BTC came after .+ It is credited without a bonus as soon as/,
  ],
  [
    'expired',
    { state: 'expired' },
    /^The invoice has expired \| No payment was seen in time, and nothing was credited\./,
  ],
  [
    'expired with a part',
    { state: 'expired', coinReceived: '0.004', credited: 400, payments: [{ ...payment, state: 'credited' }] },
    /^Only a part arrived \| 0\.004 of 0\.01 BTC arrived\. \$400\.00 is on your account/,
  ],
])(
  'an invoice that is %s warns not to send more, for the day that its address is watched',
  (_state, changes, words) => {
    const invoice = { ...ended, ...changes }
    expect(read(invoice, expiresAtMs + 1)).toMatch(words)
    expect(read(invoice, expiresAtMs + 1)).toMatch(
      /\| Don’t send anything to this address any more\. .+ if it arrives before/,
    )
    expect(read(invoice, expiresAtMs + dayMs)).toMatch(/\| This address is no longer watched: .+ contact support/)
    expect(describeInvoice({ ...testInvoice, ...invoice }, getFormat('en'), expiresAtMs + dayMs).needsSupport).toBe(
      true,
    )
  },
)

test.each([
  ['new', {}, /^The hour is over \| Don’t send anything now\. .+ holds for a payment in a block before .+\.$/],
  ['underpaid', { state: 'underpaid', coinReceived: '0.004' } as const, /0\.004 of 0\.01 BTC arrived in time\./],
])('an invoice that is %s when its hour is over asks for nothing', (_state, changes, words) => {
  expect(read(changes, expiresAtMs)).toMatch(words)
  expect(describeInvoice({ ...testInvoice, ...changes }, getFormat('en'), expiresAtMs).isPayable).toBe(false)
  expect(describeInvoice({ ...testInvoice, ...changes }, getFormat('en'), expiresAtMs - 1).isPayable).toBe(true)
})

test('in Russian amounts of coins are the same as in a wallet', () => {
  const underpaid = { state: 'underpaid', coinReceived: '0.0088', coinMissing: '0.0012' } as const
  expect(read(underpaid, 0, 'ru')).toMatch(/^Отправьте остаток: 0\.0012 BTC \| Пришло 0\.0088 из 0\.01 BTC\./)
  expect(read({ state: 'confirming', confirmations: 1 }, 0, 'ru')).toMatch(
    /^Платёж виден: 1 из 3 подтверждений .+ 20 минут\.$/,
  )
  const afterEnd = { ...ended, state: 'expired', coinReceived: '0.01', credited: 1000 } as const
  expect(read(afterEnd, 0, 'ru')).toMatch(/^Оплачено после срока: зачислено без бонуса \| 0\.01 BTC пришло после срока/)
})

describe('an invoice whose credited payment is gone from the network', () => {
  const lost = { isChecked: true, coinReceived: '0.01' } as const
  const takenBack = { coinTakenBack: '0.01', bonusAmount: 0, credited: 0, coinReceived: '0' } as const

  test.each<[string, Partial<Invoice>, RegExp]>([
    [
      'shows what is on the account while it is checked',
      { ...lost, state: 'paid', status: 'su', credited: 1000 },
      /^\$1,000\.00 is on your account \| .+ \| A payment that was credited is no longer known to the network\. Until/,
    ],
    [
      'asks for nothing while it is checked',
      { ...lost, state: 'underpaid', coinMissing: '0.004', credited: 600 },
      /^We’re checking a payment \| A payment that was credited is no longer known/,
    ],
    [
      'says that it was taken back',
      { ...takenBack, state: 'paid', status: 'su' },
      /^A payment was taken back \| 0\.01 BTC had been credited and is no longer known to the network, so it was taken back from your account, together with any bonus/,
    ],
    [
      'says so also beside what came in its place',
      { ...takenBack, state: 'paid', status: 'su', credited: 1000, coinReceived: '0.01' },
      /^\$1,000\.00 is on your account \| Your 0\.01 BTC has arrived\. \| 0\.01 BTC had been credited and is no longer known/,
    ],
    [
      'says that what came in its place is credited without a bonus',
      { ...takenBack, state: 'paid', status: 'su', payments: [{ ...payment, state: 'seen' }] },
      /\| What has arrived since then is credited without a bonus as soon as/,
    ],
    [
      'still asks for the rest once it was taken back',
      { ...takenBack, state: 'underpaid', coinMissing: '0.01' },
      /^Send the rest: 0\.01 BTC \| .+ \| 0\.01 BTC had been credited/,
    ],
  ])('%s', (_title, changes, words) => {
    expect(read(changes)).toMatch(words)
    expect(read(changes)).not.toContain('The bonus of $0.00')
    const isPayable = changes.state === 'underpaid' && changes.isChecked !== true
    expect(describeInvoice({ ...testInvoice, ...changes }, getFormat('en'), 0).isPayable).toBe(isPayable)
  })

  test('says it in Russian', () => {
    expect(read({ ...takenBack, state: 'paid', status: 'su' }, 0, 'ru')).toMatch(
      /^Зачисление отменено \| Сеть больше не знает зачисленный платёж на 0\.01 BTC/,
    )
  })
})

test('an invoice of an earlier network says why it was closed, and leads to support', () => {
  const closed = { ...ended, state: 'expired', isNetworkChanged: true, watchedUntilMs: 0 } as const
  expect(read(closed)).toMatch(/^The invoice was closed \| We now receive this coin on another network\. Don’t send/)
  expect(describeInvoice({ ...testInvoice, ...closed }, getFormat('en'), 0)).toMatchObject({
    isPayable: false,
    needsSupport: true,
  })
})

test.each<[string, Partial<Invoice>, RegExp]>([
  ['nothing', {}, /^You cancelled this invoice \| Nothing has arrived for it\. \| Don’t send anything/],
  ['coins', { credited: 1000, coinReceived: '0.01' }, /\| Coins have arrived for it after all\. \$1,000\.00 is on/],
  [
    'coins that are not confirmed',
    { payments: [{ ...payment, state: 'seen' }] },
    /\| Coins have arrived for it after all\. They are credited without a bonus as soon as/,
  ],
])('a cancelled invoice says that %s arrived', (_what, changes, words) => {
  expect(read({ ...ended, state: 'expired', isCanceled: true, ...changes })).toMatch(words)
})
