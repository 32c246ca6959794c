import type { CheckSimulator } from '../simulator/processor-simulator.ts'

const scriptedReplies: Readonly<Record<string, Record<string, unknown>>> = {
  CASCADE: { cascade: true },
  FAILLIMIT: { fail_limit: true },
  DAYLIMIT: { day_limit: true },
  BADCARD: { bad_card: true },
  REASON: { reason: 'risk', message: 'The bank of this card does not allow payments to us.' },
}

export const fraudSimulator: CheckSimulator = {
  slug: 'fraud',
  name: 'FRAUD',
  scriptNames: ['FRAUD'],
  tokens: {
    CASCADE: 'too many failed payments',
    FAILLIMIT: 'too many failed payments',
    DAYLIMIT: 'day limit reached',
    BADCARD: 'card not accepted',
    REASON: 'stops with a message of its own',
    ERROR: 'HTTP 500, the cascade goes on',
  },
  chargesAt: 'never',
  buildReply: (card, tokens) => {
    if (tokens.includes('ERROR')) return null
    const scriptedReply = tokens.map((token) => scriptedReplies[token]).find((reply) => reply !== undefined)
    return scriptedReply ?? (card.decline === 'bad_card' ? { bad_card: true } : {})
  },
}
