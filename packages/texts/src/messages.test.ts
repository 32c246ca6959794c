import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'

import { dictionaries } from './dictionaries.ts'
import { locales, previewLocales } from './locales.ts'

const { en } = dictionaries

type Texts = Readonly<Record<string, string>>

/** Only the texts that a preview has itself. */
const ownTexts: (readonly [string, Texts])[] = [
  ...locales.map((locale) => [locale, dictionaries[locale]] as const),
  ...(await Promise.all(
    previewLocales.map(async (locale) => [locale, (await import(`./${locale}/all.ts`)).texts as Texts] as const),
  )),
]

type Found = {
  readonly name: string
  readonly kind: 'plain' | 'number' | 'plural' | 'select' | 'date'
  readonly choices: string[]
}

/** Finds the placeholders of a message, including those inside choices. */
function placeholders(message: string, locale: string): Found[] {
  const kinds = ['text', 'plain', 'number', 'date', 'date', 'select', 'plural'] as const
  type Element = { type: number; value?: string; options?: Record<string, { value: Element[] }> }
  const walk = (elements: Element[]): Found[] =>
    elements.flatMap(({ type, value, options }) => {
      const kind = kinds[type]
      if (kind === undefined || kind === 'text') return []
      const inside = Object.values(options ?? {}).flatMap((option) => walk(option.value))
      return [{ name: value ?? '', kind, choices: Object.keys(options ?? {}) }, ...inside]
    })
  return walk(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst() as Element[])
}

/** Finds plural forms that the language needs and the message lacks. */
function missingForms(message: string, locale: string): string[] {
  const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const plurals = placeholders(message, locale).filter(({ kind }) => kind === 'plural')
  return plurals.flatMap(({ choices }) => needed.filter((form) => !choices.includes(form)))
}

test.each([
  ['en', '{count, plural, one {# try} other {# tries}}', []],
  ['en', '{count, plural, other {# tries}}', ['one']],
  ['ru', '{count, plural, one {# раз} few {# раза} many {# раз} other {# раза}}', []],
  ['ru', '{count, plural, one {# раз} other {# раза}}', ['few', 'many']],
  ['ar', '{count, plural, zero {#} one {#} few {#} other {#}}', ['many', 'two']],
  ['ru', '{who, select, other {{count, plural, one {#} few {#} other {#}}}}', ['many']],
])('finds missing plural forms: %s, %s', (locale, message, missing) => {
  expect(missingForms(message, locale).toSorted()).toEqual(missing)
})

describe.each(ownTexts)('messages in %s', (locale, texts) => {
  test('are valid and have the placeholders of the English ones', () => {
    const names = (message: string) => [...new Set(placeholders(message, locale).map(({ name }) => name))].toSorted()
    const english: Texts = en
    const wrong = Object.entries(texts).filter(([key, text]) => names(text).join() !== names(english[key] ?? '').join())
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test('have all plural forms of the language', () => {
    const wrong = Object.entries(texts).filter(([, message]) => missingForms(message, locale).length > 0)
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test('leave numbers to Intl: counts are plurals or numbers, percent signs are not in the text', () => {
    const numeric = /^(?:count|total|left|percent|share|payout|days|hours|minutes|seconds|attempts|size|megabytes)$/
    const wrong = Object.entries(texts).filter(
      ([, message]) =>
        placeholders(message, locale).some(({ name, kind }) => numeric.test(name) && kind === 'plain') ||
        /\}\s*%/.test(message),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })
})
