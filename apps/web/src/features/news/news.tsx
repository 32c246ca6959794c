import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CalendarDays from 'lucide-react/icons/calendar-days'
import type { ReactNode } from 'react'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { TabNav, tabLinkClass } from '../../ui/layout/tab-nav.tsx'
import { getCategoriesQuery } from './api.ts'
import { HeadlineList, NewsSkeleton } from './headline-list.tsx'
import { NextEvents } from './next-events.tsx'
import { calendarItem, parseTab, toTabSearch } from './tabs.ts'

/** Headlines of the category in the address, beside the next events of the calendar. */
export function News(props: { readonly intro: ReactNode; readonly search: Readonly<Record<string, unknown>> }) {
  const t = useTranslate()
  usePageTitle(t('profile.news'))
  return (
    <NewsLayout title={t('profile.news')} intro={props.intro}>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <Headlines search={props.search} />
        </div>
        <NextEvents />
      </div>
    </NewsLayout>
  )
}

/** Title over the tabs of news and calendar. */
export function NewsLayout(props: { readonly title: string; readonly intro: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6">
      <ScreenTitle lead={props.intro}>{props.title}</ScreenTitle>
      <NewsTabs />
      {props.children}
    </div>
  )
}

/** Tabs of the categories of the language, then of the calendar. */
function NewsTabs() {
  const t = useTranslate()
  const { data: categories = [] } = useQuery(getCategoriesQuery(useLocaleTag()))
  return (
    <TabNav label={t('news.categories')}>
      {categories.map(({ name }, index) => (
        <Link
          key={name}
          to={paths.show('news')}
          search={toTabSearch(index)}
          activeOptions={{ exact: true, includeSearch: true }}
          resetScroll={false}
          className={tabLinkClass}
        >
          {name}
        </Link>
      ))}
      <Link to={paths.showWith('news', calendarItem)} resetScroll={false} className={tabLinkClass}>
        <CalendarDays size={16} className="shrink-0" aria-hidden />
        {t('news.calendar')}
      </Link>
    </TabNav>
  )
}

function Headlines({ search }: { readonly search: Readonly<Record<string, unknown>> }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(getCategoriesQuery(useLocaleTag()))}
      name={t('profile.news')}
      failureTitle={t('news.load_failed')}
      skeleton={<NewsSkeleton />}
      isEmpty={({ length }) => length === 0}
      empty={<EmptyState title={t('news.no_categories')}>{t('news.no_categories_text')}</EmptyState>}
    >
      {(categories) => {
        const index = parseTab(search, categories.length)
        const category = categories[index]
        return category && <HeadlineList key={category.name} category={category} search={toTabSearch(index)} />
      }}
    </QueryView>
  )
}
