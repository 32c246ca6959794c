import type { Db } from '../database/database.ts'

/** The stores for large encrypted values. The row that a value belongs to names its store. */
export type BlobStoreName = 'database' | 's3'

/**
 * Stores large values by key. `put` replaces; `get` returns null for an unknown key; `remove` of an unknown key succeeds. Each
 * rejects within 30 s if the store fails. Values must already be encrypted.
 */
export type BlobStore = {
  readonly name: BlobStoreName
  readonly put: (key: string, bytes: Buffer) => Promise<void>
  readonly get: (key: string) => Promise<Buffer | null>
  readonly remove: (key: string) => Promise<void>
  readonly close: () => void
}

/** New values go to `primary`. `findStore` returns null for a store that is not configured. */
export type BlobStores = {
  readonly primary: BlobStore
  readonly findStore: (name: BlobStoreName) => BlobStore | null
  readonly close: () => void
}

/** The external store is primary if there is one; values in the database stay readable. */
export function createBlobStores(db: Db, externalStore: BlobStore | null): BlobStores {
  const databaseStore = createDatabaseBlobStore(db)
  const stores = externalStore === null ? [databaseStore] : [externalStore, databaseStore]
  return {
    primary: externalStore ?? databaseStore,
    findStore: (name) => stores.find((store) => store.name === name) ?? null,
    close: () => stores.forEach((store) => store.close()),
  }
}

/** All servers can reach the database, and one backup contains everything. */
function createDatabaseBlobStore(db: Db): BlobStore {
  return {
    name: 'database',
    put: async (key, data) => {
      await db
        .insertInto('blobs')
        .values({ key, data })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ data }))
        .execute()
    },
    get: async (key) => {
      const row = await db.selectFrom('blobs').where('key', '=', key).select('data').executeTakeFirst()
      return row?.data ?? null
    },
    remove: async (key) => {
      await db.deleteFrom('blobs').where('key', '=', key).execute()
    },
    close: () => undefined,
  }
}
