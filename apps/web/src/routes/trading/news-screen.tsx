import { ArticleView } from '../../features/news/article-view.tsx'
import { Calendar } from '../../features/news/calendar.tsx'
import { News } from '../../features/news/news.tsx'
import { calendarItem, parseTab, toTabSearch } from '../../features/news/tabs.ts'
import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import type { ScreenProps } from '../screen-routes.tsx'

const maxTabs = 60

/** The category is in the address, so that the way back from an article leads to it. The calendar takes the place of an article. */
export function NewsScreen({ item, search }: ScreenProps & { readonly item?: string }) {
  if (item === calendarItem) return <Calendar />
  if (item !== undefined) return <ArticleView key={item} item={item} search={toTabSearch(parseTab(search, maxTabs))} />
  return <News intro={<ScreenIntro page="news" />} search={search} />
}
