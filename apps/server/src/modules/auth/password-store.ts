import type { Db } from '../../platform/database/database.ts'

export type PasswordAccount = { readonly email: string; readonly passwordHash: string; readonly language: string }

export function createPasswordStore(db: Db) {
  return {
    find: async (userId: number, on: Db = db): Promise<PasswordAccount | null> => {
      const row = await on
        .selectFrom('users')
        .select(['email', 'password_hash as passwordHash', 'language'])
        .where('id', '=', userId)
        .executeTakeFirst()
      return row ?? null
    },

    /**
     * Sets a password, voids every link for another and ends every session but `keep`. `was`: the change is made only while
     * the stored hash is still this one.
     */
    replace: async (
      change: {
        readonly userId: number
        readonly hash: string
        readonly was: string | null
        readonly keep: Buffer | null
      },
      on: Db,
    ): Promise<boolean> => {
      let update = on.updateTable('users').set({ password_hash: change.hash }).where('id', '=', change.userId)
      if (change.was !== null) update = update.where('password_hash', '=', change.was)
      const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await on.deleteFrom('password_resets').where('user_id', '=', change.userId).execute()
      let end = on.deleteFrom('sessions').where('user_id', '=', change.userId)
      if (change.keep) end = end.where('id_hash', '<>', change.keep)
      await end.execute()
      return true
    },
  }
}
