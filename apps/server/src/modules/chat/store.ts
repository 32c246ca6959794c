import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type ChatStore = ReturnType<typeof createChatStore>

export function createChatStore(db: Db) {
  return {
    /** The trader's conversation; `newConversation` becomes it where there is none yet. Of two at once both get the same. */
    findOrInsertConversation: async (userId: number, newConversation: string, at: Date): Promise<string> => {
      const { rows } = await sql<{ conversation: string }>`
        insert into chats (user_id, conversation, opened_at) values (${userId}, ${newConversation}, ${at})
        on conflict (user_id) do update set opened_at = chats.opened_at
        returning conversation`.execute(db)
      const conversation = rows[0]?.conversation
      if (conversation === undefined) throw new Error('invariant: an upsert without a row')
      return conversation
    },

    findConversation: async (userId: number): Promise<string | null> => {
      const row = await db.selectFrom('chats').select('conversation').where('user_id', '=', userId).executeTakeFirst()
      return row?.conversation ?? null
    },

    /** Whether it is this call's turn to tell the vendor: not more often than once since `notAfter`. */
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
