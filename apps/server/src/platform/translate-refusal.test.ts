import { type Refusal, refuse } from '@tradefront/rules/result'
import type { Locale } from '@tradefront/texts/locales'
import { expect, test } from 'vitest'

import { translateRefusal } from './translate-refusal.ts'

const small = { amount: { amount: 250_000, currency: 'RUB' } }

test.each<[Refusal, Locale, string]>([
  [refuse('withdrawal.amount_small', small), 'en', 'The smallest withdrawal by this method is 2,500\u00a0₽.'],
  [refuse('withdrawal.amount_small', small), 'ru', 'Минимальная сумма вывода этим способом — 2\u00a0500\u00a0₽.'],
  [
    refuse('deposits.below_minimum', { minimum: { amount: 25_050, currency: 'GBP' } }),
    'en',
    'The smallest deposit is £250.50.',
  ],
  [refuse('trading.too_many_open', { limit: 50 }), 'en', 'You can have 50 open trades. Wait until one has ended.'],
])('the text of %j in %s', (refusal, locale, text) => {
  expect(translateRefusal(locale, refusal)).toBe(text)
})

test('a text that a refusal names is in the same language', () => {
  const refusal = refuse('withdrawal.destination_missing', { method: { text: 'withdrawal.method_card' } })
  expect(translateRefusal('en', refusal)).toContain('Card')
  expect(translateRefusal('ru', refusal)).toContain('арт')
})
