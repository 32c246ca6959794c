import type { ProcessorSimulator } from './processor-simulator.ts'

/** Tokens: APPROVED, DECLINED (what its page ends with). */
export const ezpay: ProcessorSimulator = {
  slug: 'ezpay',
  name: 'EZPAY',
  scriptNames: ['EZPAY'],
  chargesAt: 'start',
  finalReasons: [],
  planCharge: (card, tokens) => {
    if (tokens.includes('DECLINED')) return { flow: 'page', plannedDecline: 'declined' }
    if (tokens.includes('APPROVED')) return { flow: 'page', plannedDecline: null }
    // What goes wrong around a charge goes wrong in the call; a plain no needs no page.
    const isDirect = card.decline !== undefined || card.failureMode !== undefined
    return { flow: isDirect && !card.secure ? 'charge' : 'page', plannedDecline: card.decline ?? null }
  },
  toNativeReason: () => 'DECLINED',
  buildReply: (charge, { page }) => {
    if (charge.state === 'requires_action') return { status: 'REDIRECT', redirect_url: page }
    if (charge.state === 'succeeded') return { status: 'APPROVED' }
    return { status: charge.reason === null ? 'PENDING' : 'DECLINED' }
  },
}
