import type { DeclineReason } from '../charges/charge.ts'
import { type ProcessorSimulator, getDeclineWithoutSecure } from './processor-simulator.ts'
import { buildOrangeReply, orangeReasons } from './orange-replies.ts'

/** Tokens: REDIRECT, POLL, FAILED. */
export const orange: ProcessorSimulator = {
  slug: 'orange',
  name: 'ORANGE',
  scriptNames: ['ORANGE'],
  chargesAt: 'start',
  finalReasons: [],
  planCharge: (card, tokens) => {
    if (tokens.includes('FAILED')) return { flow: 'charge', plannedDecline: 'declined' }
    const flow = tokens.includes('REDIRECT') || (card.secure && !tokens.includes('POLL')) ? 'page' : 'charge'
    return { flow, plannedDecline: card.decline ?? null }
  },
  buildReply: buildOrangeReply,
  toNativeReason: (reason) => orangeReasons[reason],
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
export const orangeNot3d: ProcessorSimulator = {
  slug: 'orange-not3d',
  name: 'ORANGE_NOT3D',
  scriptNames: ['ORANGE_NOT3D', 'NOT3D'],
  chargesAt: 'start',
  finalReasons: Object.values(finalTokens),
  planCharge: (card, tokens) => {
    const finalReason = tokens.map((token) => finalTokens[token]).find((reason) => reason !== undefined)
    if (finalReason !== undefined) return { flow: 'charge', plannedDecline: finalReason }
    if (tokens.includes('FAILED')) return { flow: 'charge', plannedDecline: 'declined' }
    return {
      flow: 'charge',
      plannedDecline: tokens.includes('POLL') ? (card.decline ?? null) : getDeclineWithoutSecure(card),
    }
  },
  buildReply: buildOrangeReply,
  toNativeReason: (reason) => orangeReasons[reason],
}
