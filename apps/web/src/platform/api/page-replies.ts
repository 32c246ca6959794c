import type { ApiCall } from '@tradefront/contract/call'
import * as z from 'zod/mini'

import { buildUrl, type CallInput, type CallReply } from './request.ts'

/** Time since the page was asked for after which its replies are too old to be shown. */
const maxAgeMs = 60_000

/** By the address of the call. */
let replies: Map<string, unknown> | null = null

/** Options of a query: the reply that came with the page of the trading area is shown at once, and loaded again. */
export function startWithPageReply<const C extends ApiCall, Data>(
  call: C,
  input: CallInput<C>,
  toData: (reply: CallReply<C>) => Data | undefined,
) {
  return {
    initialData: (): Data | undefined => {
      const reply = takePageReply(call, input)
      return reply === undefined ? undefined : toData(reply)
    },
    initialDataUpdatedAt: 0,
  }
}

/** Returns a reply once. Undefined: there is none that can be used, and the call must be made. */
function takePageReply<const C extends ApiCall>(call: C, input: CallInput<C>): CallReply<C> | undefined {
  replies ??= readReplies()
  const address = buildUrl(call, input)
  const reply = z.safeParse<C['reply']>(call.reply, replies.get(address))
  replies.delete(address)
  return reply.success && performance.now() < maxAgeMs ? reply.data : undefined
}

/** The development server, and pages for visitors, have none. */
function readReplies(): Map<string, unknown> {
  const text = document.getElementById('replies')?.textContent
  return new Map(text ? Object.entries(JSON.parse(text) as object) : [])
}
