import { majorAmount } from '../charge.ts'
import { type Desk, withoutSecure } from '../desk.ts'
import { zoomFields } from '../zoom-fields.ts'

/** Tokens: 0 (success), 1 (failure), both of the second call; the first one always gives a session. */
export const zoom: Desk = {
  slug: 'zoom',
  name: 'ZOOM',
  scriptNames: ['ZOOM'],
  chargesAt: 'complete',
  finalReasons: [],
  intend: (card, tokens) => {
    if (tokens.includes('0')) return { way: 'session', verdict: null }
    return { way: 'session', verdict: tokens.includes('1') ? 'declined' : withoutSecure(card) }
  },
  wordFor: (reason) => (reason === 'secure_required' ? 'code 2' : 'code 1'),
  reply: (charge, { script }) => {
    if (charge.state === 'requires_action') {
      const { number, code, expiry } = zoomFields(charge.pspRef)
      const named = { cnu: number, cvv: code, exp: expiry }
      return {
        return: true,
        session: { amount: majorAmount(charge), session_key: charge.pspRef, ...named, script_url: script },
      }
    }
    if (charge.state === 'succeeded') return { return: true, code: 0 }
    return charge.reason === null
      ? { return: true, status: 'PENDING' }
      : { return: false, code: charge.reason === 'secure_required' ? 2 : 1 }
  },
}
