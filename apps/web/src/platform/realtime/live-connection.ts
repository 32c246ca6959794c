import { toAccountName } from '@tradefront/contract/call'
import { toInvoice } from '@tradefront/contract/domain/crypto'
import { toDeposit } from '@tradefront/contract/domain/deposits'
import { toUser } from '@tradefront/contract/domain/profile'
import { toSignal } from '@tradefront/contract/domain/signals'
import { toQuote } from '@tradefront/contract/trade-view'
import { liveCalls, liveEvent, type LiveEvent, type WatchRequest } from '@tradefront/contract/live'
import { useEffect, useEffectEvent } from 'react'

import { createStore } from '../create-store.ts'
import { getShownAccount, markAccountLeft } from '../shown-account.ts'
import { backoffMs } from './backoff.ts'
import { eventBus, type AppEvents } from './event-bus.ts'

/** `connecting`: the socket has been away too short a time to poll. */
export type LiveStatus = 'up' | 'connecting' | 'down'

/** The server closes with this code when the session has ended. */
const sessionEndedCode = 4401
/** After this time without a socket, features begin to poll. */
const downThresholdMs = 3000

const status = createStore<LiveStatus>('connecting')
let socket: WebSocket | null = null
let watchedSymbols: readonly string[] = []
let failures = 0
let wasConnected = false
let retryTimer: ReturnType<typeof setTimeout> | undefined
let downTimer: ReturnType<typeof setTimeout> | undefined

/** Starts the connection, which reconnects until the session ends. */
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
      // A new socket watches nothing.
      if (watchedSymbols.length > 0) sendWatchRequest()
      status.set('up')
      // Events pushed in between are lost, so everything is reloaded.
      if (wasConnected) eventBus.emit('refresh', { type: 'refresh' })
      wasConnected = true
    })
    ws.addEventListener('message', (message) => dispatchMessage(message.data))
    ws.addEventListener('close', (close) => {
      if (socket !== ws) return
      if (close.code !== sessionEndedCode) return handleLoss()
      socket = null
      onSessionEnded()
    })
  }
  const handleLoss = (): void => {
    socket = null
    if (status.get() === 'up') status.set('connecting')
    downTimer ??= setTimeout(() => status.set('down'), downThresholdMs)
    retryTimer = setTimeout(connect, backoffMs(failures++, Math.random()))
  }
  window.addEventListener('online', connect)
  window.addEventListener('offline', () => {
    const lost = socket
    if (lost === null) return
    // A socket that closes waits some seconds for the other side, so that its loss is handled at once.
    handleLoss()
    lost.close()
  })
  connect()
}

/** Sets the symbols whose quotes the server sends. */
export function setWatchedSymbols(symbols: readonly string[]): void {
  if (symbols.join() === watchedSymbols.join()) return
  watchedSymbols = symbols
  if (socket?.readyState === WebSocket.OPEN) sendWatchRequest()
}

function sendWatchRequest(): void {
  const message: WatchRequest = { watch: [...watchedSymbols] }
  socket?.send(JSON.stringify(message))
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
      if (toAccountName(event.user.practice) !== getShownAccount()) return markAccountLeft()
      return eventBus.emit('user', { user: toUser(event.user) })
    case 'trade':
      return event.trade.account === getShownAccount() ? eventBus.emit('trade', { trade: event.trade }) : undefined
    case 'quotes':
      return eventBus.emit('quotes', { quotes: event.quotes.map(toQuote) })
    case 'ticket':
      return eventBus.emit('ticket', { ticket: event.ticket })
    case 'drawings':
      return eventBus.emit('drawings', { symbol: event.symbol })
    case 'price_alerts':
      return eventBus.emit('price_alerts', { ended: event.ended })
    case 'signal':
      return eventBus.emit('signal', { signal: toSignal(event.signal) })
    case 'refresh':
      return eventBus.emit('refresh', event)
  }
}

/** Reads an event. A push that this page cannot read, e.g. of a newer server, still means a change. */
function parseEvent(data: unknown): LiveEvent | null {
  if (typeof data !== 'string') return null
  try {
    const parsed = liveEvent.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data : { type: 'refresh' }
  } catch {
    return null
  }
}
