import type { MagicCard } from './magic-cards.ts'

/** The pre-check keeps no books: it never takes money. */
export const fraudScriptNames = ['FRAUD'] as const

const replies: Readonly<Record<string, Record<string, unknown>>> = {
  CASCADE: { cascade: true },
  FAILLIMIT: { fail_limit: true },
  DAYLIMIT: { day_limit: true },
  BADCARD: { bad_card: true },
  REASON: { reason: 'risk', message: 'The bank of this card does not allow payments to us.' },
}

/** Tokens: CASCADE, FAILLIMIT, DAYLIMIT, BADCARD, REASON, ERROR; the last one is an HTTP 500, here null. */
export function buildFraudReply(card: MagicCard, tokens: readonly string[]): Record<string, unknown> | null {
  if (tokens.includes('ERROR')) return null
  const scriptedReply = tokens.map((token) => replies[token]).find((reply) => reply !== undefined)
  return scriptedReply ?? (card.decline === 'bad_card' ? { bad_card: true } : {})
}
