import { detectCardKind, hasValidLuhnChecksum } from './card-number.ts'

/** A card as it is checked before it is saved: digits only, month 1 to 12, year in four digits. */
export type CardDetails = { readonly number: string; readonly month: number; readonly year: number }

/** What can be wrong with a card, each the key of its text. */
export type CardProblem = 'cards.invalid_type' | 'cards.invalid_length' | 'cards.invalid_number' | 'cards.expired'

/**
 * The first thing that is wrong with a card, null when nothing is (spec: funding 5).
 *
 * A card holds to the end of its month, in the time zone that is last to reach it, so nobody is refused too early.
 */
export function findCardProblem(card: CardDetails, nowMs: number): CardProblem | null {
  const kind = detectCardKind(card.number)
  if (kind === null || kind.type === null) return 'cards.invalid_type'
  if (!kind.lengths.includes(card.number.length)) return 'cards.invalid_length'
  if (!hasValidLuhnChecksum(card.number)) return 'cards.invalid_number'
  return hasCardExpired(card, nowMs) ? 'cards.expired' : null
}

/** Whether the last month of a card is over everywhere. */
export function hasCardExpired({ month, year }: Pick<CardDetails, 'month' | 'year'>, nowMs: number): boolean {
  return nowMs >= Date.UTC(year, month, 1) + 12 * 3_600_000
}
