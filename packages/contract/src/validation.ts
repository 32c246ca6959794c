import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { extendPlainReply, text } from './wire.ts'

export const validationCalls = {
  tryStatementCode: defineCall({
    method: 'POST',
    path: '/api/fraud/attemps',
    access: 'client',
    source: 'account 7',
    summary: 'Checks the code of the card statement. `attemps` is what is left of five attempts, counted atomically.',
    body: z.strictObject({ value: text(20).check(z.minLength(1)) }),
    reply: extendPlainReply({ attemps: z.number() }),
  }),
  validatePhone: defineCall({
    method: 'POST',
    path: '/api/validate/phone',
    access: 'visitor',
    source: 'ours',
    summary: 'Server validation of a phone number (funding 5): `em` is the number, digits only.',
    body: z.strictObject({ em: z.string().check(z.regex(/^[0-9]{1,24}$/)) }),
    reply: extendPlainReply({}),
  }),
} as const
