import { buildOrangeReply, orangeReasons } from '../orange/simulator-replies.ts'
import type { ChargeSimulator } from '../simulator/processor-simulator.ts'

export const universeSimulator: ChargeSimulator = {
  slug: 'universe',
  name: 'UNIVERSE',
  scriptNames: ['UNIVERSE'],
  tokens: { OK: 'approves', SOFT: 'declines' },
  chargesAt: 'start',
  finalReasons: [],
  planCharge: (card, tokens) => {
    if (tokens.includes('SOFT')) return { flow: 'charge', plannedDecline: 'declined' }
    if (tokens.includes('OK')) return { flow: 'charge', plannedDecline: null }
    return { flow: card.secure ? 'page' : 'charge', plannedDecline: card.decline ?? null }
  },
  buildReply: buildOrangeReply,
  toNativeReason: (reason) => orangeReasons[reason],
}
