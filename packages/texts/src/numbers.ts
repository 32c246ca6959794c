import { isLocale, localeInfo } from './locales.ts'

/** Returns the tag of a language for `Intl`. Digits are Latin in each language, like those of the charts. */
export function toIntlTag(locale: string): string {
  return `${locale}-u-nu-latn`
}

/** Keeps the sign, the symbol and the separators of a number in their places inside a text that is written from right to left. */
export function isolateNumber(locale: string, number: string): string {
  return isLocale(locale) && localeInfo[locale].dir === 'rtl' ? `\u2066${number}\u2069` : number
}
