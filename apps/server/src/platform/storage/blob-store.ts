import type { Db } from '../database/database.ts'

/** Where large sealed values are kept. A row beside them says in which store each one is. */
export type BlobStoreName = 'database' | 's3'

/**
 * A place for large values, by key. `put` replaces and has stored once it resolves; `get` gives null where there is nothing;
 * `remove` of nothing is done. Each rejects within half a minute when the store cannot do it. What is put must be sealed.
 */
export type BlobStore = {
  readonly name: BlobStoreName
  readonly put: (key: string, bytes: Buffer) => Promise<void>
  readonly get: (key: string) => Promise<Buffer | null>
  readonly remove: (key: string) => Promise<void>
  readonly close: () => void
}

/** The stores of a server: new values go to `primary`, older ones are found by `of`, null where a store is not set up. */
export type BlobStores = {
  readonly primary: BlobStore
  readonly findStore: (name: BlobStoreName) => BlobStore | null
  readonly close: () => void
}

/** Values in the database unless another store is set up; what is in the database stays readable then. */
export function createBlobStores(db: Db, externalStore: BlobStore | null): BlobStores {
  const databaseStore = createDatabaseBlobStore(db)
  const stores = externalStore === null ? [databaseStore] : [externalStore, databaseStore]
  return {
    primary: externalStore ?? databaseStore,
    findStore: (name) => stores.find((store) => store.name === name) ?? null,
    close: () => stores.forEach((store) => store.close()),
  }
}

/** In the database: every copy of the server reaches it and one backup has it all. */
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
