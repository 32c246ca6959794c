import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'
import * as z from 'zod/mini'

import {
  orangeListenNative,
  orangeListenReply,
  orangeNative,
  orangeReply,
  orangeStartReply,
  readOrangeDecline,
  readOrangeListen,
  readOrangeStart,
} from './orange-shape.ts'
import type { Processor, StepCall } from './processor.ts'
import { stepReply } from './reply.ts'
import { listenRefs, listenRequest, paymentOf } from './requests.ts'
import { standardUpstream } from './standard-upstream.ts'

/** ORANGE with and without 3-D Secure share one path; `not3d: 1` asks for the latter. */
const start = defineCall({
  method: 'POST',
  path: '/api/card/fast/orange',
  access: 'client',
  source: 'funding 7',
  summary: 'Charges the saved card with ORANGE; with not3d: 1 without 3-D Secure.',
  body: z.strictObject({ ...paymentRequest.shape, not3d: z.optional(z.literal(1)) }),
  reply: stepReply(orangeNative),
})

const listen: StepCall = {
  verb: 'listen',
  refs: listenRefs,
  call: defineCall({
    method: 'POST',
    path: '/api/card/listen/orange',
    access: 'client',
    source: 'funding 7',
    summary: 'Where an ORANGE payment stands.',
    body: listenRequest,
    reply: stepReply(orangeListenNative),
  }),
}

const without3d = z.object({ not3d: z.literal(1) })

/** Failures of a charge without 3-D Secure that end the cascade (spec: funding 4). */
const finalMessages = ['Not sufficient funds', 'Incorrect PIN', 'No such card', 'Your card is disabled', 'Expired card']

const shared = { charges: true, returnTo: { kind: 'route', proc: 'orange' }, listenReply: orangeListenReply } as const

export const orange: Processor = {
  ...shared,
  name: 'ORANGE',
  calls: [
    { verb: 'start', payment: paymentOf, matches: (body) => !without3d.safeParse(body).success, call: start },
    listen,
  ],
  readStart: readOrangeStart([]),
  readListen: readOrangeListen([]),
  readDecline: readOrangeDecline([]),
  startReply: orangeStartReply([]),
  upstream: standardUpstream('orange', orangeReply),
}

export const orangeNot3d: Processor = {
  ...shared,
  name: 'ORANGE_NOT3D',
  calls: [
    {
      verb: 'start',
      payment: paymentOf,
      matches: (body) => without3d.safeParse(body).success,
      write: ({ payment }) => ({ ...payment, not3d: 1 }),
      call: start,
    },
    listen,
  ],
  startDelayMs: 6000,
  readStart: readOrangeStart(finalMessages),
  readListen: readOrangeListen(finalMessages),
  readDecline: readOrangeDecline(finalMessages),
  startReply: orangeStartReply(finalMessages),
  upstream: standardUpstream('orange-not3d', orangeReply, { not3d: 1 }),
}
