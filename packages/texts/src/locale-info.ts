export type LocaleInfo = {
  /** The language's own name for itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** Needed besides `latin`. */
  readonly fontSubset?: 'cyrillic' | 'cyrillic-ext' | 'greek' | 'greek-ext' | 'latin-ext' | 'vietnamese'
  /** ISO codes; English is the default elsewhere. */
  readonly defaultIn: readonly string[]
}

/** Finds layouts that break. Never offered. */
export const pseudoLocale = 'he-XB'
export const pseudoLocaleInfo: LocaleInfo = { name: 'Pseudo', dir: 'rtl', defaultIn: [] }
