import { sql, type Transaction } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/database-types.ts'

export type ContactKind = 'message' | 'call'

export type ContactRow = {
  readonly id: string
  readonly kind: ContactKind
  readonly at: Date
  readonly user_id: number | null
  readonly language: string
  readonly sealed: Buffer
  readonly address_hash: Buffer
  readonly phone_hash: Buffer
  readonly words_hash: Buffer
}

/** How much of one kind has come lately. */
export type Traffic = {
  readonly by_address: number
  readonly by_phone: number
  readonly in_all: number
  /** The very same was written a few minutes ago. */
  readonly again: boolean
}

export type Windows = { readonly hourAgo: Date; readonly dayAgo: Date; readonly againSince: Date }

/** Any number, the same for every server: those who write at once are counted one after the other. */
const contactLock = 20_261_142

export function createContactStore(db: Db) {
  return {
    transaction: <T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${contactLock})`.execute(trx)
        return work(trx)
      }),

    traffic: async (row: ContactRow, { hourAgo, dayAgo, againSince }: Windows, trx: Db): Promise<Traffic> => {
      const { rows } = await sql<Traffic>`
        select count(*) filter (where at > ${hourAgo} and address_hash = ${row.address_hash})::int as by_address,
               count(*) filter (where phone_hash = ${row.phone_hash})::int as by_phone,
               count(*) filter (where at > ${hourAgo})::int as in_all,
               coalesce(bool_or(at > ${againSince} and words_hash = ${row.words_hash}), false) as again
          from contact_requests where kind = ${row.kind} and at > ${dayAgo}`.execute(trx)
      const found = rows[0]
      if (!found) throw new Error('invariant: an aggregate without a row')
      return found
    },

    add: async (row: ContactRow, trx: Db): Promise<void> => {
      await trx.insertInto('contact_requests').values(row).execute()
    },

    list: (limit: number) =>
      db
        .selectFrom('contact_requests')
        .select(['id', 'kind', 'at', 'user_id as userId', 'language', 'sealed'])
        .orderBy('at', 'desc')
        .limit(limit)
        .execute(),

    forgetBefore: async (time: Date): Promise<void> => {
      await db.deleteFrom('contact_requests').where('at', '<', time).execute()
    },
  }
}
