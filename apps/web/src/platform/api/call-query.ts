import type { ApiCall } from '@tradefront/contract/call'
import { queryOptions } from '@tanstack/react-query'

import { request, type CallInput } from './request.ts'

/** Returns the key of a request. Without `input`, it matches every request of the call. */
export function callKey<const C extends ApiCall>(call: C, input?: CallInput<C>): readonly unknown[] {
  return input === undefined ? [call.path] : [call.path, input]
}

export function callQuery<const C extends ApiCall>(call: C, input: CallInput<C>) {
  return queryOptions({
    queryKey: callKey(call, input),
    queryFn: ({ signal }) => request(call, { ...input, signal }),
  })
}
