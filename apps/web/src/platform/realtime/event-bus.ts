import type { Invoice } from '@tradefront/contract/domain/crypto'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { User } from '@tradefront/contract/domain/profile'
import type { Signal } from '@tradefront/contract/domain/signals'
import type { Quote, Trade } from '@tradefront/contract/trading'
import type { LiveEvent } from '@tradefront/contract/live'
import type { Offer } from '@tradefront/contract/offers'
import type { PriceAlert } from '@tradefront/contract/price-alerts'
import type { TicketItem } from '@tradefront/contract/support'

type OfferEvent = { readonly name: Offer['name'] }

/** Events: pushes of the server, `user:update` (spec: funding 4), and what the trader does with an offer (spec: account 4). */
export type AppEvents = {
  readonly deposit: { readonly deposit: Deposit }
  readonly invoice: { readonly invoice: Invoice }
  readonly user: { readonly user: User }
  readonly trade: { readonly trade: Trade }
  readonly ticket: { readonly ticket: TicketItem }
  /** The trader's drawings on a symbol have changed, here or on another device. */
  readonly drawings: { readonly symbol: string }
  /** The trader's price alerts have changed. `ended` is an alert that has been reached, or has expired. */
  readonly price_alerts: { readonly ended: PriceAlert | null }
  readonly signal: { readonly signal: Signal }
  readonly quotes: { readonly quotes: readonly Quote[] }
  /** Events were lost, so that everything must be loaded again. */
  readonly refresh: Extract<LiveEvent, { type: 'refresh' }>
  /** The user must be loaded again. */
  readonly 'user:update': undefined
  readonly 'offer:accept': OfferEvent
  /** An offer was ignored, or its time is over. */
  readonly 'offer:ignore': OfferEvent
  readonly 'offer:ignore-top': OfferEvent
}

type Handler<K extends keyof AppEvents> = (event: AppEvents[K]) => void

const handlers: { [K in keyof AppEvents]: Set<Handler<K>> } = {
  deposit: new Set(),
  invoice: new Set(),
  user: new Set(),
  trade: new Set(),
  ticket: new Set(),
  drawings: new Set(),
  price_alerts: new Set(),
  signal: new Set(),
  quotes: new Set(),
  refresh: new Set(),
  'user:update': new Set(),
  'offer:accept': new Set(),
  'offer:ignore': new Set(),
  'offer:ignore-top': new Set(),
}

export const eventBus = {
  /** Adds a handler. Returns a function that removes it. */
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
