import { useQuery } from '@tanstack/react-query'
import type { Calendar } from '@tradefront/contract/domain/news'
import type { EventImportance } from '@tradefront/rules/news/importance'
import type { TextKey } from '@tradefront/texts/keys'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { getCalendarQuery } from './api.ts'
import { EventList } from './event-list.tsx'
import { type EventFilters, filterEvents, listCurrencies, noEventFilters } from './filter-events.ts'
import { FreshnessNote } from './freshness-note.tsx'
import { NewsSkeleton } from './headline-list.tsx'
import { useNow } from './use-now.ts'

/** Economic calendar (spec: account 2, `/api/ag/news_dialog` in account 7). */
export function CalendarDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useTranslate()
  return (
    <ServerFragment page="news_dialog" title={t('news.calendar')}>
      {({ title, body }) => (
        <Dialog title={title} isOpen={isOpen} onClose={onClose} closeLabel={t('shell.close')} isDismissable>
          {body}
          <CalendarContent />
        </Dialog>
      )}
    </ServerFragment>
  )
}

function CalendarContent() {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(getCalendarQuery(useLocaleTag()))}
      name={t('news.calendar')}
      failureTitle={t('news.load_failed')}
      skeleton={<NewsSkeleton />}
    >
      {(calendar) => (
        <>
          <FreshnessNote freshness={calendar} staleText={t('news.calendar_last_updated_text')} />
          {calendar.events.length === 0 ? (
            <EmptyState title={t('news.events_none')} />
          ) : (
            <FilteredEvents calendar={calendar} />
          )}
        </>
      )}
    </QueryView>
  )
}

function FilteredEvents({ calendar }: { readonly calendar: Calendar }) {
  const t = useTranslate()
  const format = useFormat()
  const nowMs = useNow()
  const [filters, setFilters] = useState(noEventFilters)
  const events = filterEvents(calendar.events, filters)
  return (
    <div className="flex flex-col gap-4">
      <Filters currencies={listCurrencies(calendar.events)} filters={filters} onFilter={setFilters} />
      <p className="text-13 text-muted">
        {t('news.local_time', { zone: format.timeZone(nowMs) })}{' '}
        <span role="status">{t('news.events_shown', { count: events.length })}</span>
      </p>
      {events.length === 0 ? (
        <EmptyState
          title={t('news.events_none_found')}
          action={<Button onPress={() => setFilters(noEventFilters)}>{t('news.show_all')}</Button>}
        />
      ) : (
        <EventList events={events} nowMs={nowMs} />
      )}
    </div>
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
        className="sm:flex-1"
        value={filters.currency ?? 'all'}
        options={[{ id: 'all', label: t('news.currency_all') }, ...currencies.map((id) => ({ id, label: id }))]}
        onChange={(id) => onFilter({ ...filters, currency: id === 'all' ? null : id })}
      />
    </div>
  )
}
