import type { ChargeSimulator } from '../simulator/processor-simulator.ts'

export const conceptSimulator: ChargeSimulator = {
  slug: 'concept',
  name: 'CONCEPT',
  scriptNames: ['CONCEPT'],
  tokens: { OK: 'its page first', APPROVED: 'approves', '003': 'blacklisted, ends the cascade' },
  chargesAt: 'start',
  finalReasons: ['blacklisted'],
  planCharge: (card, tokens) => {
    if (tokens.includes('003')) return { flow: 'charge', plannedDecline: 'blacklisted' }
    if (tokens.includes('APPROVED')) return { flow: 'charge', plannedDecline: null }
    const flow = tokens.includes('OK') || card.secure ? 'page' : 'charge'
    return { flow, plannedDecline: card.decline ?? null }
  },
  toNativeReason: (reason) => (reason === 'blacklisted' ? '003' : '005'),
  buildReply: (charge, { page }) => {
    const txid = charge.reference
    if (charge.state === 'requires_action') return { txid, status: 'OK', redirect: { html: page } }
    if (charge.state === 'succeeded') return { txid, status: 'APPROVED' }
    if (charge.reason === null) return { txid, status: 'OK' }
    const error =
      charge.reason === 'blacklisted' ? { code: '003', msg: 'Card is blacklisted' } : { code: '005', msg: 'Declined' }
    return { txid, status: 'DECLINED', error }
  },
}
