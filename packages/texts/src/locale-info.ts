export type LocaleInfo = {
  /** The language's own name for itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** Needed besides `latin`. Scripts that Inter does not have, e.g. Arabic, are written in a font of the system. */
  readonly fontSubset?: 'cyrillic' | 'cyrillic-ext' | 'greek' | 'greek-ext' | 'latin-ext' | 'vietnamese'
  /** ISO codes; English is the default elsewhere. */
  readonly defaultIn: readonly string[]
  /** Only of a language that is not complete: its own word for that, beside its name in the menus. */
  readonly preview?: string
}

/** Finds layouts that break. Never offered. */
export const pseudoLocale = 'he-XB'
export const pseudoLocaleInfo: LocaleInfo = { name: 'Pseudo', dir: 'rtl', defaultIn: [] }
