import type { Desk } from '../desk.ts'

/** Tokens: APPROVED, DECLINED (what its page ends with). */
export const ezpay: Desk = {
  slug: 'ezpay',
  name: 'EZPAY',
  scriptNames: ['EZPAY'],
  chargesAt: 'start',
  finalReasons: [],
  intend: (card, tokens) => {
    if (tokens.includes('DECLINED')) return { way: 'page', verdict: 'declined' }
    if (tokens.includes('APPROVED')) return { way: 'page', verdict: null }
    // What goes wrong around a charge goes wrong in the call; a plain no needs no page.
    const direct = card.decline !== undefined || card.quirk !== undefined
    return { way: direct && !card.secure ? 'charge' : 'page', verdict: card.decline ?? null }
  },
  wordFor: () => 'DECLINED',
  reply: (charge, { page }) => {
    if (charge.state === 'requires_action') return { status: 'REDIRECT', redirect_url: page }
    if (charge.state === 'succeeded') return { status: 'APPROVED' }
    return { status: charge.reason === null ? 'PENDING' : 'DECLINED' }
  },
}
