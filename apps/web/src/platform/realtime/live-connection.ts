import { toDeposit } from '@tradefront/contract/domain/deposits'
import { toUser } from '@tradefront/contract/domain/profile'
import { liveCalls, liveEvent, type LiveEvent } from '@tradefront/contract/live'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { backoffMs, downThresholdMs } from './backoff.ts'
import { eventBus, type AppEvents } from './event-bus.ts'

/** `down`: not reachable for a while, so poll. `connecting` is too short to poll for. */
export type LiveStatus = 'up' | 'connecting' | 'down'

/** The server closes with this when the session has ended. */
const sessionEndedCode = 4401

let status: LiveStatus = 'connecting'
let socket: WebSocket | null = null
let failures = 0
let wasConnected = false
let retryTimer: ReturnType<typeof setTimeout> | undefined
let downTimer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

/** Opens the socket and keeps it open. `onSessionEnded` is called when the server says so. */
export function startLiveConnection(onSessionEnded: () => void): void {
  const connect = (): void => {
    clearTimeout(retryTimer)
    if (socket !== null) return
    const ws = new WebSocket(liveCalls.openSocket.path)
    socket = ws
    ws.addEventListener('open', () => {
      failures = 0
      clearTimeout(downTimer)
      downTimer = undefined
      setStatus('up')
      // What was pushed in the meantime is lost, so everybody asks again.
      if (wasConnected) eventBus.emit('refresh', { type: 'refresh' })
      wasConnected = true
    })
    ws.addEventListener('message', (message) => dispatchMessage(message.data))
    ws.addEventListener('close', (close) => {
      if (socket !== ws) return
      socket = null
      if (close.code === sessionEndedCode) return onSessionEnded()
      if (status === 'up') setStatus('connecting')
      downTimer ??= setTimeout(() => setStatus('down'), downThresholdMs)
      retryTimer = setTimeout(connect, backoffMs(failures++, Math.random()))
    })
  }
  window.addEventListener('online', connect)
  window.addEventListener('offline', () => socket?.close())
  connect()
}

export function getLiveStatus(): LiveStatus {
  return status
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribeToLiveStatus, getLiveStatus)
}

/** Calls `watcher` when the status changes, until the returned function is called. */
export function subscribeToLiveStatus(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Hears an event while the component is on screen. */
export function useLiveEvent<K extends keyof AppEvents>(name: K, handler: (event: AppEvents[K]) => void): void {
  const handleEvent = useEffectEvent(handler)
  useEffect(() => eventBus.on(name, (event) => handleEvent(event)), [name])
}

function dispatchMessage(data: unknown): void {
  const event = parseEvent(data)
  if (event === null) return
  switch (event.type) {
    case 'deposit':
      return eventBus.emit('deposit', { deposit: toDeposit(event.deposit) })
    case 'user':
      return eventBus.emit('user', { user: toUser(event.user) })
    case 'refresh':
      return eventBus.emit('refresh', event)
  }
}

/** A push that cannot be read (a newer server) still says that something has changed. */
function parseEvent(data: unknown): LiveEvent | null {
  if (typeof data !== 'string') return null
  try {
    const parsed = liveEvent.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data : { type: 'refresh' }
  } catch {
    return null
  }
}

function setStatus(next: LiveStatus): void {
  if (status === next) return
  status = next
  for (const watcher of watchers) watcher()
}
