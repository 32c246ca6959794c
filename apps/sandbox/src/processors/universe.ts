import type { ProcessorSimulator } from './processor-simulator.ts'
import { buildOrangeReply, orangeReasons } from './orange-replies.ts'

/** Tokens: OK, SOFT. */
export const universe: ProcessorSimulator = {
  slug: 'universe',
  name: 'UNIVERSE',
  scriptNames: ['UNIVERSE'],
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
