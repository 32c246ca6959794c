import type { MessageParams } from './format-message.ts'
import type { Locale } from './locales.ts'

/** `{name}`, or a plural whose choices are plain text. */
const placeholderPattern = /\{\s*(\w+)\s*(?:,\s*plural\s*,\s*((?:(?:=\d+|\w+)\s*\{[^{}']*\}\s*)+))?\}/g
const choicePattern = /(=\d+|\w+)\s*\{([^{}]*)\}/g

/** Numbers, dates, nested choices, quoted braces. */
export function isComplexMessage(message: string): boolean {
  return /['{]/.test(message.replaceAll(placeholderPattern, ''))
}

/** Throws for a placeholder without a value. */
export function formatSimpleMessage(locale: Locale, message: string, params?: MessageParams): string {
  return message.replaceAll(placeholderPattern, (_all, name: string, choices: string | undefined) => {
    const value = params?.[name]
    if (value === undefined) throw new Error(`No value for the placeholder {${name}}`)
    return choices === undefined ? String(value) : formatPlural(locale, choices, Number(value))
  })
}

/** `choices` are `one {# file} other {# files}`. */
function formatPlural(locale: Locale, choices: string, count: number): string {
  const texts = new Map([...choices.matchAll(choicePattern)].map(([, name = '', text = '']) => [name, text]))
  const text = texts.get(`=${count}`) ?? texts.get(new Intl.PluralRules(locale).select(count)) ?? texts.get('other')
  if (text === undefined) throw new Error(`No plural form for ${count} in "${choices}"`)
  return text.replaceAll('#', new Intl.NumberFormat(locale).format(count))
}
