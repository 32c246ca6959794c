import { expect, test } from 'vitest'

import { dictionaries } from './dictionaries.ts'
import { formatMessage } from './format-message.ts'
import { formatSimpleMessage, isComplexMessage } from './format-simple-message.ts'

test('formats every simple message of every language like the ICU formatter', () => {
  for (const [locale, texts] of Object.entries(dictionaries)) {
    for (const message of Object.values(texts)) {
      if (isComplexMessage(message)) continue
      const names = [...message.matchAll(/\{\s*(\w+)\s*\}/g)].map(([, name]) => name ?? '')
      const params = Object.fromEntries(names.map((name, index) => [name, index % 2 === 0 ? `<${name}>` : 12_345.6]))
      expect(formatSimpleMessage(message, params)).toBe(formatMessage(locale as 'en', message, params))
    }
  }
})

test.each([
  ['Plain text', false],
  ['{amount} left', false],
  ['{count, plural, one {# file} other {# files}}', true],
  ["Write '{' like this", true],
])('whether "%s" is complex is %s', (message, isComplex) => {
  expect(isComplexMessage(message)).toBe(isComplex)
})

test('throws for a placeholder without a value', () => {
  expect(() => formatSimpleMessage('{amount} left')).toThrow('amount')
})
