import { toMajorAmount } from '../simulator/charge.ts'
import { type ChargeSimulator, getDeclineWithoutSecure } from '../simulator/processor-simulator.ts'

/** Behaviour of the `complete` call; `start` always opens a session. */
export const zoomSimulator: ChargeSimulator = {
  slug: 'zoom',
  name: 'ZOOM',
  scriptNames: ['ZOOM'],
  tokens: { '0': 'approves', '1': 'declines' },
  chargesAt: 'complete',
  finalReasons: [],
  planCharge: (card, tokens) => {
    if (tokens.includes('0')) return { flow: 'token', plannedDecline: null }
    return { flow: 'token', plannedDecline: tokens.includes('1') ? 'declined' : getDeclineWithoutSecure(card) }
  },
  toNativeReason: (reason) => (reason === 'secure_required' ? 'code 2' : 'code 1'),
  buildReply: (charge, { script }) => {
    if (charge.state === 'requires_action') {
      const { number, code, expiry } = buildZoomFieldNames(charge.processorReference)
      const fieldNames = { cnu: number, cvv: code, exp: expiry }
      return {
        return: true,
        session: {
          amount: toMajorAmount(charge),
          session_key: charge.processorReference,
          ...fieldNames,
          script_url: script,
        },
      }
    }
    if (charge.state === 'succeeded') return { return: true, code: 0 }
    return charge.reason === null
      ? { return: true, status: 'PENDING' }
      : { return: false, code: charge.reason === 'secure_required' ? 2 : 1 }
  },
}

/** Builds field names that differ for each session, so that no script knows them in advance. */
export function buildZoomFieldNames(sessionKey: string): { number: string; code: string; expiry: string } {
  const suffix = sessionKey.slice(-10)
  return { number: `n${suffix}`, code: `c${suffix}`, expiry: `e${suffix}` }
}
