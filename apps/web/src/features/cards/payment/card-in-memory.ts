/** The card as it was typed here, for ZOOM's hidden form alone. Never written anywhere: a reload forgets it. */
export type TypedCard = {
  readonly number: string
  readonly month: string
  readonly year: string
  readonly code: string
  readonly holder: string
}

let present: TypedCard | null = null

export const typedCard = {
  get: (): TypedCard | null => present,
  keep: (card: TypedCard): void => {
    present = card
  },
  forget: (): void => {
    present = null
  },
}
