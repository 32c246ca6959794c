import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { email, singleLine, extendPlainReply, text } from './wire.ts'

/** A number as typed, with 6 to 15 digits, the maximum of E.164. */
const phone = singleLine(24).check(
  z.regex(/^\+?[0-9 ()-]+$/),
  z.refine((value) => /^\d{6,15}$/.test(value.replaceAll(/\D/g, ''))),
)
export const maxMessageChars = 5000
const nonBlank = z.refine<string>((value) => value.trim() !== '')

export const contactCalls = {
  requestCallback: defineCall({
    method: 'POST',
    path: '/api/call',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Requests a callback.',
    body: z.strictObject({ phone }),
    reply: extendPlainReply({}),
  }),
  sendMessage: defineCall({
    method: 'POST',
    path: '/api/contacts',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Sends a message to support. One of phone and e-mail can be empty.',
    body: z
      .strictObject({
        message: text(maxMessageChars).check(nonBlank),
        phone: z.union([z.literal(''), phone]),
        email: z.union([z.literal(''), email]),
        name: singleLine(120).check(nonBlank),
      })
      .check(z.refine((body) => body.phone !== '' || body.email !== '', { path: ['email'] })),
    reply: extendPlainReply({}),
  }),
} as const
