import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'

import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { listWatched, listWatchedFrom } from './chain-store.ts'

/** After it, addresses that are no longer watched are forgotten. */
const reloadMs = minuteMs

/**
 * The addresses of a coin, kept in memory. Invoices get their indexes in the order of their commits, so that a refresh reads only
 * the new ones.
 */
export function createWatchedAddresses({
  db,
  coin,
  clock,
}: {
  readonly db: Db
  readonly coin: InvoiceCoin
  readonly clock: Clock
}) {
  const addresses = new Set<string>()
  const guids = new Map<string, string>()
  let nextIndex = 0
  let loadedAtMs = Number.NEGATIVE_INFINITY

  return {
    addresses: addresses as ReadonlySet<string>,
    /** By address. */
    guids: guids as ReadonlyMap<string, string>,

    /** The next refresh reads all of them. */
    forget(): void {
      loadedAtMs = Number.NEGATIVE_INFINITY
    },

    async refresh(): Promise<void> {
      const now = clock.now()
      const isReload = Math.abs(now.getTime() - loadedAtMs) >= reloadMs
      const rows = isReload ? await listWatched(db, coin, now) : await listWatchedFrom(db, coin, nextIndex)
      if (isReload) {
        addresses.clear()
        guids.clear()
        loadedAtMs = now.getTime()
      }
      for (const { index, address, guid } of rows) {
        addresses.add(address)
        guids.set(address, guid)
        nextIndex = Math.max(nextIndex, index + 1)
      }
    },
  }
}
