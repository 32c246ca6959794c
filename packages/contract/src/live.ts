import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { depositView } from './deposits.ts'
import { userRecord } from './profile.ts'

/**
 * A message that the server pushes to the browsers of a trader. Messages can get lost; the same data is available by calls.
 * `refresh`: something has changed or was missed, so reload it.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('deposit'), deposit: depositView }),
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
