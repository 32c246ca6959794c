import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/errors.ts'

/** Finds the conversation, or adds it. Concurrent calls get the same one. */
export async function findOrInsertConversation(
  db: Db,
  userId: number,
  newConversationId: string,
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ conversationId: string }>`
    insert into chat_conversations (user_id, conversation_id, created_at) values (${userId}, ${newConversationId}, ${at})
    on conflict (user_id) do update set created_at = chat_conversations.created_at
    returning conversation_id as "conversationId"`.execute(db)
  const [row] = rows
  invariant(row, 'an upsert returns a row')
  return row.conversationId
}

export async function findConversation(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('chat_conversations')
    .select('conversation_id as conversationId')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.conversationId ?? null
}

/** Marks the balance as sent. Returns false if one was sent after `notAfter`. */
export async function claimBalanceUpdate(db: Db, userId: number, at: Date, notAfter: Date): Promise<boolean> {
  const row = await db
    .updateTable('chat_conversations')
    .set({ balance_sent_at: at })
    .where('user_id', '=', userId)
    .where((or) => or.or([or('balance_sent_at', 'is', null), or('balance_sent_at', '<=', notAfter)]))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
