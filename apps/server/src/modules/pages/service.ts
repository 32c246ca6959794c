import type { Locale } from '@tradefront/texts/locales'
import { isTextKey, say } from '@tradefront/texts/say'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { cleanHtml } from './clean.ts'
import { type PageArea, type PageContent, createPagesStore } from './store.ts'

export type { PageArea, PageContent }

export type PagesService = ReturnType<typeof createPagesService>

/**
 * Server pages and fragments: an operator's words where there are any, else our own from the texts
 * (`pages.<area>.<name>.title` and `.html`).
 */
export function createPagesService({ db, clock }: { db: Db; clock: Clock }) {
  const store = createPagesStore(db)
  return {
    /** Null for a page that neither an operator nor the texts know. */
    read: async (area: PageArea, name: string, locale: Locale): Promise<PageContent | null> => {
      const row = await store.find(area, name, locale)
      // Cleaned on the way out too: what wrote the row may have been anything.
      if (row) return { title: row.title, html: await cleanHtml(row.html) }
      const [title, html] = [`pages.${area}.${name}.title`, `pages.${area}.${name}.html`]
      return isTextKey(title) && isTextKey(html) ? { title: say(locale, title), html: say(locale, html) } : null
    },

    /** Puts an operator's words in place of ours. */
    write: async (area: PageArea, name: string, locale: Locale, content: PageContent): Promise<void> => {
      await store.write(area, name, locale, { title: content.title, html: await cleanHtml(content.html) }, clock.now())
    },
  }
}
