import type { Locale } from './locales.ts'
import { toIntlTag } from './numbers.ts'

/** Values of a message's placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>

/**
 * Matches `{name}`, `{name, number}`, `{name, number, percent}` of a part, the same of a whole percentage, or a plural whose choices are
 * plain text.
 */
const placeholderPattern =
  /\{\s*(\w+)\s*(?:,\s*(number)\s*(?:,\s*(percent|::percent scale\/0\.01)\s*)?|,\s*plural\s*,\s*((?:(?:=\d+|\w+)\s*\{[^{}']*\}\s*)+))?\}/g
const choicePattern = /(=\d+|\w+)\s*\{([^{}]*)\}/g

/** Returns whether a message is written in the part of ICU that `formatMessage` knows. A quote would escape braces in ICU. */
export function isKnownMessage(message: string): boolean {
  return !/['{]/.test(message.replaceAll(placeholderPattern, ''))
}

/** Names of the placeholders of a message. */
export function listPlaceholders(message: string): string[] {
  return [...new Set([...message.matchAll(placeholderPattern)].map(([, name = '']) => name))]
}

/** @throws if a placeholder has no value */
export function formatMessage(locale: Locale, message: string, params?: MessageParams): string {
  return message.replaceAll(
    placeholderPattern,
    (_all, name: string, number?: string, style?: string, choices?: string) => {
      const value = params?.[name]
      if (value === undefined) throw new Error(`No value for the placeholder {${name}}`)
      if (choices !== undefined) return formatPlural(locale, choices, Number(value))
      if (number === undefined) return String(value)
      if (style === undefined) return getNumberFormat(locale, 'decimal').format(Number(value))
      return getNumberFormat(locale, 'percent').format(style === 'percent' ? Number(value) : Number(value) / 100)
    },
  )
}

/**
 * Formats a plural.
 * @param choices `one {# file} other {# files}`
 */
function formatPlural(locale: Locale, choices: string, count: number): string {
  const texts = new Map([...choices.matchAll(choicePattern)].map(([, name = '', text = '']) => [name, text]))
  const text = texts.get(`=${count}`) ?? texts.get(getPluralRules(locale).select(count)) ?? texts.get('other')
  if (text === undefined) throw new Error(`No plural form for ${count} in "${choices}"`)
  return text.replaceAll('#', getNumberFormat(locale, 'decimal').format(count))
}

// Formats by language. Creating one takes much longer than using it.
const numberFormats = new Map<string, Intl.NumberFormat>()
const pluralRules = new Map<string, Intl.PluralRules>()

function getNumberFormat(locale: Locale, style: 'decimal' | 'percent'): Intl.NumberFormat {
  const key = `${locale} ${style}`
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(toIntlTag(locale), { style })
  numberFormats.set(key, format)
  return format
}

function getPluralRules(locale: Locale): Intl.PluralRules {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale)
  pluralRules.set(locale, rules)
  return rules
}
