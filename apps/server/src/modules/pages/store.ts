import type { Db } from '../../platform/db.ts'

export type PageArea = 'pg' | 'ag' | 'modal'
export type PageContent = { readonly title: string; readonly html: string }

export type PagesStore = ReturnType<typeof createPagesStore>

export function createPagesStore(db: Db) {
  return {
    find: async (area: PageArea, name: string, language: string): Promise<PageContent | null> => {
      const row = await db
        .selectFrom('pages')
        .select(['title', 'html'])
        .where('area', '=', area)
        .where('name', '=', name)
        .where('language', '=', language)
        .executeTakeFirst()
      return row ?? null
    },

    write: async (area: PageArea, name: string, language: string, content: PageContent, at: Date): Promise<void> => {
      const values = { ...content, changed_at: at }
      await db
        .insertInto('pages')
        .values({ area, name, language, ...values })
        .onConflict((on) => on.columns(['area', 'name', 'language']).doUpdateSet(values))
        .execute()
    },
  }
}
