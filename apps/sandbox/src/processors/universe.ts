import type { Desk } from '../desk.ts'
import { orangeReply, orangeWords } from './orange-shape.ts'

/** Tokens: OK, SOFT. */
export const universe: Desk = {
  slug: 'universe',
  name: 'UNIVERSE',
  scriptNames: ['UNIVERSE'],
  chargesAt: 'start',
  finalReasons: [],
  intend: (card, tokens) => {
    if (tokens.includes('SOFT')) return { way: 'charge', verdict: 'declined' }
    if (tokens.includes('OK')) return { way: 'charge', verdict: null }
    return { way: card.secure ? 'page' : 'charge', verdict: card.decline ?? null }
  },
  reply: orangeReply,
  wordFor: (reason) => orangeWords[reason],
}
