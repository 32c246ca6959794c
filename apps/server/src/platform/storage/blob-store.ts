import type { Db } from '../database/database.ts'

/** Name of a store, which is stored in the row that a value belongs to. */
export type BlobStoreName = 'database' | 's3'

/**
 * A store of encrypted values. `get` returns null and `remove` succeeds for an unknown key. Each rejects within 30 s if the store fails.
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

/** Creates the stores. Values in the database stay readable with an external store. */
export function createBlobStores(db: Db, externalStore: BlobStore | null): BlobStores {
  const databaseStore = createDatabaseBlobStore(db)
  const stores = externalStore === null ? [databaseStore] : [externalStore, databaseStore]
  return {
    primary: externalStore ?? databaseStore,
    findStore: (name) => stores.find((store) => store.name === name) ?? null,
    close: () => stores.forEach((store) => store.close()),
  }
}

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
