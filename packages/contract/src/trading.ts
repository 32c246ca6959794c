import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { nothing, replyWith } from './wire.ts'

export const tradingCalls = {
  ladder: defineCall({
    method: 'POST',
    path: '/api/us/ladder',
    access: 'client',
    source: 'account 7',
    summary: "The signed address of the ladder's frame, good for a few minutes.",
    body: nothing,
    reply: replyWith({ url: z.optional(z.string()) }),
  }),
} as const
