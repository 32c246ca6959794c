import type { LiveEvent } from '@tradefront/contract/live'

/** What one part of the page tells another: the server's pushes, and `user:update` (spec: funding 4). */
export type Events = {
  readonly deposit: Extract<LiveEvent, { type: 'deposit' }>
  readonly user: Extract<LiveEvent, { type: 'user' }>
  /** Something was missed: ask again. */
  readonly refresh: Extract<LiveEvent, { type: 'refresh' }>
  /** What the header shows has changed: ask for the user. */
  readonly 'user:update': undefined
}

type Handler<K extends keyof Events> = (event: Events[K]) => void

const handlers: { [K in keyof Events]: Set<Handler<K>> } = {
  deposit: new Set(),
  user: new Set(),
  refresh: new Set(),
  'user:update': new Set(),
}

export const events = {
  /** Hears an event until the returned function is called. */
  on<K extends keyof Events>(name: K, handler: Handler<K>): () => void {
    handlers[name].add(handler)
    return () => {
      handlers[name].delete(handler)
    }
  },
  emit<K extends keyof Events>(name: K, event: Events[K]): void {
    for (const handler of handlers[name]) handler(event)
  },
}
