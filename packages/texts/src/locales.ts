/** Every language of the interface. Adding one: a folder beside `en`, a row here, a line in `say.ts`. */
export const locales = ['en', 'ru'] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'en'

/** How a language calls itself and which way it is written. */
export const localeInfo: Record<Locale, { readonly name: string; readonly dir: 'ltr' | 'rtl' }> = {
  en: { name: 'English', dir: 'ltr' },
  ru: { name: 'Русский', dir: 'ltr' },
}

/** Whether a language tag is one of ours: `en` is, `en-GB` is not. */
export function isLocale(tag: string): tag is Locale {
  return (locales as readonly string[]).includes(tag)
}
