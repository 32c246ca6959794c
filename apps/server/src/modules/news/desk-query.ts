import type { DeskHeadline } from '@tradefront/contract/desk-marketing'

import type { Db } from '../../platform/database/database.ts'

const maxListed = 100

/** Lists headlines of all sources, newest first. */
export async function listDeskHeadlines(db: Db): Promise<DeskHeadline[]> {
  const rows = await db
    .selectFrom('news_items')
    .select(['id', 'source', 'title', 'summary', 'published_at as publishedAt', 'hidden_at as hiddenAt'])
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
  return rows.map(({ publishedAt, hiddenAt, source, ...row }) => ({
    ...row,
    source: new URL(source).hostname,
    publishedAtMs: publishedAt.getTime(),
    hiddenAtMs: hiddenAt?.getTime() ?? null,
  }))
}
