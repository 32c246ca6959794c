import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { count, extendPlainReply, text } from './wire.ts'

export const telemetryCalls = {
  reportError: defineCall({
    method: 'POST',
    path: '/api/us/handler',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Reports a browser error. `object` is the thrown value as text.',
    body: z.strictObject({
      error: text(1000),
      url: text(500),
      lineNumber: count(10_000_000),
      column: count(10_000_000),
      object: text(4000),
    }),
    reply: extendPlainReply({}),
  }),
} as const
