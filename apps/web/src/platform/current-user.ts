import { profileCalls, type UserRecord } from '@tradefront/contract/profile'
import { useSyncExternalStore } from 'react'

import { boot } from './api/bootstrap.ts'
import { events } from './realtime/event-bus.ts'
import { request } from './api/request.ts'
import { liveStatus } from './realtime/live-connection.ts'

/** The user is refreshed this long after start, and this often while the socket is down (spec: account 9). */
const refreshMs = 9000

let present: UserRecord | null = null
let asking: Promise<void> | null = null
let isOvertaken = false
const watchers = new Set<() => void>()

/** The trader as last heard; null for a visitor. */
export function currentUser(): UserRecord | null {
  return present ?? boot().user
}

/** The trader, drawn anew at every change. Only below the trading shell, where there is one. */
export function useUser(): UserRecord {
  const user = useSyncExternalStore(watch, currentUser)
  if (user === null) throw new Error('Nobody is logged in')
  return user
}

/** The same where there may be nobody: null for a visitor. */
export function useUserIfAny(): UserRecord | null {
  return useSyncExternalStore(watch, currentUser)
}

/**
 * Asks for the user record; calls at the same time share one request. What is asked for or pushed while an answer is on its way
 * makes that answer old: it is dropped and asked for anew. A failure leaves what was known.
 */
export function refreshUser(): Promise<void> {
  if (asking !== null) isOvertaken = true
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

async function ask(): Promise<void> {
  do {
    isOvertaken = false
    const reply = await request(profileCalls.user, {}).catch(() => null)
    if (reply !== null && !isOvertaken) setUser(reply.user)
  } while (isOvertaken)
}

/** Keeps the user fresh: once after start, then by pushes, by asking while the socket is down. */
export function startUserRefresh(): void {
  events.on('user', ({ user }) => {
    isOvertaken = true
    setUser(user)
  })
  events.on('refresh', () => void refreshUser())
  events.on('user:update', () => void refreshUser())
  setTimeout(() => void refreshUser(), refreshMs)
  setInterval(() => {
    if (liveStatus() === 'down' && document.visibilityState === 'visible') void refreshUser()
  }, refreshMs)
}

function setUser(user: UserRecord): void {
  present = user
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
