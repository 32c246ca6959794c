import { liveCalls, liveEvent, type LiveEvent } from '@tradefront/contract/live'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { backoffMs, downAfterMs } from './backoff.ts'
import { events, type Events } from './event-bus.ts'

/** `down`: not reachable for a while, so poll. `connecting` is too short to poll for. */
export type LiveStatus = 'up' | 'connecting' | 'down'

/** The server closes with this when the session has ended. */
const sessionEndedCode = 4401

let status: LiveStatus = 'connecting'
let socket: WebSocket | null = null
let failures = 0
let hasBeenUp = false
let retry: ReturnType<typeof setTimeout> | undefined
let grace: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

/** Opens the socket and keeps it open. `onSessionEnded` is called when the server says so. */
export function startLive(onSessionEnded: () => void): void {
  const connect = (): void => {
    clearTimeout(retry)
    if (socket !== null) return
    const opened = new WebSocket(liveCalls.socket.path)
    socket = opened
    opened.addEventListener('open', () => {
      failures = 0
      clearTimeout(grace)
      grace = undefined
      setStatus('up')
      // What was pushed in the meantime is lost, so everybody asks again.
      if (hasBeenUp) events.emit('refresh', { type: 'refresh' })
      hasBeenUp = true
    })
    opened.addEventListener('message', (message) => receive(message.data))
    opened.addEventListener('close', (close) => {
      if (socket !== opened) return
      socket = null
      if (close.code === sessionEndedCode) return onSessionEnded()
      if (status === 'up') setStatus('connecting')
      grace ??= setTimeout(() => setStatus('down'), downAfterMs)
      retry = setTimeout(connect, backoffMs(failures++, Math.random()))
    })
  }
  window.addEventListener('online', connect)
  window.addEventListener('offline', () => socket?.close())
  connect()
}

export function liveStatus(): LiveStatus {
  return status
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(watchLiveStatus, liveStatus)
}

/** Calls `watcher` when the status changes, until the returned function is called. */
export function watchLiveStatus(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Hears an event while the component is on screen. */
export function useLive<K extends keyof Events>(name: K, handler: (event: Events[K]) => void): void {
  const heard = useEffectEvent(handler)
  useEffect(() => events.on(name, (event) => heard(event)), [name])
}

function receive(data: unknown): void {
  const event = parse(data)
  if (event === null) return
  switch (event.type) {
    case 'deposit':
      return events.emit('deposit', event)
    case 'user':
      return events.emit('user', event)
    case 'refresh':
      return events.emit('refresh', event)
  }
}

/** A push that cannot be read (a newer server) still says that something has changed. */
function parse(data: unknown): LiveEvent | null {
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
