import { toMajorAmount } from '../charges/charge.ts'
import { type ProcessorSimulator, getDeclineWithoutSecure } from './processor-simulator.ts'
import { createZoomFieldNames } from '../zoom/field-names.ts'

/** Tokens: 0 (success), 1 (failure), both of the second call; the first one always gives a session. */
export const zoom: ProcessorSimulator = {
  slug: 'zoom',
  name: 'ZOOM',
  scriptNames: ['ZOOM'],
  chargesAt: 'complete',
  finalReasons: [],
  planCharge: (card, tokens) => {
    if (tokens.includes('0')) return { flow: 'session', plannedDecline: null }
    return { flow: 'session', plannedDecline: tokens.includes('1') ? 'declined' : getDeclineWithoutSecure(card) }
  },
  toNativeReason: (reason) => (reason === 'secure_required' ? 'code 2' : 'code 1'),
  buildReply: (charge, { script }) => {
    if (charge.state === 'requires_action') {
      const { number, code, expiry } = createZoomFieldNames(charge.pspRef)
      const fieldNames = { cnu: number, cvv: code, exp: expiry }
      return {
        return: true,
        session: { amount: toMajorAmount(charge), session_key: charge.pspRef, ...fieldNames, script_url: script },
      }
    }
    if (charge.state === 'succeeded') return { return: true, code: 0 }
    return charge.reason === null
      ? { return: true, status: 'PENDING' }
      : { return: false, code: charge.reason === 'secure_required' ? 2 : 1 }
  },
}
