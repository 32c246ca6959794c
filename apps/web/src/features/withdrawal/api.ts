import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { toWithdrawal } from '@tradefront/contract/domain/withdrawal'
import { withdrawalCalls } from '@tradefront/contract/withdrawal'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { type CallInput, type CallReply, request } from '../../platform/api/request.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { handleSessionExpired } from '../auth/log-out.ts'

const { listWithdrawalMethods, listWithdrawals, getWithdrawal, previewWithdrawal } = withdrawalCalls

export type MethodList = CallReply<typeof listWithdrawalMethods>

export const methodsQuery = queryOptions({
  queryKey: callKey(listWithdrawalMethods),
  queryFn: ({ signal }) => performCall(listWithdrawalMethods, { body: {}, signal }),
})

export const getListQuery = (lang: string) =>
  infiniteQueryOptions({
    queryKey: [...callKey(listWithdrawals), lang],
    queryFn: async ({ signal, pageParam }) => {
      const body = { before: pageParam ?? undefined }
      const { withdrawals, next } = await performCall(listWithdrawals, { body, signal })
      return { withdrawals: withdrawals.map(toWithdrawal), next }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page.withdrawals),
  })

/** Loads a withdrawal. Null: there is no such withdrawal. */
export const getWithdrawalQuery = (lang: string, id: string) =>
  queryOptions({
    queryKey: [...callKey(getWithdrawal), lang, id],
    queryFn: async ({ signal }) => {
      try {
        return toWithdrawal((await performCall(getWithdrawal, { body: { id }, signal })).withdrawal)
      } catch (error) {
        if (error instanceof ApiError && [400, 404].includes(error.status)) return null
        throw error
      }
    },
  })

export function useReloadWithdrawals(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    const reload = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey })
    const calls = [listWithdrawalMethods, listWithdrawals, getWithdrawal, previewWithdrawal]
    await Promise.all(calls.map((call) => reload(callKey(call))))
  }
}

/** Reloads withdrawals when the user record is pushed, which happens with each change of a withdrawal. */
export function useRefreshWithdrawals(): void {
  const reload = useReloadWithdrawals()
  useLiveEvent('user', () => void reload())
  useLiveEvent('refresh', () => void reload())
}

type SessionCall = (typeof withdrawalCalls)['requestWithdrawal' | 'confirmWithdrawal']

/** Performs a call. A reply with `need_auth` logs out (spec: account 6). */
export async function performSessionCall<const C extends SessionCall>(
  call: C,
  input: CallInput<C>,
): Promise<CallReply<C>> {
  const reply: CallReply<SessionCall> = await request(call as SessionCall, input as CallInput<SessionCall>)
  if (reply.need_auth === true) void handleSessionExpired()
  if (!reply.return) throw new ApiError('refused', 200, reply.error ?? '', reply.message ?? '')
  return reply as CallReply<C>
}
