import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'

import { dictionaries } from './dictionaries.ts'
import { formatMessage, isKnownMessage, type MessageParams } from './format-message.ts'
import { pseudoLocale } from './locale-info.ts'
import type { Locale } from './locales.ts'
import { toIntlTag } from './numbers.ts'

const formatByIcu = (locale: Locale, message: string, params: MessageParams) =>
  String(new IntlMessageFormat(message, toIntlTag(locale), undefined, { ignoreTag: true }).format(params))

const messages = Object.entries(dictionaries).flatMap(([locale, texts]) =>
  Object.values<string>(texts).map((message) => ({ locale: locale as Locale, message })),
)
// A language with other plural forms than the message has.
const pseudoMessages = messages
  .filter(({ locale }) => locale === 'en')
  .map(({ message }) => ({ locale: pseudoLocale as Locale, message }))

test('every text is written in the part of ICU that is known', () => {
  expect(messages.filter(({ message }) => !isKnownMessage(message))).toEqual([])
})

test.each([0, 0.5, 1, 1.5, 2, 5, 11, 21, 22, 12_345.6])('writes %d in every text as ICU does', (value) => {
  for (const { locale, message } of [...messages, ...pseudoMessages]) {
    const names = [...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name = '']) => [name, value])
    const params = Object.fromEntries(names)
    expect(formatMessage(locale, message, params), message).toBe(formatByIcu(locale, message, params))
  }
})

test.each([
  ['Plain text', true],
  ['{amount} left', true],
  ['{amount, number} left', true],
  ['{part, number, percent} left', true],
  ['{percent, number, ::percent scale/0.01} left', true],
  ['{count, plural, one {# file} other {# files}}', true],
  ['{count, plural, =0 {Nothing} one {# file} other {# files}} in {folder}', true],
  ['{count, plural, one {# file} other {# files in {folder}}}', false],
  ['{count, plural, offset:1 one {# file} other {# files}}', false],
  ["{count, plural, one {# file} other {# '#' files}}", false],
  ['{amount, number, ::currency/EUR} left', false],
  ['{kind, select, file {A file} other {A folder}}', false],
  ['{day, date}', false],
  ["Write '{' like this", false],
])('whether "%s" is known is %s', (message, isKnown) => {
  expect(isKnownMessage(message)).toBe(isKnown)
})

test('a value that looks like a placeholder stays as it is', () => {
  expect(formatMessage('en', '{name} and {other}', { name: '{other}', other: '$&' })).toBe('{other} and $&')
})

test('throws for a placeholder without a value', () => {
  expect(() => formatMessage('en', '{amount} left')).toThrow('amount')
})
