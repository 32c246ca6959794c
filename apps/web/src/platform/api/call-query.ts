import type { ApiCall } from '@tradefront/contract/call'
import { queryOptions } from '@tanstack/react-query'

import { request, type CallInput } from './request.ts'

/** Key of everything cached for a call; with `input`, of one of its requests. */
export function callKey<const C extends ApiCall>(call: C, input?: CallInput<C>): readonly unknown[] {
  return input === undefined ? [call.path] : [call.path, input]
}

/** Query options of one call of the contract. Spread them to add options such as `staleTime`. */
export function callQuery<const C extends ApiCall>(call: C, input: CallInput<C>) {
  return queryOptions({
    queryKey: callKey(call, input),
    queryFn: ({ signal }) => request(call, { ...input, signal }),
  })
}
