import type { Charge, DeclineReason } from '../charge.ts'
import type { Desk } from '../desk.ts'

const codes: Partial<Record<DeclineReason, string>> = {
  insufficient_funds: '0051',
  expired_card: '0054',
  bad_code: '0082',
  processing_error: '0096',
}

/** Tokens: 0000 (3-D Secure), 0008 (poll), 0051 (insufficient funds). */
export const pfs: Desk = {
  slug: 'pfs',
  name: 'PFS',
  scriptNames: ['PFS'],
  chargesAt: 'start',
  finalReasons: [],
  intend: (card, tokens) => {
    if (tokens.includes('0051')) return { way: 'charge', verdict: 'insufficient_funds' }
    const asked = tokens.includes('0000') || tokens.includes('0008')
    const way = tokens.includes('0000') || (card.secure && !asked) ? 'page' : 'charge'
    return { way, verdict: card.decline ?? null }
  },
  wordFor: codeFor,
  reply: (charge) => ({ transaction_id: charge.ref, ...native(charge) }),
}

function codeFor(reason: DeclineReason): string {
  return codes[reason] ?? '0005'
}

function native(charge: Charge): Record<string, unknown> {
  const { pspRef, state, reason } = charge
  if (state === 'requires_action')
    return { type: 'secure', data: { R1: '0000', R2: '3-D Secure', R4: pspRef, R5: pspRef } }
  if (reason === null) return { type: 'listen', data: { R1: '0008', R2: 'In progress', R4: pspRef } }
  return { type: 'declined', data: { R1: codeFor(reason), R2: 'Declined', R4: pspRef } }
}
