/** For ZOOM's hidden form. Never stored, so it is lost on reload. */
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
  clear: (): void => {
    current = null
  },
}
