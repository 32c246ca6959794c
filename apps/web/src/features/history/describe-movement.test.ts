import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'
import { expect, test } from 'vitest'

import { getFormat } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'
import { formatPosition } from './describe-movement.ts'

test.each([
  ['en', { direction: 'up', strikePrice: null, symbol: 'EURUSD' }, 'Up'],
  ['en', { direction: 'up', strikePrice: 1.0002, symbol: 'EURUSD' }, 'Above 1.00020'],
  ['ru', { direction: 'down', strikePrice: 1234.5, symbol: 'BTCUSD' }, 'Ниже 1 234,50'],
] as const)('in %s the position of %j is %s', (locale: Locale, trade, expected) => {
  const t: Translate = (key, params) => translate(locale, key, params)
  // Digits are grouped by a space that does not break.
  expect(formatPosition(trade, t, getFormat(locale)).replaceAll('\u00A0', ' ')).toBe(expected)
})
