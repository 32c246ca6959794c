import { expect, test } from 'vitest'

import { dictionaries } from './dictionaries.ts'
import { formatMessage } from './format-message.ts'
import { formatSimpleMessage, isComplexMessage } from './format-simple-message.ts'
import { pseudoLocale } from './locale-info.ts'
import type { Locale } from './locales.ts'

test('formats every simple message of every language like the ICU formatter', () => {
  for (const [locale, texts] of Object.entries(dictionaries)) {
    for (const message of Object.values(texts)) {
      if (isComplexMessage(message)) continue
      const names = [...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name]) => name ?? '')
      const params = Object.fromEntries(names.map((name, index) => [name, index % 2 === 0 ? `<${name}>` : 12_345.6]))
      expect(formatSimpleMessage(locale as 'en', message, params)).toBe(formatMessage(locale as 'en', message, params))
    }
  }
})

test.each([0, 1, 2, 5, 11, 21, 22, 1.5, 12_345])('formats plurals of %d like the ICU formatter', (count) => {
  const plurals = Object.entries(dictionaries).flatMap(([locale, texts]) =>
    Object.values<string>(texts)
      .filter((message) => message.includes('plural') && !isComplexMessage(message))
      .map((message) => ({ locale: locale as Locale, message })),
  )
  // A language with other plural forms than the message has.
  const english = plurals.filter(({ locale }) => locale === 'en')
  const pseudo = english.map(({ message }) => ({ locale: pseudoLocale as Locale, message }))
  expect(english).not.toEqual([])
  for (const { locale, message } of [...plurals, ...pseudo]) {
    const names = [...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name = '']) => [name, count])
    const params = Object.fromEntries(names)
    expect(formatSimpleMessage(locale, message, params)).toBe(formatMessage(locale, message, params))
  }
})

test.each([
  ['Plain text', false],
  ['{amount} left', false],
  ['{count, plural, one {# file} other {# files}}', false],
  ['{count, plural, =0 {Nothing} one {# file} other {# files}} in {folder}', false],
  ['{count, plural, one {# file} other {# files in {folder}}}', true],
  ['{count, plural, offset:1 one {# file} other {# files}}', true],
  ["{count, plural, one {# file} other {# '#' files}}", true],
  ['{percent, number, percent} left', true],
  ['{kind, select, file {A file} other {A folder}}', true],
  ["Write '{' like this", true],
])('whether "%s" is complex is %s', (message, isComplex) => {
  expect(isComplexMessage(message)).toBe(isComplex)
})

test('throws for a placeholder without a value', () => {
  expect(() => formatSimpleMessage('en', '{amount} left')).toThrow('amount')
})
