import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Calendar as CalendarData } from '@tradefront/contract/domain/news'
import type { EventImportance } from '@tradefront/rules/news/importance'
import type { TextKey } from '@tradefront/texts/keys'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { getDayStart } from '../../platform/local-day.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { getCalendarQuery } from './api.ts'
import { EventList } from './event-list.tsx'
import {
  type EventFilters,
  filterEvents,
  listCurrencies,
  noEventFilters,
  parseFilters,
  toFilterSearch,
} from './filter-events.ts'
import { FreshnessNote } from './freshness-note.tsx'
import { NewsSkeleton } from './headline-list.tsx'
import { NewsLayout } from './news.tsx'
import { calendarItem } from './tabs.ts'
import { useNow } from './use-now.ts'

/** Economic calendar: a tab beside the news (spec: account 2, `/api/ag/news_dialog` in account 7). */
export function Calendar({ search }: { readonly search: Readonly<Record<string, unknown>> }) {
  const t = useTranslate()
  const query = useQuery(getCalendarQuery(useLocaleTag()))
  usePageTitle(t('news.calendar'))
  return (
    <ServerFragment page="news_dialog" title={t('news.calendar')}>
      {({ title, body }) => (
        <NewsLayout title={title} intro={body}>
          <QueryView
            query={query}
            name={t('news.calendar')}
            failureTitle={t('news.load_failed')}
            skeleton={<NewsSkeleton />}
            isEmpty={({ events }) => events.length === 0}
            empty={<EmptyState title={t('news.events_none')} />}
          >
            {(calendar) => (
              <div className="flex flex-col gap-4">
                <FreshnessNote freshness={calendar} staleText={t('news.calendar_last_updated_text')} />
                <FilteredEvents calendar={calendar} search={search} />
              </div>
            )}
          </QueryView>
        </NewsLayout>
      )}
    </ServerFragment>
  )
}

/** The filters are in the address, so that Back and a reload keep them. */
function FilteredEvents(props: {
  readonly calendar: CalendarData
  readonly search: Readonly<Record<string, unknown>>
}) {
  const { calendar, search } = props
  const t = useTranslate()
  const format = useFormat()
  const nowMs = useNow()
  const navigate = useNavigate()
  const currencies = listCurrencies(calendar.events)
  const filters = parseFilters(search, currencies)
  const setFilters = (next: EventFilters): void => {
    const to = paths.showWith('news', calendarItem)
    void navigate({ to, search: toFilterSearch(next), replace: true, resetScroll: false })
  }
  const [isPastShown, setIsPastShown] = useState(false)
  const todayMs = getDayStart(nowMs)
  const found = filterEvents(calendar.events, filters)
  const shown = isPastShown ? found : found.filter(({ atMs }) => atMs >= todayMs)
  const pastCount = found.length - shown.length
  return (
    <>
      <Filters currencies={currencies} filters={filters} onFilter={setFilters} />
      <p className="text-13 text-muted">
        {t('news.local_time', { zone: format.timeZone(nowMs) })}{' '}
        <span role="status">{t('news.events_shown', { count: shown.length })}</span>
      </p>
      {pastCount > 0 && (
        <Button size="sm" className="self-start" onPress={() => setIsPastShown(true)}>
          {t('news.show_past', { count: pastCount })}
        </Button>
      )}
      {found.length === 0 ? (
        <EmptyState
          title={t('news.events_none_found')}
          action={<Button onPress={() => setFilters(noEventFilters)}>{t('news.show_all')}</Button>}
        />
      ) : (
        <EventList events={shown} nowMs={nowMs} />
      )}
    </>
  )
}

const importanceFilters: readonly { readonly id: EventImportance; readonly text: TextKey }[] = [
  { id: 'low', text: 'news.importance_all' },
  { id: 'medium', text: 'news.importance_medium_up' },
  { id: 'high', text: 'news.importance_high_only' },
]

function Filters(props: {
  readonly currencies: readonly string[]
  readonly filters: EventFilters
  readonly onFilter: (filters: EventFilters) => void
}) {
  const t = useTranslate()
  const { currencies, filters, onFilter } = props
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
      <div className="flex flex-col items-start gap-1.5">
        <span aria-hidden className="text-13 font-medium text-muted">
          {t('news.importance')}
        </span>
        <SegmentedControl
          label={t('news.importance')}
          options={importanceFilters.map(({ id, text }) => ({ id, label: t(text) }))}
          value={filters.importance}
          onChange={(importance) => onFilter({ ...filters, importance })}
        />
      </div>
      <Select
        label={t('news.currency')}
        className="sm:w-56"
        value={filters.currency ?? 'all'}
        options={[{ id: 'all', label: t('news.currency_all') }, ...currencies.map((id) => ({ id, label: id }))]}
        onChange={(id) => onFilter({ ...filters, currency: id === 'all' ? null : id })}
      />
    </div>
  )
}
