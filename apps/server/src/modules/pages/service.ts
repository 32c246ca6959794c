import { texts } from '@tradefront/texts/en/all'
import { type Locale, locales } from '@tradefront/texts/locales'
import { isTextKey, say } from '@tradefront/texts/say'

import type { Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { cleanHtml, losesByCleaning } from './sanitize-html.ts'
import { type PageArea, type PageContent, type WrittenPage, createPagesStore } from './store.ts'

export type { PageArea, PageContent }

export type PageName = { readonly area: PageArea; readonly name: string }

/** `changedAt` null: our own words hold. */
export type ListedPage = Omit<WrittenPage, 'changedAt'> & { readonly changedAt: Date | null }

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

    /** All pages in all languages: those of ours, and those that an operator has written (`changedAt`). */
    list: async (): Promise<ListedPage[]> => {
      const written = await store.list()
      const isWritten = (page: PageName, language: string) =>
        written.some((row) => row.area === page.area && row.name === page.name && row.language === language)
      const ours = ownPages().flatMap((page) =>
        locales
          .filter((language) => !isWritten(page, language))
          .map((language) => ({ ...page, language, title: ownTitle(page, language), changedAt: null })),
      )
      const key = ({ area, name, language }: ListedPage) => `${area} ${name} ${language}`
      return [...written, ...ours].toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    },

    /** Whether the browser asks for a modal of this name; pages and fragments may have any. */
    isServed: ({ area, name }: PageName): boolean =>
      area !== 'modal' || ownPages().some((page) => page.area === area && page.name === name),

    /** What is kept of a page's HTML, and whether something in it cannot be. */
    clean: async (html: string): Promise<{ html: string; isLoss: boolean }> => ({
      html: await cleanHtml(html),
      isLoss: await losesByCleaning(html),
    }),

    /** Puts an operator's words in place of ours, cleaned; gives what is kept of the HTML. */
    write: async ({ area, name }: PageName, locale: Locale, content: PageContent, by: Operator): Promise<string> => {
      const html = await cleanHtml(content.html)
      await store.change(area, name, locale, { title: content.title, html }, by, clock.now())
      return html
    },

    /** Takes an operator's words away: ours hold again, or there is no such page any more. */
    reset: ({ area, name }: PageName, locale: Locale, by: Operator): Promise<void> =>
      store.change(area, name, locale, null, by, clock.now()),
  }
}

/** The pages that the texts know. */
function ownPages(): PageName[] {
  return Object.keys(texts).flatMap((key) => {
    const [, area, name] = /^pages\.(pg|ag|modal)\.([a-z0-9_-]+)\.title$/.exec(key) ?? []
    return (area === 'pg' || area === 'ag' || area === 'modal') && name !== undefined ? [{ area, name }] : []
  })
}

function ownTitle({ area, name }: PageName, locale: Locale): string {
  const title = `pages.${area}.${name}.title`
  return isTextKey(title) ? say(locale, title) : ''
}
