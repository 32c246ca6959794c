import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { depositView } from './cards.ts'
import { headerValues } from './profile.ts'
import { timeMs } from './wire.ts'

/**
 * What comes over `/api/live`, one JSON object a message.
 *
 * `deposit`: a deposit has changed. `user`: the header's values have. `refresh`: something changed that is not told here,
 * ask again. `beat`: every 25 s, with the server's clock; a socket silent for a minute is dead.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('deposit'), deposit: depositView }),
  z.object({ type: z.literal('user'), user: headerValues }),
  z.object({ type: z.literal('refresh') }),
  z.object({ type: z.literal('beat'), now: timeMs }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const liveCalls = {
  live: defineCall({
    method: 'GET',
    path: '/api/live',
    access: 'client',
    kind: 'socket',
    source: 'ours',
    summary: 'Web socket of pushes. The server sends only; a page of another origin is refused.',
    reply: liveEvent,
  }),
} as const
