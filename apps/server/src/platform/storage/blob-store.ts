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
export type Blobs = {
  readonly primary: BlobStore
  readonly of: (name: BlobStoreName) => BlobStore | null
  readonly close: () => void
}

/** Values in the database unless another store is set up; what is in the database stays readable then. */
export function createBlobs(db: Db, other: BlobStore | null): Blobs {
  const own = createDatabaseBlobs(db)
  const stores = other === null ? [own] : [other, own]
  return {
    primary: other ?? own,
    of: (name) => stores.find((store) => store.name === name) ?? null,
    close: () => stores.forEach((store) => store.close()),
  }
}

/** In the database: every copy of the server reaches it and one backup has it all. */
function createDatabaseBlobs(db: Db): BlobStore {
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
