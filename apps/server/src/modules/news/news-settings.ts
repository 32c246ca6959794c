import type { OfferedLocale } from '@tradefront/texts/locales'
import { defaultLocale, type Locale, locales } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'

export type NewsFeed = { readonly language: OfferedLocale; readonly name: string; readonly url: string }

export type NewsSettings = {
  readonly feeds: readonly NewsFeed[]
  /** Null: no calendar. */
  readonly calendarUrl: string | null
}

/** Without settings, the sandbox's; without a sandbox, none. */
export async function getNewsSettings({
  settings,
  config: { sandboxUrl, sandboxParts },
}: AppContext): Promise<NewsSettings> {
  const { news_feeds, calendar_url } = await settings.getSettings()
  const hasSamples = sandboxParts.has('news')
  return {
    feeds: news_feeds ?? (hasSamples ? listSandboxFeeds(sandboxUrl) : []),
    calendarUrl: calendar_url ?? (hasSamples ? `${sandboxUrl}/news/calendar.json` : null),
  }
}

function listSandboxFeeds(sandboxUrl: string): NewsFeed[] {
  return locales.flatMap((language) => [
    { language, name: translate(language, 'news.sample_currencies'), url: `${sandboxUrl}/news/${language}/currencies` },
    { language, name: translate(language, 'news.sample_markets'), url: `${sandboxUrl}/news/${language}/markets` },
    { language, name: translate(language, 'news.sample_crypto'), url: `${sandboxUrl}/news/${language}/crypto` },
  ])
}

/** Lists feeds of the language, or the English ones if it has none. */
export function listLanguageFeeds({ feeds }: NewsSettings, locale: Locale): NewsFeed[] {
  const own = feeds.filter(({ language }) => language === locale)
  return own.length > 0 ? own : feeds.filter(({ language }) => language === defaultLocale)
}

/** Finds a feed by its name in the language, else by its address. */
export function findFeed(settings: NewsSettings, locale: Locale, name: string, url: string): NewsFeed | undefined {
  const own = listLanguageFeeds(settings, locale)
  const matches = (feed: NewsFeed) => feed.url === url || toPublicUrl(feed.url) === url
  return own.find((feed) => feed.name === name) ?? own.find(matches) ?? settings.feeds.find(matches)
}

/** Returns the address without the query and the log-in, which can be secret. */
export function toPublicUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
