import type { ApiCall } from '@tradefront/contract/call'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'

import { reportError } from '../telemetry/error-reports.ts'
import { showError } from '../toasts.ts'
import { callKey } from './call-query.ts'
import { performCall } from './perform-call.ts'
import type { CallInput, CallReply } from './request.ts'

export type MutationOptions<Input, Reply> = {
  /** These calls are loaded again before `onSuccess` runs. */
  readonly invalidates?: readonly ApiCall[]
  readonly onSuccess?: (reply: Reply, input: Input) => unknown
  /** Replaces the error toast. */
  readonly onError?: (error: Error, input: Input) => unknown
}

/**
 * Mutation of one call. Every failure ends in `onError` as an ApiError. It is pending until `invalidates` and `onSuccess` have finished.
 */
export function useCallMutation<const C extends ApiCall>(
  call: C,
  options: MutationOptions<CallInput<C>, CallReply<C>> = {},
): UseMutationResult<CallReply<C>, Error, CallInput<C>> {
  return useTaskMutation((input: CallInput<C>) => performCall(call, input), options)
}

/** Mutation of several calls or an upload. The task must throw an ApiError when it fails. */
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
      // `reportError` ignores an ApiError, which is already shown.
      reportError(error)
      await onError(error, input)
    },
  })
}
