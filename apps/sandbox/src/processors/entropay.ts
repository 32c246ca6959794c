import { type Desk, withoutSecure } from '../desk.ts'

/**
 * Tokens: TRUE (its page first, then the code), PIN (the code at once), NO. The code is asked for by the second call; it is
 * looked at and forgotten.
 */
export const entropay: Desk = {
  slug: 'entropay',
  name: 'ENTROPAY',
  scriptNames: ['ENTROPAY', 'ENTRO'],
  chargesAt: 'complete',
  finalReasons: [],
  intend: (card, tokens) => {
    if (tokens.includes('NO')) return { way: 'charge', verdict: 'declined' }
    if (tokens.includes('TRUE')) return { way: 'start_dialog', verdict: card.decline ?? null }
    if (tokens.includes('PIN')) return { way: 'pin', verdict: card.decline ?? null }
    const verdict = withoutSecure(card)
    return { way: verdict === null || card.quirk !== undefined ? 'pin' : 'charge', verdict }
  },
  wordFor: () => 'declined',
  reply: (charge) => {
    if (charge.state === 'requires_action')
      return { return: charge.way === 'start_dialog' && !charge.confirmed ? true : 'pin' }
    if (charge.state === 'succeeded') return { return: false, status: 'APPROVED' }
    return { return: false, status: charge.reason === null ? 'PENDING' : 'DECLINED' }
  },
}
