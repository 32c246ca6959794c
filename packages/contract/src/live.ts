import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { invoiceView } from './crypto.ts'
import { depositView } from './deposits.ts'
import { userRecord } from './profile.ts'

/** Messages can get lost; calls have the same data. `refresh`: reload. */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('deposit'), deposit: depositView }),
  z.object({ type: z.literal('invoice'), invoice: invoiceView }),
  z.object({ type: z.literal('user'), user: userRecord }),
  z.object({ type: z.literal('refresh') }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const liveCalls = {
  openSocket: defineCall({
    method: 'GET',
    path: '/api/live',
    access: 'client',
    kind: 'socket',
    source: 'ours',
    summary: 'A web socket of the same origin; each message is one event as JSON.',
    reply: z.unknown(),
  }),
} as const
