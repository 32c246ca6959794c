export type LocaleInfo = {
  /** The language's own name for itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** Subset that is needed besides `latin`. Scripts that Inter does not have, e.g. Arabic, are written in a font of the system. */
  readonly fontSubset?: 'cyrillic' | 'cyrillic-ext' | 'greek' | 'greek-ext' | 'latin-ext' | 'vietnamese'
  /** ISO codes of countries; elsewhere the default is English. */
  readonly defaultIn: readonly string[]
  /** Set only for a language that is not complete: its own word for that, beside its name in the menus. */
  readonly preview?: string
}

/** Locale that finds layouts that break. It is never offered. */
export const pseudoLocale = 'he-XB'
export const pseudoLocaleInfo: LocaleInfo = { name: 'Pseudo', dir: 'rtl', defaultIn: [] }
