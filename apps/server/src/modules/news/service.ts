import { type Result, ok, refuse } from '@tradefront/rules/result'
import { defaultLocale, type Locale } from '@tradefront/texts/locales'

import type { DocumentFetcher } from '../../gateways/feeds/document-fetcher.ts'
import type { CalendarEvent } from '../../gateways/feeds/parse-calendar.ts'
import type { FeedItem } from '../../gateways/feeds/parse-feed.ts'
import { type Clock, dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { findFeed, listLanguageFeeds, type NewsSettings, toNewsSettings, toPublicUrl } from './news-settings.ts'
import { deleteSourcesUnusedSince, findItem, findSource, listEvents, listItems } from './store.ts'
import { createSourceUpdater, refreshMs } from './update-sources.ts'

export { toNewsSettings }

export type Freshness = {
  /** Null: not asked yet. */
  readonly updatedAt: Date | null
  readonly isStale: boolean
  readonly isSample: boolean
}

export type Headlines = Freshness & {
  readonly items: readonly {
    readonly id: string
    readonly title: string
    readonly summary: string
    readonly publishedAt: Date
  }[]
}

export type Article = {
  readonly title: string
  readonly html: string
  readonly publishedAt: Date
  readonly link: string | null
  readonly isSample: boolean
}

export type CalendarEntry = Omit<CalendarEvent, 'titles'> & { readonly title: string }
type LoadFailure = 'news.load_failed'

type NewsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly fetcher: DocumentFetcher
  readonly parseFeed: (text: string) => Promise<FeedItem[]>
  /** Its content is invented. */
  readonly sandboxUrl: string
  readonly getSettings: () => Promise<NewsSettings>
  readonly onError: (error: unknown) => void
  readonly waitScale: number
}

const shownItems = 50
const unusedMs = 7 * dayMs

export type NewsService = ReturnType<typeof createNewsService>

/** Answers from the database only: a job fetches the feeds. */
export function createNewsService(deps: NewsDeps) {
  const { db, clock, getSettings, waitScale } = deps
  const sandboxOrigin = new URL(deps.sandboxUrl).origin
  const isSample = (url: string) => new URL(url).origin === sandboxOrigin

  /** Null: it has been tried, and never answered. */
  const findFreshness = async (url: string): Promise<Freshness | null> => {
    const source = await findSource(db, url)
    const updatedAt = source?.succeededAt ?? null
    if (source === null || source.triedAt === null || updatedAt === null)
      return source === null || source.failures === 0 ? { updatedAt, isStale: false, isSample: isSample(url) } : null
    const isOld = clock.now().getTime() - updatedAt.getTime() > 3 * refreshMs * waitScale
    return { updatedAt, isStale: source.failures > 0 || isOld, isSample: isSample(url) }
  }

  return {
    updateSources: createSourceUpdater(deps),

    listCategories: async (locale: Locale) =>
      listLanguageFeeds(await getSettings(), locale).map(({ name, url }) => ({
        name,
        url: toPublicUrl(url),
        isSample: isSample(url),
      })),

    listHeadlines: async (locale: Locale, name: string, url: string): Promise<Result<Headlines, LoadFailure>> => {
      const feed = findFeed(await getSettings(), locale, name, url)
      const freshness = feed && (await findFreshness(feed.url))
      if (!freshness) return refuse('news.load_failed')
      return ok({ ...freshness, items: await listItems(db, feed.url, shownItems) })
    },

    /** Refuses an article whose feed is not in the settings. */
    getArticle: async (item: string): Promise<Result<Article, LoadFailure>> => {
      const found = await findItem(db, item)
      const { feeds } = await getSettings()
      if (found === null || !feeds.some(({ url }) => url === found.source)) return refuse('news.load_failed')
      const { source, html, summary, ...article } = found
      const text = html === '' && summary !== '' ? `<p>${escapeHtml(summary)}</p>` : html
      return ok({ ...article, html: text, isSample: isSample(source) })
    },

    listEvents: async (
      locale: Locale,
    ): Promise<Result<Freshness & { readonly events: readonly CalendarEntry[] }, LoadFailure>> => {
      const { calendarUrl } = await getSettings()
      const freshness = await findFreshness(calendarUrl)
      if (freshness === null) return refuse('news.load_failed')
      const events = await listEvents(db, calendarUrl, new Date(clock.now().getTime() - dayMs))
      const pickTitle = (titles: CalendarEvent['titles']) =>
        titles[locale] ?? titles[defaultLocale] ?? Object.values(titles)[0] ?? ''
      return ok({
        ...freshness,
        events: events.map(({ titles, ...event }) => ({ ...event, title: pickTitle(titles) })),
      })
    },

    deleteExpired: () => deleteSourcesUnusedSince(db, new Date(clock.now().getTime() - unusedMs)),
  }
}
