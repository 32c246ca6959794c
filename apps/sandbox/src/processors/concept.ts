import type { Desk } from '../desk.ts'

/** Tokens: OK (a page first), APPROVED, 003 (blacklisted: the end). */
export const concept: Desk = {
  slug: 'concept',
  name: 'CONCEPT',
  scriptNames: ['CONCEPT'],
  chargesAt: 'start',
  finalReasons: ['blacklisted'],
  intend: (card, tokens) => {
    if (tokens.includes('003')) return { way: 'charge', verdict: 'blacklisted' }
    if (tokens.includes('APPROVED')) return { way: 'charge', verdict: null }
    const way = tokens.includes('OK') || card.secure ? 'page' : 'charge'
    return { way, verdict: card.decline ?? null }
  },
  wordFor: (reason) => (reason === 'blacklisted' ? '003' : '005'),
  reply: (charge, { page }) => {
    const txid = charge.ref
    if (charge.state === 'requires_action') return { txid, status: 'OK', redirect: { html: page } }
    if (charge.state === 'succeeded') return { txid, status: 'APPROVED' }
    if (charge.reason === null) return { txid, status: 'OK' }
    const error =
      charge.reason === 'blacklisted' ? { code: '003', msg: 'Card is blacklisted' } : { code: '005', msg: 'Declined' }
    return { txid, status: 'DECLINED', error }
  },
}
