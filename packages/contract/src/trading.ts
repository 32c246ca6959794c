import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { emptyBody, extendPlainReply } from './wire.ts'

export const tradingCalls = {
  getLadderUrl: defineCall({
    method: 'POST',
    path: '/api/us/ladder',
    access: 'client',
    source: 'account 7',
    summary: "The signed URL of the ladder's frame, valid for a few minutes.",
    body: emptyBody,
    reply: extendPlainReply({ url: z.optional(z.string()) }),
  }),
} as const
