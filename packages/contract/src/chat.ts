import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { amount, emptyBody, extendPlainReply } from './wire.ts'

export const chatCalls = {
  issueToken: defineCall({
    method: 'POST',
    path: '/api/chat/token',
    access: 'client',
    source: 'funding 7',
    summary: "The token that tells the chat's frame who is there. Visitors chat without one.",
    body: emptyBody,
    reply: extendPlainReply({ token: z.optional(z.string()), url: z.optional(z.string()) }),
  }),
  reportShownBalance: defineCall({
    method: 'POST',
    path: '/api/chat/balance',
    access: 'client',
    source: 'account 7',
    summary:
      'What the browser shows as balance, for the person at the other end of the chat. Never taken for the truth.',
    body: z.strictObject({ balance: amount }),
    reply: extendPlainReply({}),
  }),
} as const
