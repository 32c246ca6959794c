/** Every language that is offered. Adding one: a folder beside `en`, a row here, a line in `translate.ts`. */
export const locales = ['en', 'ru'] as const
/** A language that nobody speaks, longer and written from the right, made by machine: it shows what a layout cannot hold. Never offered. */
export const pseudoLocale = 'he-XB'
export type Locale = (typeof locales)[number] | typeof pseudoLocale

export const defaultLocale: Locale = 'en'

/** How a language calls itself and which way it is written. */
export const localeInfo: Record<Locale, { readonly name: string; readonly dir: 'ltr' | 'rtl' }> = {
  en: { name: 'English', dir: 'ltr' },
  ru: { name: 'Русский', dir: 'ltr' },
  [pseudoLocale]: { name: 'Pseudo', dir: 'rtl' },
}

/** Whether a language tag is one of ours: `en` is, `en-GB` is not. */
export function isLocale(tag: string): tag is Locale {
  return tag === pseudoLocale || (locales as readonly string[]).includes(tag)
}
