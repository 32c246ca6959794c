import { toUser, type User } from '@tradefront/contract/domain/profile'
import { profileCalls } from '@tradefront/contract/profile'
import { QueryObserver, queryOptions, useQuery } from '@tanstack/react-query'

import { getBootstrap } from './api/bootstrap.ts'
import { callKey } from './api/call-query.ts'
import { queryClient } from './api/query-client.ts'
import { request } from './api/request.ts'
import { eventBus } from './realtime/event-bus.ts'
import { getLiveStatus } from './realtime/live-connection.ts'

/** The user is first loaded again after this time, and polled in this interval while the socket is down (spec: account 9). */
const refreshMs = 9000
/** Interval of polls while the socket is up. A push can be lost between two servers, and a balance must not stay wrong. */
const lostPushMs = 60_000

/** The user record. Only pushes, `refreshUser` and `patchUser` change it. */
const userQuery = queryOptions<User | null>({
  queryKey: callKey(profileCalls.getUser),
  queryFn: async ({ signal }) => toUser((await request(profileCalls.getUser, { signal })).user),
  initialData: getInitialUser,
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  networkMode: 'always',
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Returns the user for code outside React. */
export function getCurrentUser(): User | null {
  return queryClient.getQueryData<User | null>(userQuery.queryKey) ?? getInitialUser()
}

export function useOptionalUser(): User | null {
  return useQuery(userQuery, queryClient).data
}

/** Returns the user. It works only in the trading area, where there always is one. */
export function useUser(): User {
  const user = useOptionalUser()
  if (user === null) throw new Error('No user is logged in')
  return user
}

/** Calls the listener with each change. Returns a function to unsubscribe. */
export function subscribeToUser(listener: (user: User | null) => void): () => void {
  return new QueryObserver(queryClient, userQuery).subscribe(({ data }) => listener(data ?? null))
}

/**
 * Loads the user again. It cancels and repeats a running request, which could have read the old record. A failure keeps the current record.
 */
export async function refreshUser(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: userQuery.queryKey })
}

/** Applies a change that a reply reports, before the server pushes the record. */
export function patchUser(changes: Partial<User>): void {
  const user = getCurrentUser()
  if (user !== null) applyPush({ ...user, ...changes })
}

export function startUserRefresh(): void {
  // Inactive queries are not loaded again.
  new QueryObserver(queryClient, userQuery).subscribe(() => undefined)
  eventBus.on('user', ({ user }) => applyPush(user))
  eventBus.on('refresh', () => void refreshUser())
  eventBus.on('user:update', () => void refreshUser())
  setTimeout(() => void refreshUser(), refreshMs)
  const refreshIf = (isDue: () => boolean) => () => {
    if (document.visibilityState === 'visible' && isDue()) void refreshUser()
  }
  setInterval(
    refreshIf(() => getLiveStatus() === 'down'),
    refreshMs,
  )
  setInterval(
    refreshIf(() => getLiveStatus() !== 'down'),
    lostPushMs,
  )
}

/** Applies a pushed record. A running request can be older than the push, so it is repeated. */
function applyPush(user: User): void {
  const isFetching = queryClient.isFetching({ queryKey: userQuery.queryKey }) > 0
  queryClient.setQueryData(userQuery.queryKey, user)
  if (isFetching) void refreshUser()
}

/** Returns the user that came with the page. */
export function getInitialUser(): User | null {
  const { user } = getBootstrap()
  return user === null ? null : toUser(user)
}
