import { translate } from '@tradefront/texts/translate'
import { expect, test } from 'vitest'

import { getSymbolLabel } from './symbol-label.ts'

test.each([
  ['EURUSD', 'en', 'EUR/USD'],
  ['XAUUSD', 'en', 'Gold'],
  ['XAUUSD', 'ru', 'Золото'],
  ['OLDUSD', 'ru', 'OLDUSD'],
] as const)('%s in %s is called %s', (name, lang, label) => {
  expect(getSymbolLabel(name, (key) => translate(lang, key))).toBe(label)
})
