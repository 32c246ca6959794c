/** What the product must know about a language besides its texts. */
export type LocaleInfo = {
  /** The language's own name for itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** Subset of the Inter font that the language needs besides `latin`, which every page loads. */
  readonly fontSubset?: 'cyrillic' | 'cyrillic-ext' | 'greek' | 'greek-ext' | 'latin-ext' | 'vietnamese'
  /** Countries (ISO codes) where it is the default language; English is the default elsewhere. */
  readonly defaultIn: readonly string[]
}

/** Longer, right-to-left texts made from the English ones to find layouts that break. Never offered. */
export const pseudoLocale = 'he-XB'
export const pseudoLocaleInfo: LocaleInfo = { name: 'Pseudo', dir: 'rtl', defaultIn: [] }
