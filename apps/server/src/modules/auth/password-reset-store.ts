import type { Db } from '../../platform/database/database.ts'

export type PasswordResetAccount = { readonly id: number; readonly language: string }

export function createPasswordResetStore(db: Db) {
  return {
    insertRequest: async (id: string, sealed: Buffer, at: Date, on: Db): Promise<void> => {
      await on.insertInto('reset_requests').values({ id, sealed, at }).execute()
    },

    /** Takes one request out; it comes back if the transaction `on` fails. */
    deleteNextRequest: async (on: Db): Promise<{ id: string; sealed: Buffer; at: Date } | null> => {
      const next = on.selectFrom('reset_requests').select('id').orderBy('at').limit(1).forUpdate().skipLocked()
      const row = await on
        .deleteFrom('reset_requests')
        .where('id', '=', next)
        .returning(['id', 'sealed', 'at'])
        .executeTakeFirst()
      return row ?? null
    },

    /** Whose links these are; locked, so that two requests count one after the other. */
    findAccountForUpdate: async (email: string, on: Db): Promise<PasswordResetAccount | null> => {
      const query = on.selectFrom('users').select(['id', 'language']).where('email', '=', email).forUpdate()
      return (await query.executeTakeFirst()) ?? null
    },

    countLinksSince: async (userId: number, since: Date, on: Db): Promise<number> => {
      const counted = on
        .selectFrom('password_resets')
        .select((of) => of.fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .where('created_at', '>', since)
      return (await counted.executeTakeFirstOrThrow()).n
    },

    insertLink: async (
      link: { readonly tokenHash: Buffer; readonly userId: number; readonly at: Date; readonly expiresAt: Date },
      on: Db,
    ): Promise<void> => {
      await on
        .insertInto('password_resets')
        .values({
          token_hash: link.tokenHash,
          user_id: link.userId,
          created_at: link.at,
          expires_at: link.expiresAt,
        })
        .execute()
    },

    hasValidLink: async (tokenHash: Buffer, now: Date): Promise<boolean> => {
      const row = await db
        .selectFrom('password_resets')
        .select('user_id')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Uses a link up. Of two at once one gets the user, the other null. */
    consumeLink: async (tokenHash: Buffer, now: Date, on: Db): Promise<number | null> => {
      const row = await on
        .deleteFrom('password_resets')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .returning('user_id')
        .executeTakeFirst()
      return row?.user_id ?? null
    },

    deleteExpiredLinks: async (now: Date): Promise<void> => {
      await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
    },
  }
}
