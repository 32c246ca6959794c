import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { priceSource } from './trade-view.ts'
import { extendPlainReply, timeMs } from './wire.ts'

export const logCalls = {
  getLog: defineCall({
    method: 'GET',
    path: '/api/log',
    access: 'visitor',
    source: 'ours',
    summary:
      'The keys of the public log, whose files are under /log/ as c2sp.org/tlog-tiles defines them. Keys are verifier keys of c2sp.org/signed-note.',
    reply: extendPlainReply({
      /** The name of the key is the origin of the log. Null: nothing has been signed yet. */
      key: z.nullable(z.string()),
      /** When the latest checkpoint was signed. This time is not part of what is signed. */
      signedAtMs: z.nullable(timeMs),
      /** Keys of the witnesses that are asked to cosign checkpoints. */
      witnessKeys: z.array(z.string()),
      prices: priceSource,
    }),
  }),
} as const
