import type { SavedCard } from '@tradefront/contract/domain/cards'

/** Card for ZOOM's hidden form. It is never stored, so it is lost on reload. */
export type CardDetails = {
  /** Empty for a saved card: ZOOM has its number from the server. */
  readonly number: string
  readonly month: string
  readonly year: string
  readonly code: string
  readonly holder: string
}

let current: CardDetails | null = null

export const cardInMemory = {
  get: (): CardDetails | null => current,
  set: (card: CardDetails): void => {
    current = card
  },
  setSavedCard: ({ month, year, firstName, lastName }: SavedCard, code: string): void => {
    current = { number: '', month, year, code, holder: `${firstName} ${lastName}` }
  },
  clear: (): void => {
    current = null
  },
}
