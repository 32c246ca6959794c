import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { extendPlainReply, timeMs } from './wire.ts'

/** Where prices come from: a stream of a real market, or the walk, with rounds of drand or of the beacon of the sandbox. */
const priceSource = z.enum(['stream', 'drand', 'sandbox_beacon'])
export type PriceSource = z.infer<typeof priceSource>

export const logCalls = {
  getLog: defineCall({
    method: 'GET',
    path: '/api/log',
    access: 'visitor',
    source: 'ours',
    summary:
      'The keys of the public log, whose files are under /log/ as c2sp.org/tlog-tiles defines them. Keys are verifier keys of c2sp.org/signed-note.',
    reply: extendPlainReply({
      /** Its name is the origin of the log. Null: nothing has been signed yet. */
      key: z.nullable(z.string()),
      /** Of the latest checkpoint. It is not part of what is signed. */
      signedAtMs: z.nullable(timeMs),
      /** Of the witnesses that are asked to cosign checkpoints. */
      witnessKeys: z.array(z.string()),
      prices: priceSource,
    }),
  }),
} as const
