import type { Invoice } from '@tradefront/contract/domain/crypto'
import { translate } from '@tradefront/texts/translate'
import { expect, test } from 'vitest'

import { testInvoice } from '../../../platform/testing/test-invoice.ts'
import { describeInvoice } from './describe-invoice.ts'

const { expiresAtMs } = testInvoice
const dayMs = 86_400_000
const ended: Partial<Invoice> = { status: 'ex', coinMissing: '0', watchedUntilMs: expiresAtMs + dayMs }
const payment = { hash: 'a1', coinAmount: '0.004', confirmations: 2 } as const

/** One line: the title, then the text. */
function read(changes: Partial<Invoice>, nowMs = expiresAtMs - 1, language: 'en' | 'ru' = 'en'): string {
  const { title, text } = describeInvoice({ ...testInvoice, ...changes }, language, nowMs)
  return [title, ...text].map(({ key, params }) => translate(language, key, params)).join(' | ')
}

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
    /^\$1,200\.00 is on your account \| You sent 0\.012 BTC instead of 0\.01\. All of it is credited at the same rate/,
  ],
  ['paid, and more came late', { state: 'paid', coinLate: '0.002' }, /\| 0\.002 BTC more arrived after the end\./],
])('the next step of an invoice that is %s', (_state, changes, words) => {
  expect(read(changes)).toMatch(words)
})

test.each<[string, Partial<Invoice>, RegExp]>([
  [
    'late and credited',
    { state: 'late', coinLate: '0.004', credited: 390 },
    /^Arrived late: credited at the rate of its arrival \| 0\.004 BTC .+ \$390\.00 is on your account, without a bonus\./,
  ],
  [
    'late and waiting',
    { state: 'late', coinLate: '0.004', payments: [{ ...payment, state: 'seen' }] },
    /credited without a bonus as soon as the network has confirmed it\./,
  ],
  [
    'expired',
    { state: 'expired' },
    /^The invoice has expired \| No payment was seen in time, and nothing was credited\./,
  ],
  [
    'expired with a part',
    { state: 'expired', coinReceived: '0.004', credited: 400, payments: [{ ...payment, state: 'credited' }] },
    /^Only a part arrived in time \| 0\.004 of 0\.01 BTC arrived\. \$400\.00 is on your account/,
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
    expect(describeInvoice({ ...testInvoice, ...invoice }, 'en', expiresAtMs + dayMs).needsSupport).toBe(true)
  },
)

test.each([
  ['new', {}, /^The hour is over \| Don’t send anything now\./],
  ['underpaid', { state: 'underpaid', coinReceived: '0.004' } as const, /0\.004 of 0\.01 BTC arrived in time\./],
])('an invoice that is %s when its hour is over asks for nothing', (_state, changes, words) => {
  expect(read(changes, expiresAtMs)).toMatch(words)
  expect(describeInvoice({ ...testInvoice, ...changes }, 'en', expiresAtMs).isPayable).toBe(false)
  expect(describeInvoice({ ...testInvoice, ...changes }, 'en', expiresAtMs - 1).isPayable).toBe(true)
})

test('in Russian amounts of coins are the same as in a wallet', () => {
  const underpaid = { state: 'underpaid', coinReceived: '0.0088', coinMissing: '0.0012' } as const
  expect(read(underpaid, 0, 'ru')).toMatch(/^Отправьте остаток: 0\.0012 BTC \| Пришло 0\.0088 из 0\.01 BTC\./)
  expect(read({ state: 'confirming', confirmations: 1 }, 0, 'ru')).toMatch(
    /^Платёж виден: 1 из 3 подтверждений .+ 20 минут\.$/,
  )
})
