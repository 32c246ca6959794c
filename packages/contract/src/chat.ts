import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { amount, emptyBody, extendPlainReply } from './wire.ts'

export const chatCalls = {
  issueToken: defineCall({
    method: 'POST',
    path: '/api/chat/token',
    access: 'client',
    source: 'funding 7',
    summary: 'A token that identifies the trader to the chat. Visitors chat without one.',
    body: emptyBody,
    reply: extendPlainReply({ token: z.optional(z.string()), url: z.optional(z.string()) }),
  }),
  reportShownBalance: defineCall({
    method: 'POST',
    path: '/api/chat/balance',
    access: 'client',
    source: 'account 7',
    summary: 'The balance that the browser shows, for the chat agent. It is information only.',
    body: z.strictObject({ balance: amount }),
    reply: extendPlainReply({}),
  }),
} as const
