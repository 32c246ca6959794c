import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { PostAuthor } from './ticket.ts'

export async function hasMailedPost(db: Db, ticketId: string, messageHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('ticket_posts')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('message_hash', '=', messageHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts posts that came by mail. @param latest later ones are ignored: the clock was set back since */
export async function countMailedPosts(
  db: Db,
  ticketId: string,
  author: PostAuthor,
  since: Date,
  latest: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ticket_posts
     where ticket_id = ${ticketId}::uuid and created_at > ${since} and created_at <= ${latest}
       and via = 'mail' and author = ${author}`.execute(db)
  return rows[0]?.count ?? 0
}
