import type { Db } from '../../platform/database/database.ts'

export type PasswordAccount = { readonly email: string; readonly passwordHash: string; readonly language: string }

export function createPasswordStore(db: Db) {
  return {
    findPasswordAccount: async (userId: number, on: Db = db): Promise<PasswordAccount | null> => {
      const row = await on
        .selectFrom('users')
        .select(['email', 'password_hash as passwordHash', 'language'])
        .where('id', '=', userId)
        .executeTakeFirst()
      return row ?? null
    },

    /**
     * Sets a password, voids every link for another and ends every session but `keptSessionHash`. `previousHash`: the change is made only while
     * the stored hash is still this one.
     */
    updatePassword: async (
      change: {
        readonly userId: number
        readonly hash: string
        readonly previousHash: string | null
        readonly keptSessionHash: Buffer | null
      },
      on: Db,
    ): Promise<boolean> => {
      let update = on.updateTable('users').set({ password_hash: change.hash }).where('id', '=', change.userId)
      if (change.previousHash !== null) update = update.where('password_hash', '=', change.previousHash)
      const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await on.deleteFrom('password_resets').where('user_id', '=', change.userId).execute()
      let deletion = on.deleteFrom('sessions').where('user_id', '=', change.userId)
      if (change.keptSessionHash) deletion = deletion.where('id_hash', '<>', change.keptSessionHash)
      await deletion.execute()
      return true
    },
  }
}
