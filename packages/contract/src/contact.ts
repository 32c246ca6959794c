import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { email, replyWith, text } from './wire.ts'

const phone = text(24).check(z.minLength(4), z.regex(/^\+?[0-9 ()-]+$/))

export const contactCalls = {
  callMe: defineCall({
    method: 'POST',
    path: '/api/call',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Asks to be called back.',
    body: z.strictObject({ phone }),
    reply: replyWith({}),
  }),
  contacts: defineCall({
    method: 'POST',
    path: '/api/contacts',
    access: 'visitor',
    source: 'funding 7',
    summary: 'A message to the people behind the product.',
    body: z.strictObject({
      message: text(5000).check(z.minLength(1)),
      phone,
      email,
      name: text(120).check(z.minLength(1)),
    }),
    reply: replyWith({}),
  }),
} as const
