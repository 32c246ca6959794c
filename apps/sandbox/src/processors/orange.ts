import type { DeclineReason } from '../charge.ts'
import { type Desk, withoutSecure } from '../desk.ts'
import { orangeReply, orangeWords } from './orange-shape.ts'

/** Tokens: REDIRECT, POLL, FAILED. */
export const orange: Desk = {
  slug: 'orange',
  name: 'ORANGE',
  scriptNames: ['ORANGE'],
  chargesAt: 'start',
  finalReasons: [],
  intend: (card, tokens) => {
    if (tokens.includes('FAILED')) return { way: 'charge', verdict: 'declined' }
    const way = tokens.includes('REDIRECT') || (card.secure && !tokens.includes('POLL')) ? 'page' : 'charge'
    return { way, verdict: card.decline ?? null }
  },
  reply: orangeReply,
  wordFor: (reason) => orangeWords[reason],
}

/** Tokens for the failures that end the cascade. */
const finalTokens: Readonly<Record<string, DeclineReason>> = {
  FUNDS: 'insufficient_funds',
  PIN: 'incorrect_pin',
  NOCARD: 'no_such_card',
  DISABLED: 'card_disabled',
  EXPIRED: 'expired_card',
}

/** Tokens: POLL, FAILED, and the five that end the cascade: FUNDS, PIN, NOCARD, DISABLED, EXPIRED. */
export const orangeNot3d: Desk = {
  slug: 'orange-not3d',
  name: 'ORANGE_NOT3D',
  scriptNames: ['ORANGE_NOT3D', 'NOT3D'],
  chargesAt: 'start',
  finalReasons: Object.values(finalTokens),
  intend: (card, tokens) => {
    const final = tokens.map((token) => finalTokens[token]).find((reason) => reason !== undefined)
    if (final !== undefined) return { way: 'charge', verdict: final }
    if (tokens.includes('FAILED')) return { way: 'charge', verdict: 'declined' }
    return { way: 'charge', verdict: tokens.includes('POLL') ? (card.decline ?? null) : withoutSecure(card) }
  },
  reply: orangeReply,
  wordFor: (reason) => orangeWords[reason],
}
