import type { ChargeSimulator } from '../simulator/processor-simulator.ts'

export const ezpaySimulator: ChargeSimulator = {
  slug: 'ezpay',
  name: 'EZPAY',
  scriptNames: ['EZPAY'],
  tokens: { APPROVED: 'approves after its page', DECLINED: 'declines after its page' },
  chargesAt: 'start',
  pageTitle: 'Pay with EZPay',
  finalReasons: [],
  planCharge: (card, tokens) => {
    if (tokens.includes('DECLINED')) return { flow: 'page', plannedDecline: 'declined' }
    if (tokens.includes('APPROVED')) return { flow: 'page', plannedDecline: null }
    // Declines and failures happen in the start call itself, unless the card needs 3-D Secure.
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
