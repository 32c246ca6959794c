import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { User } from '@tradefront/contract/domain/profile'
import type { LiveEvent } from '@tradefront/contract/live'

/** Pushes of the server, and `user:update` (spec: funding 4). */
export type AppEvents = {
  readonly deposit: { readonly deposit: Deposit }
  readonly user: { readonly user: User }
  /** Events were lost: reload everything. */
  readonly refresh: Extract<LiveEvent, { type: 'refresh' }>
  /** Reload the user. */
  readonly 'user:update': undefined
}

type Handler<K extends keyof AppEvents> = (event: AppEvents[K]) => void

const handlers: { [K in keyof AppEvents]: Set<Handler<K>> } = {
  deposit: new Set(),
  user: new Set(),
  refresh: new Set(),
  'user:update': new Set(),
}

export const eventBus = {
  /** Returns an unsubscribe function. */
  on<K extends keyof AppEvents>(name: K, handler: Handler<K>): () => void {
    handlers[name].add(handler)
    return () => {
      handlers[name].delete(handler)
    }
  },
  emit<K extends keyof AppEvents>(name: K, event: AppEvents[K]): void {
    for (const handler of handlers[name]) handler(event)
  },
}
