import * as z from 'zod/mini'

import type { ReplyOutcome } from '../processor.ts'
import { createInterpreter } from './replies.ts'

/** A wallet, interpreted like a processor. */
const listenSchema = z.object({ status: z.int() })

/** spec: funding 4, SKRILL polling: 2 success, 0 pending, -1 cancelled, -2 failed, -3 charged back. */
export const interpretSkrillListenReply = createInterpreter(listenSchema, ({ status }): ReplyOutcome => {
  if (status === 2) return { kind: 'success' }
  return status < 0 ? { kind: 'decline', code: 'cascade_card.failed' } : { kind: 'poll' }
})
