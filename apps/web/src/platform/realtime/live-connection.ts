import { toInvoice } from '@tradefront/contract/domain/crypto'
import { toDeposit } from '@tradefront/contract/domain/deposits'
import { toUser } from '@tradefront/contract/domain/profile'
import { liveCalls, liveEvent, type LiveEvent } from '@tradefront/contract/live'
import { useEffect, useEffectEvent } from 'react'

import { createStore } from '../create-store.ts'
import { backoffMs, downThresholdMs } from './backoff.ts'
import { eventBus, type AppEvents } from './event-bus.ts'

/** `connecting`: too short to poll. */
export type LiveStatus = 'up' | 'connecting' | 'down'

/** The server closes with this code when the session has ended. */
const sessionEndedCode = 4401

const status = createStore<LiveStatus>('connecting')
let socket: WebSocket | null = null
let failures = 0
let wasConnected = false
let retryTimer: ReturnType<typeof setTimeout> | undefined
let downTimer: ReturnType<typeof setTimeout> | undefined

/** Reconnects until the session ends. */
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
      status.set('up')
      // Events pushed in between are lost, so everything is reloaded.
      if (wasConnected) eventBus.emit('refresh', { type: 'refresh' })
      wasConnected = true
    })
    ws.addEventListener('message', (message) => dispatchMessage(message.data))
    ws.addEventListener('close', (close) => {
      if (socket !== ws) return
      socket = null
      if (close.code === sessionEndedCode) return onSessionEnded()
      if (status.get() === 'up') status.set('connecting')
      downTimer ??= setTimeout(() => status.set('down'), downThresholdMs)
      retryTimer = setTimeout(connect, backoffMs(failures++, Math.random()))
    })
  }
  window.addEventListener('online', connect)
  window.addEventListener('offline', () => socket?.close())
  connect()
}

export const getLiveStatus = status.get
export const useLiveStatus = status.useValue
export const subscribeToLiveStatus = status.subscribe

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
    case 'invoice':
      return eventBus.emit('invoice', { invoice: toInvoice(event.invoice) })
    case 'user':
      return eventBus.emit('user', { user: toUser(event.user) })
    case 'refresh':
      return eventBus.emit('refresh', event)
  }
}

/** A push that this page cannot read, e.g. of a newer server, still means a change. */
function parseEvent(data: unknown): LiveEvent | null {
  if (typeof data !== 'string') return null
  try {
    const parsed = liveEvent.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data : { type: 'refresh' }
  } catch {
    return null
  }
}
