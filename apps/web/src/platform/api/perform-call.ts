import type { ApiCall } from '@tradefront/contract/call'

import { ApiError } from './api-error.ts'
import { request, type CallInput, type CallReply } from './request.ts'

/** Performs a call. Unlike `request`, it throws an ApiError for a business refusal (`return: false`). */
export async function performCall<const C extends ApiCall>(call: C, input: CallInput<C>): Promise<CallReply<C>> {
  return throwIfRefused(await request(call, input))
}

export function throwIfRefused<Reply>(reply: Reply): Reply {
  if (!isRefusal(reply)) return reply
  throw new ApiError('refused', 200, reply.error ?? '', reply.message ?? '')
}

type RefusalReply = { readonly return: false; readonly error?: string; readonly message?: string }

function isRefusal(reply: unknown): reply is RefusalReply {
  return typeof reply === 'object' && reply !== null && 'return' in reply && reply.return === false
}
