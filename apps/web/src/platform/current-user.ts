import { toUser, type User } from '@tradefront/contract/domain/profile'
import { profileCalls } from '@tradefront/contract/profile'
import { QueryObserver, queryOptions, useQuery } from '@tanstack/react-query'

import { getBootstrap } from './api/bootstrap.ts'
import { callKey } from './api/call-query.ts'
import { queryClient } from './api/query-client.ts'
import { request } from './api/request.ts'
import { eventBus } from './realtime/event-bus.ts'
import { getLiveStatus } from './realtime/live-connection.ts'

/** The user is refreshed this long after start, and this often while the socket is down (spec: account 9). */
const refreshMs = 9000

/** The user, null for a visitor. Only pushes and `refreshUser` change it. */
const userQuery = queryOptions<User | null>({
  queryKey: callKey(profileCalls.getUser),
  queryFn: async ({ signal }) => toUser((await request(profileCalls.getUser, { signal })).user),
  initialData: getInitialUser,
  staleTime: Infinity,
  gcTime: Infinity,
  // The next refresh is the retry.
  retry: false,
  networkMode: 'always',
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** The current user outside React; null for a visitor. */
export function getCurrentUser(): User | null {
  return queryClient.getQueryData<User | null>(userQuery.queryKey) ?? getInitialUser()
}

/** The current user; null for a visitor. */
export function useOptionalUser(): User | null {
  return useQuery(userQuery, queryClient).data
}

/** The current user. Only in the trading area, where there always is one. */
export function useUser(): User {
  const user = useOptionalUser()
  if (user === null) throw new Error('No user is logged in')
  return user
}

/**
 * Loads the user record. A request that is already under way could have read the old record: it is cancelled and repeated.
 * After a failure the record stays as it was.
 */
export async function refreshUser(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: userQuery.queryKey })
}

/** Keeps the user record up to date: by pushes, once after start, and by polling while the socket is down. */
export function startUserRefresh(): void {
  // An observer keeps the query active whatever is on screen: inactive queries are not refetched.
  new QueryObserver(queryClient, userQuery).subscribe(() => undefined)
  eventBus.on('user', ({ user }) => applyPush(user))
  eventBus.on('refresh', () => void refreshUser())
  eventBus.on('user:update', () => void refreshUser())
  setTimeout(() => void refreshUser(), refreshMs)
  setInterval(() => {
    if (getLiveStatus() === 'down' && document.visibilityState === 'visible') void refreshUser()
  }, refreshMs)
}

/** A push is newer than the answer to a request sent before it: that answer is dropped and the request repeated. */
function applyPush(user: User): void {
  const isFetching = queryClient.isFetching({ queryKey: userQuery.queryKey }) > 0
  queryClient.setQueryData(userQuery.queryKey, user)
  if (isFetching) void refreshUser()
}

function getInitialUser(): User | null {
  const { user } = getBootstrap()
  return user === null ? null : toUser(user)
}
