import { type ChargeSimulator, getDeclineWithoutSecure } from '../simulator/processor-simulator.ts'

/** The `complete` call carries the code, which the sandbox does not keep. */
export const entropaySimulator: ChargeSimulator = {
  slug: 'entropay',
  name: 'ENTROPAY',
  scriptNames: ['ENTROPAY', 'ENTRO'],
  tokens: { TRUE: 'its page, then the code', PIN: 'the code at once', NO: 'declines' },
  chargesAt: 'complete',
  pageTitle: 'Your Entropay account',
  finalReasons: [],
  planCharge: (card, tokens) => {
    if (tokens.includes('NO')) return { flow: 'charge', plannedDecline: 'declined' }
    if (tokens.includes('TRUE')) return { flow: 'page_and_code', plannedDecline: card.decline ?? null }
    if (tokens.includes('PIN')) return { flow: 'code', plannedDecline: card.decline ?? null }
    const plannedDecline = getDeclineWithoutSecure(card)
    return { flow: plannedDecline === null || card.failureMode !== undefined ? 'code' : 'charge', plannedDecline }
  },
  toNativeReason: () => 'declined',
  buildReply: (charge) => {
    if (charge.state === 'requires_action')
      return { return: charge.flow === 'page_and_code' && !charge.isConfirmed ? true : 'pin' }
    if (charge.state === 'succeeded') return { return: false, status: 'APPROVED' }
    return { return: false, status: charge.reason === null ? 'PENDING' : 'DECLINED' }
  },
}
