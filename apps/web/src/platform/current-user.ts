import { toUser, type User } from '@tradefront/contract/domain/profile'
import { profileCalls } from '@tradefront/contract/profile'
import { useSyncExternalStore } from 'react'

import { getBootstrap } from './api/bootstrap.ts'
import { eventBus } from './realtime/event-bus.ts'
import { request } from './api/request.ts'
import { getLiveStatus } from './realtime/live-connection.ts'

/** The user is refreshed this long after start, and this often while the socket is down (spec: account 9). */
const refreshMs = 9000

let current: User | null = null
let pendingRefresh: Promise<void> | null = null
let isStale = false
const watchers = new Set<() => void>()

/** The trader as last heard; null for a visitor. */
export function getCurrentUser(): User | null {
  const initial = getBootstrap().user
  if (current === null && initial !== null) current = toUser(initial)
  return current
}

/** The trader, drawn anew at every change. Only below the trading shell, where there is one. */
export function useUser(): User {
  const user = useSyncExternalStore(subscribe, getCurrentUser)
  if (user === null) throw new Error('Nobody is logged in')
  return user
}

/** The same where there may be nobody: null for a visitor. */
export function useOptionalUser(): User | null {
  return useSyncExternalStore(subscribe, getCurrentUser)
}

/**
 * Asks for the user record; calls at the same time share one request. What is asked for or pushed while an answer is on its way
 * makes that answer old: it is dropped and asked for anew. A failure leaves what was known.
 */
export function refreshUser(): Promise<void> {
  if (pendingRefresh !== null) isStale = true
  pendingRefresh ??= fetchUser().finally(() => {
    pendingRefresh = null
  })
  return pendingRefresh
}

async function fetchUser(): Promise<void> {
  do {
    isStale = false
    const reply = await request(profileCalls.getUser, {}).catch(() => null)
    if (reply !== null && !isStale) setUser(toUser(reply.user))
  } while (isStale)
}

/** Keeps the user fresh: once after start, then by pushes, by asking while the socket is down. */
export function startUserRefresh(): void {
  eventBus.on('user', ({ user }) => {
    isStale = true
    setUser(user)
  })
  eventBus.on('refresh', () => void refreshUser())
  eventBus.on('user:update', () => void refreshUser())
  setTimeout(() => void refreshUser(), refreshMs)
  setInterval(() => {
    if (getLiveStatus() === 'down' && document.visibilityState === 'visible') void refreshUser()
  }, refreshMs)
}

function setUser(user: User): void {
  current = user
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
