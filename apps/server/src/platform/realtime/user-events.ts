import type { LiveEvent } from '@tradefront/contract/live'
import pg from 'pg'

import { createBatchedQuery } from '../database/batch.ts'

const channel = 'live'
/** Limit of a notification: PostgreSQL rejects 8000 bytes or more. */
const maxPayloadBytes = 7900
const retryMs = 500
/** Text in place of a user's id for events to all users. */
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
  /** Starts to listen, and reconnects; listeners then get `refresh`. */
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
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let stopped = false

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
  const scheduleReconnect = (connection: pg.Client) => {
    if (stopped || client !== connection) return
    client = null
    retry = setTimeout(() => void connect().then((ok) => ok && deliverToAll({ type: 'refresh' })), retryMs)
  }
  const connect = async (): Promise<boolean> => {
    const connection = new pg.Client({ connectionString, application_name: 'tradefront-live', keepAlive: true })
    client = connection
    connection.on('error', (error) => {
      onError(error)
      scheduleReconnect(connection)
    })
    connection.on('end', () => scheduleReconnect(connection))
    connection.on('notification', (message) => message.payload !== undefined && deliver(message.payload))
    try {
      await connection.connect()
      await connection.query(`listen ${channel}`)
      return true
    } catch (error) {
      onError(error)
      connection.end().catch(onError)
      scheduleReconnect(connection)
      return false
    }
  }

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
    start: async () => {
      await connect()
    },
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(onError)
    },
  }
}

function toPayload(target: number | typeof everybody, event: UserEvent): string {
  const payload = `${target}|${JSON.stringify(event)}`
  if (Buffer.byteLength(payload) < maxPayloadBytes) return payload
  return `${target}|${JSON.stringify({ type: 'refresh' } satisfies UserEvent)}`
}
