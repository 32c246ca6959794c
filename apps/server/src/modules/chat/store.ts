import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/errors.ts'

export type ChatStore = ReturnType<typeof createChatStore>

export function createChatStore(db: Db) {
  return {
    /** Stores `newConversation` unless the trader has one. Concurrent calls return the same one. */
    findOrInsertConversation: async (userId: number, newConversation: string, at: Date): Promise<string> => {
      const { rows } = await sql<{ conversation: string }>`
        insert into chats (user_id, conversation, opened_at) values (${userId}, ${newConversation}, ${at})
        on conflict (user_id) do update set opened_at = chats.opened_at
        returning conversation`.execute(db)
      const conversation = rows[0]?.conversation
      invariant(conversation !== undefined, 'an upsert without a row')
      return conversation
    },

    findConversation: async (userId: number): Promise<string | null> => {
      const row = await db.selectFrom('chats').select('conversation').where('user_id', '=', userId).executeTakeFirst()
      return row?.conversation ?? null
    },

    /** Records an update at `at`. Returns false if there has been one since `notAfter`. */
    claimBalanceUpdate: async (userId: number, at: Date, notAfter: Date): Promise<boolean> => {
      const row = await db
        .updateTable('chats')
        .set({ told_at: at })
        .where('user_id', '=', userId)
        .where((or) => or.or([or('told_at', 'is', null), or('told_at', '<=', notAfter)]))
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
