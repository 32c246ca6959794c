import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { amount, nothing, replyWith } from './wire.ts'

export const chatCalls = {
  token: defineCall({
    method: 'POST',
    path: '/api/chat/token',
    access: 'client',
    source: 'funding 7',
    summary: "The token that tells the chat's frame who is there. Visitors chat without one.",
    body: nothing,
    reply: replyWith({ token: z.optional(z.string()), url: z.optional(z.string()) }),
  }),
  balance: defineCall({
    method: 'POST',
    path: '/api/chat/balance',
    access: 'client',
    source: 'account 7',
    summary:
      'What the browser shows as balance, for the person at the other end of the chat. Never taken for the truth.',
    body: z.strictObject({ balance: amount }),
    reply: replyWith({}),
  }),
} as const
