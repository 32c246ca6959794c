import { type Result, ok, refuse } from '@tradefront/rules/result'
import { defaultLocale, type Locale } from '@tradefront/texts/locales'

import type { AppContext } from '../../context.ts'
import type { CalendarEvent } from '../../gateways/feeds/parse-calendar.ts'
import { dayMs } from '../../platform/clock.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { findFeed, getNewsSettings, listLanguageFeeds, toPublicUrl } from './news-settings.ts'
import { deleteSourcesUnusedSince, findItem, findSource, listCalendarEvents, listItems } from './store.ts'
import { refreshMs } from './update-sources.ts'

export type Freshness = {
  /** When the source last answered. Null: it was not asked yet. */
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

const shownItems = 50
const unusedMs = 7 * dayMs

// These calls read the database only: a job fetches the feeds.

export async function listCategories(context: AppContext, locale: Locale) {
  return listLanguageFeeds(await getNewsSettings(context), locale).map(({ name, url }) => ({
    name,
    url: toPublicUrl(url),
    isSample: isSample(context, url),
  }))
}

export async function listHeadlines(
  context: AppContext,
  locale: Locale,
  name: string,
  url: string,
): Promise<Result<Headlines, LoadFailure>> {
  const feed = findFeed(await getNewsSettings(context), locale, name, url)
  const freshness = feed && (await findFreshness(context, feed.url))
  if (!freshness) return refuse('news.load_failed')
  return ok({ ...freshness, items: await listItems(context.db, feed.url, shownItems) })
}

/** Refuses an article whose feed is not in the settings. */
export async function getArticle(context: AppContext, item: string): Promise<Result<Article, 'news.article_missing'>> {
  const found = await findItem(context.db, item)
  const { feeds } = await getNewsSettings(context)
  if (found === null || !feeds.some(({ url }) => url === found.source)) return refuse('news.article_missing')
  const { source, html, summary, ...article } = found
  const text = html === '' && summary !== '' ? `<p>${escapeHtml(summary)}</p>` : html
  return ok({ ...article, html: text, isSample: isSample(context, source) })
}

export async function listEvents(
  context: AppContext,
  locale: Locale,
): Promise<Result<Freshness & { readonly events: readonly CalendarEntry[] }, LoadFailure>> {
  const { calendarUrl } = await getNewsSettings(context)
  if (calendarUrl === null) return ok({ updatedAt: null, isStale: false, isSample: false, events: [] })
  const freshness = await findFreshness(context, calendarUrl)
  if (freshness === null) return refuse('news.load_failed')
  const events = await listCalendarEvents(context.db, calendarUrl, new Date(context.clock.now().getTime() - dayMs))
  const pickTitle = (titles: CalendarEvent['titles']) =>
    titles[locale] ?? titles[defaultLocale] ?? Object.values(titles)[0] ?? ''
  return ok({
    ...freshness,
    events: events.map(({ titles, ...event }) => ({ ...event, title: pickTitle(titles) })),
  })
}

export function deleteExpiredNews({ db, clock }: AppContext) {
  return deleteSourcesUnusedSince(db, new Date(clock.now().getTime() - unusedMs))
}

function isSample({ config }: AppContext, url: string) {
  return new URL(url).origin === new URL(config.sandboxUrl).origin
}

/** Returns null if the source was tried, and never answered. */
async function findFreshness(context: AppContext, url: string): Promise<Freshness | null> {
  const { db, clock, config } = context
  const source = await findSource(db, url)
  const updatedAt = source?.succeededAt ?? null
  if (source === null || source.triedAt === null || updatedAt === null)
    return source === null || source.failures === 0
      ? { updatedAt, isStale: false, isSample: isSample(context, url) }
      : null
  const isOld = clock.now().getTime() - updatedAt.getTime() > 3 * refreshMs * config.waitScale
  return { updatedAt, isStale: source.failures > 0 || isOld, isSample: isSample(context, url) }
}
