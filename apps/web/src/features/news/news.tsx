import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { NewsCategory } from '@tradefront/contract/news'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { type ReactNode, useState } from 'react'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { navTabClass } from '../../ui/layout/nav-link-class.ts'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { getCategoriesQuery } from './api.ts'
import { CalendarDialog } from './calendar-dialog.tsx'
import { HeadlineList, NewsSkeleton } from './headline-list.tsx'
import { parseTab, toTabSearch } from './tabs.ts'

/** Categories of the language as tabs, and the way to the economic calendar (spec: account 2). */
export function News(props: { readonly intro: ReactNode; readonly search: Readonly<Record<string, unknown>> }) {
  const t = useTranslate()
  const [isCalendarOpen, setIsCalendarOpen] = useState(false)
  usePageTitle(t('profile.news'))
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <div className="flex flex-col gap-2">
        <ScreenTitle
          aside={
            <Button onPress={() => setIsCalendarOpen(true)}>
              <CalendarDays size={18} aria-hidden />
              {t('news.calendar')}
            </Button>
          }
        >
          {t('profile.news')}
        </ScreenTitle>
        <div className="text-muted">{props.intro}</div>
      </div>
      <Categories search={props.search} />
      <CalendarDialog isOpen={isCalendarOpen} onClose={() => setIsCalendarOpen(false)} />
    </div>
  )
}

function Categories({ search }: { readonly search: Readonly<Record<string, unknown>> }) {
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
        return (
          <>
            <CategoryTabs categories={categories} />
            {category && <HeadlineList key={category.name} category={category} search={toTabSearch(index)} />}
          </>
        )
      }}
    </QueryView>
  )
}

function CategoryTabs({ categories }: { readonly categories: readonly NewsCategory[] }) {
  const t = useTranslate()
  return (
    <nav
      aria-label={t('news.categories')}
      className="-mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      {categories.map(({ name }, index) => (
        <Link
          key={name}
          to={paths.show('news')}
          search={toTabSearch(index)}
          activeOptions={{ exact: true, includeSearch: true }}
          resetScroll={false}
          className={cx(navTabClass, 'target -mb-px whitespace-nowrap')}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
