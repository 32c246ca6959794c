import type { ApiCall } from '@tradefront/contract/call'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'

import { reportError } from '../telemetry/error-reports.ts'
import { showError } from '../toasts.ts'
import { callKey } from './call-query.ts'
import { performCall } from './perform-call.ts'
import type { CallInput, CallReply } from './request.ts'

export type MutationOptions<Input, Reply> = {
  /** Calls whose cached replies are loaded again before `onSuccess` runs. */
  readonly invalidates?: readonly ApiCall[]
  readonly onSuccess?: (reply: Reply, input: Input) => unknown
  /** Replaces the toast with the error's message. */
  readonly onError?: (error: Error, input: Input) => unknown
}

/**
 * A mutation of one call. A business refusal and a failed request both end in `onError` as an ApiError, a toast by default.
 * The mutation is pending until `invalidates` and `onSuccess` have finished.
 */
export function useCallMutation<const C extends ApiCall>(
  call: C,
  options: MutationOptions<CallInput<C>, CallReply<C>> = {},
): UseMutationResult<CallReply<C>, Error, CallInput<C>> {
  return useTaskMutation((input: CallInput<C>) => performCall(call, input), options)
}

/** The same for a task that takes more than one call, or an upload. It must throw an ApiError when it fails. */
export function useTaskMutation<Input, Reply>(
  task: (input: Input) => Promise<Reply>,
  { invalidates = [], onSuccess, onError = showError }: MutationOptions<Input, Reply>,
): UseMutationResult<Reply, Error, Input> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: task,
    onSuccess: async (reply, input) => {
      await Promise.all(invalidates.map((call) => queryClient.invalidateQueries({ queryKey: callKey(call) })))
      await onSuccess?.(reply, input)
    },
    onError: async (error, input) => {
      // Ignores an ApiError: that one is shown, not reported.
      reportError(error)
      await onError(error, input)
    },
  })
}
