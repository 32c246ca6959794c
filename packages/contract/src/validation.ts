import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { currency, emptyBody, extendPlainReply, text, timeMs } from './wire.ts'

export const validationCalls = {
  tryStatementCode: defineCall({
    method: 'POST',
    path: '/api/fraud/attemps',
    access: 'client',
    source: 'account 7',
    summary:
      'Checks the code of the card statement. `attemps` is what is left of five attempts, counted atomically. Succeeds if the code is confirmed already.',
    body: z.strictObject({ value: text(40).check(z.minLength(1)) }),
    reply: extendPlainReply({ attemps: z.number() }),
  }),
  getStatementCharge: defineCall({
    method: 'POST',
    path: '/api/validate/charge',
    access: 'client',
    source: 'ours',
    summary: 'The charge on whose statement line the code is, in major units. Null if no code is needed.',
    body: emptyBody,
    reply: z.object({
      return: z.literal(true),
      charge: z.nullable(
        z.object({
          /** The line on the card statement, without the code. */
          name: z.string(),
          amount: z.number(),
          currency,
          card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
          at: timeMs,
        }),
      ),
      /** Page on which the sandbox shows the statement. */
      testStatement: z.optional(z.string()),
    }),
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
