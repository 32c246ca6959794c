import { getCategoriesQuery } from '../../features/news/api.ts'
import { ArticleView } from '../../features/news/article-view.tsx'
import { Calendar } from '../../features/news/calendar.tsx'
import { News } from '../../features/news/news.tsx'
import { calendarItem, parseTab, toTabSearch } from '../../features/news/tabs.ts'
import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { queryClient } from '../../platform/api/query-client.ts'
import { getLocale } from '../../platform/i18n/i18n.ts'
import { waitBriefly } from '../../platform/query/wait-briefly.ts'
import { getPageQuery } from '../../platform/server-content/page-query.ts'
import type { ScreenProps } from './define-screen.ts'

const maxTabs = 60

/** Loads introduction and tabs. */
export async function preloadNews(item: string | undefined): Promise<void> {
  if (item !== undefined && item !== calendarItem) return
  const language = getLocale()
  const intro = item === undefined ? getPageQuery('pg', 'news', language) : getPageQuery('ag', 'news_dialog', language)
  await waitBriefly(queryClient.ensureQueryData(intro), queryClient.ensureQueryData(getCategoriesQuery(language)))
}

/**
 * Screen of the news. The category is in the address, so that the way back from an article leads to it. The calendar takes the place of an
 * article.
 */
export function NewsScreen({ item, search }: ScreenProps & { readonly item?: string }) {
  if (item === calendarItem) return <Calendar search={search} />
  if (item !== undefined) return <ArticleView key={item} item={item} search={toTabSearch(parseTab(search, maxTabs))} />
  return <News intro={<ScreenIntro page="news" />} search={search} />
}
