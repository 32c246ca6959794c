import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'

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
import type { Processor } from './processor.ts'
import { stepReply } from './reply.ts'
import { listenRefs, listenRequest, paymentOf } from './requests.ts'
import { standardUpstream } from './standard-upstream.ts'

/** Named by the specification without calls: both are ours, with replies shaped like ORANGE's. */
export const universe: Processor = {
  name: 'UNIVERSE',
  charges: true,
  calls: [
    {
      verb: 'start',
      payment: paymentOf,
      call: defineCall({
        method: 'POST',
        path: '/api/card/fast/universe',
        access: 'client',
        source: 'ours',
        summary: 'Charges the saved card with UNIVERSE.',
        body: paymentRequest,
        reply: stepReply(orangeNative),
      }),
    },
    {
      verb: 'listen',
      refs: listenRefs,
      call: defineCall({
        method: 'POST',
        path: '/api/card/listen/universe',
        access: 'client',
        source: 'ours',
        summary: 'Where a UNIVERSE payment stands.',
        body: listenRequest,
        reply: stepReply(orangeListenNative),
      }),
    },
  ],
  returnTo: { kind: 'query', param: 'listen' },
  readStart: readOrangeStart([]),
  readListen: readOrangeListen([]),
  readDecline: readOrangeDecline([]),
  startReply: orangeStartReply([]),
  listenReply: orangeListenReply,
  upstream: standardUpstream('universe', orangeReply),
}
