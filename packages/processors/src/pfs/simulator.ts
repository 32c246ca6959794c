import type { Charge, DeclineReason } from '../simulator/charge.ts'
import type { ChargeSimulator } from '../simulator/processor-simulator.ts'

const codes: Partial<Record<DeclineReason, string>> = {
  insufficient_funds: '0051',
  expired_card: '0054',
  bad_code: '0082',
  processing_error: '0096',
}

export const pfsSimulator: ChargeSimulator = {
  slug: 'pfs',
  name: 'PFS',
  scriptNames: ['PFS'],
  tokens: { '0000': '3-D Secure', '0008': 'the result by polling', '0051': 'insufficient funds' },
  chargesAt: 'start',
  finalReasons: [],
  planCharge: (card, tokens) => {
    if (tokens.includes('0051')) return { flow: 'charge', plannedDecline: 'insufficient_funds' }
    const hasFlowToken = tokens.includes('0000') || tokens.includes('0008')
    const flow = tokens.includes('0000') || (card.secure && !hasFlowToken) ? 'page' : 'charge'
    return { flow, plannedDecline: card.decline ?? null }
  },
  toNativeReason: toPfsCode,
  buildReply: (charge) => ({ transaction_id: charge.reference, ...toNativeReply(charge) }),
}

function toPfsCode(reason: DeclineReason): string {
  return codes[reason] ?? '0005'
}

function toNativeReply(charge: Charge): Record<string, unknown> {
  const { processorReference, state, reason } = charge
  if (state === 'requires_action')
    return { type: 'secure', data: { R1: '0000', R2: '3-D Secure', R4: processorReference, R5: processorReference } }
  if (reason === null) return { type: 'listen', data: { R1: '0008', R2: 'In progress', R4: processorReference } }
  return { type: 'declined', data: { R1: toPfsCode(reason), R2: 'Declined', R4: processorReference } }
}
