import { deriveUuid } from '../../src/platform/derive-uuid.ts'

const namespace = '0d4f3a52-9a3e-4c5e-8f64-6b0a3c1d7e29'
const usersPerWorld = 10
/** First ids of users, because worlds of several kinds can share a database. */
const firstUserIds = { crypto: 1e12, trading: 2e12, withdrawal: 3e12 } as const

export type SeededIds = { readonly createUuid: () => string; readonly createUserId: () => number }

/**
 * Creates ids of users and rows of a simulated world. The database's own would differ when a seed is replayed after other runs; ids of
 * trades, and so the order in which they are locked, follow from those of their traders.
 * @param world unique in the database among those of its kind
 */
export function createSeededIds(kind: keyof typeof firstUserIds, world: number): SeededIds {
  let uuids = 0
  let users = 0
  return {
    // They are in no order, as real ones.
    createUuid() {
      uuids += 1
      return deriveUuid(namespace, `${kind}/${world}/${uuids}`)
    },
    createUserId() {
      users += 1
      return firstUserIds[kind] + world * usersPerWorld + users
    },
  }
}
