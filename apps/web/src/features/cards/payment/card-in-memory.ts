import type { SavedCard } from '@tradefront/contract/domain/cards'

/** Card for ZOOM's hidden form. It is never stored, so it is lost on reload. */
export type CardForTokenizer = {
  /** Empty for a saved card: ZOOM has its number from the server. */
  readonly number: string
  readonly month: string
  readonly year: string
  readonly code: string
  readonly holder: string
}

let current: CardForTokenizer | null = null

export const cardInMemory = {
  get: (): CardForTokenizer | null => current,
  set: (card: CardForTokenizer): void => {
    current = card
  },
  setSavedCard: ({ month, year, firstName, lastName }: SavedCard, code: string): void => {
    current = { number: '', month, year, code, holder: `${firstName} ${lastName}` }
  },
  clear: (): void => {
    current = null
  },
}
