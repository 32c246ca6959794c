import { detectCardKind, hasValidLuhnChecksum } from './card-number.ts'

/** The month is 1 to 12, the year has four digits. */
export type CardDetails = { readonly number: string; readonly month: number; readonly year: number }

/** Keys of the texts about a card. */
export type CardProblem = 'cards.invalid_type' | 'cards.invalid_length' | 'cards.invalid_number' | 'cards.expired'

/** spec: funding 5. A card is valid until its month ends in the last time zone. */
export function findCardProblem(card: CardDetails, nowMs: number): CardProblem | null {
  const kind = detectCardKind(card.number)
  if (kind === null || kind.type === null) return 'cards.invalid_type'
  if (!kind.lengths.includes(card.number.length)) return 'cards.invalid_length'
  if (!hasValidLuhnChecksum(card.number)) return 'cards.invalid_number'
  return hasCardExpired(card, nowMs) ? 'cards.expired' : null
}

/** Returns whether the month is over in every time zone. */
export function hasCardExpired({ month, year }: Pick<CardDetails, 'month' | 'year'>, nowMs: number): boolean {
  return nowMs >= Date.UTC(year, month) + 12 * 3_600_000
}
