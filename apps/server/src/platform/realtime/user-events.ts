import type { LiveEvent } from '@tradefront/contract/live'
import type pg from 'pg'

import { createBatchedQuery } from '../database/batch.ts'
import { createChannelListener } from './channel-listener.ts'

const channel = 'live'
/** Limit of a notification: PostgreSQL rejects 8000 bytes or more. */
const maxPayloadBytes = 7900
/** In place of a user's id. */
const everybody = '*'
/** Statement that notifies. Notifying transactions commit one after another, so none waits for the disk. */
const notifySql = `
  select set_config('synchronous_commit', 'off', true), pg_notify($1, payload)
    from unnest($2::text[]) with ordinality as event(payload, place) order by place`

/** `sessions_changed`: a socket's session can have ended. `user_changed` has no data: only a server with a socket of the user loads the record. */
export type UserEvent =
  | Exclude<LiveEvent, { type: 'user' | 'quotes' }>
  | { readonly type: 'user_changed' }
  | { readonly type: 'sessions_changed' }
export type UserEventListener = (event: UserEvent) => void

/** Events reach all servers by PostgreSQL notifications. They can be lost, so browsers must be able to get the same data by a call. */
export type UserEvents = {
  /** Publishes events of a user in order. Never throws, because callers have committed. An event that is too large becomes `refresh`. */
  readonly publish: (userId: number, ...events: readonly UserEvent[]) => Promise<void>
  /** Publishes like `publish`, but to the sockets of all users. */
  readonly publishToAll: (event: UserEvent) => Promise<void>
  /** Subscribes to events of a user. Returns a function to unsubscribe. */
  readonly subscribe: (userId: number, listener: UserEventListener) => () => void
  /** How many sockets of browsers this server has. */
  readonly countListeners: () => number
  /** Reconnects; listeners then get `refresh`. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Tells a trader's pages that what they show of the account, e.g. the balance, has changed. */
export function publishUserChanged({ live }: { readonly live: UserEvents }, userId: number): Promise<void> {
  return live.publish(userId, { type: 'user_changed' })
}

export type UserEventsOptions = {
  readonly pool: pg.Pool
  readonly connectionString: string
  readonly onError: (error: unknown) => void
}

export function createUserEvents({ pool, connectionString, onError }: UserEventsOptions): UserEvents {
  const listeners = new Map<number, Set<UserEventListener>>()

  // Events of the same tick are one transaction.
  const notify = createBatchedQuery(async (payloads: readonly string[][]) => {
    await pool.query({ name: 'notify', text: notifySql, values: [channel, payloads.flat()] })
    return []
  })
  const deliver = (payload: string) => {
    const separator = payload.indexOf('|')
    const target = payload.slice(0, separator)
    if (target === everybody) return deliverToAll(JSON.parse(payload.slice(separator + 1)))
    const userListeners = listeners.get(Number(target))
    if (userListeners === undefined) return
    const event: UserEvent = JSON.parse(payload.slice(separator + 1))
    for (const listener of userListeners) listener(event)
  }
  const deliverToAll = (event: UserEvent) => {
    for (const set of listeners.values()) for (const listener of set) listener(event)
  }
  const listener = createChannelListener({
    connectionString,
    channel,
    onMessage: deliver,
    onStateChange: (isListening) => isListening && deliverToAll({ type: 'refresh' }),
    onError,
  })

  return {
    publish: async (userId, ...events) => {
      const payloads = events.map((event) => toPayload(userId, event))
      await notify(payloads).catch(onError)
    },
    publishToAll: async (event) => {
      await notify([toPayload(everybody, event)]).catch(onError)
    },
    subscribe: (userId, listener) => {
      const set = listeners.get(userId) ?? new Set()
      listeners.set(userId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(userId) === set) listeners.delete(userId)
      }
    },
    countListeners: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    start: listener.start,
    stop: listener.stop,
  }
}

function toPayload(target: number | typeof everybody, event: UserEvent): string {
  const payload = `${target}|${JSON.stringify(event)}`
  if (Buffer.byteLength(payload) < maxPayloadBytes) return payload
  return `${target}|${JSON.stringify({ type: 'refresh' } satisfies UserEvent)}`
}
