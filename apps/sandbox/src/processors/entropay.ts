import { type ProcessorSimulator, getDeclineWithoutSecure } from './processor-simulator.ts'

/**
 * Tokens: TRUE (its page first, then the code), PIN (the code at once), NO. The code is asked for by the second call; it is
 * looked at and forgotten.
 */
export const entropay: ProcessorSimulator = {
  slug: 'entropay',
  name: 'ENTROPAY',
  scriptNames: ['ENTROPAY', 'ENTRO'],
  chargesAt: 'complete',
  finalReasons: [],
  planCharge: (card, tokens) => {
    if (tokens.includes('NO')) return { flow: 'charge', plannedDecline: 'declined' }
    if (tokens.includes('TRUE')) return { flow: 'start_dialog', plannedDecline: card.decline ?? null }
    if (tokens.includes('PIN')) return { flow: 'pin', plannedDecline: card.decline ?? null }
    const plannedDecline = getDeclineWithoutSecure(card)
    return { flow: plannedDecline === null || card.failureMode !== undefined ? 'pin' : 'charge', plannedDecline }
  },
  toNativeReason: () => 'declined',
  buildReply: (charge) => {
    if (charge.state === 'requires_action')
      return { return: charge.flow === 'start_dialog' && !charge.isConfirmed ? true : 'pin' }
    if (charge.state === 'succeeded') return { return: false, status: 'APPROVED' }
    return { return: false, status: charge.reason === null ? 'PENDING' : 'DECLINED' }
  },
}
