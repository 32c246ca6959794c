import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { timeMs } from './wire.ts'

/** Can be checked on the chart. */
export const signal = z.object({
  id: z.string(),
  symbol: z.string(),
  direction: z.enum(['up', 'down']),
  price: z.number(),
  at: timeMs,
  /** In the language of the request. */
  text: z.string(),
})
export type Signal = z.infer<typeof signal>

export const signalsCalls = {
  listSignals: defineCall({
    method: 'POST',
    path: '/api/signals',
    access: 'client',
    source: 'funding 7',
    summary: 'The signals of the last hour. `test` asks for one made of the latest candle.',
    body: z.optional(z.nullable(z.strictObject({ test: z.optional(z.union([z.literal(0), z.literal(1)])) }))),
    reply: z.array(signal),
  }),
} as const
