import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { emptyBody, extendPlainReply } from './wire.ts'

export const tradingCalls = {
  getLadderUrl: defineCall({
    method: 'POST',
    path: '/api/us/ladder',
    access: 'client',
    source: 'account 7',
    summary: "The signed address of the ladder's frame, good for a few minutes.",
    body: emptyBody,
    reply: extendPlainReply({ url: z.optional(z.string()) }),
  }),
} as const
