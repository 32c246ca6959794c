import type { DeclineReason } from '../simulator/charge.ts'
import { type ChargeSimulator, getDeclineWithoutSecure } from '../simulator/processor-simulator.ts'
import { buildOrangeReply, orangeReasons } from './simulator-replies.ts'

export const orangeSimulator: ChargeSimulator = {
  slug: 'orange',
  name: 'ORANGE',
  scriptNames: ['ORANGE'],
  tokens: { REDIRECT: 'its page first', POLL: 'no page, the result by polling', FAILED: 'declines' },
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

/** Tokens of the declines that end the cascade. */
const finalTokens: Readonly<Record<string, DeclineReason>> = {
  FUNDS: 'insufficient_funds',
  PIN: 'incorrect_pin',
  NOCARD: 'no_such_card',
  DISABLED: 'card_disabled',
  EXPIRED: 'expired_card',
}

export const orangeNot3dSimulator: ChargeSimulator = {
  slug: 'orange-not3d',
  name: 'ORANGE_NOT3D',
  scriptNames: ['ORANGE_NOT3D', 'NOT3D'],
  tokens: {
    POLL: 'the result by polling',
    FAILED: 'declines',
    FUNDS: 'insufficient funds, ends the cascade',
    PIN: 'incorrect PIN, ends the cascade',
    NOCARD: 'no such card, ends the cascade',
    DISABLED: 'card disabled, ends the cascade',
    EXPIRED: 'expired card, ends the cascade',
  },
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
