import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'

import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { getCalendarQuery } from './api.ts'
import { filterEvents } from './filter-events.ts'
import { ImportanceMark } from './importance-mark.tsx'
import { calendarItem } from './tabs.ts'
import { useNow } from './use-now.ts'

const shownEvents = 5

/** Next events, without those of low importance. Nothing is shown while the calendar is not loaded: the news can be read without it. */
export function NextEvents() {
  const t = useTranslate()
  const format = useFormat()
  const nowMs = useNow()
  const { data } = useQuery(getCalendarQuery(useLocaleTag()))
  const events = filterEvents(data?.events ?? [], { importance: 'medium', currency: null })
    .filter(({ atMs }) => atMs > nowMs)
    .slice(0, shownEvents)
  if (events.length === 0) return null
  return (
    <aside aria-labelledby="next-events" className="flex flex-col gap-2">
      <h2 id="next-events" className="text-13 font-medium text-muted">
        {t('news.coming_up')}
      </h2>
      <ul className="flex flex-col">
        {events.map(({ id, atMs, title, currency, importance }) => (
          <li key={id} className="flex gap-3 border-b border-line py-2.5">
            <ImportanceMark importance={importance} />
            <p className="flex min-w-0 flex-col gap-0.5 wrap-anywhere">
              <span className="font-medium">{title}</span>
              <span className="text-13 text-muted">
                {currency} · <time dateTime={new Date(atMs).toISOString()}>{format.recentTime(atMs, nowMs)}</time> ·{' '}
                {format.until(atMs, nowMs)}
              </span>
            </p>
          </li>
        ))}
      </ul>
      <Link
        to={paths.showWith('news', calendarItem)}
        className="target flex items-center gap-1.5 self-start text-accent-ink hover:underline"
      >
        {t('news.whole_calendar')}
        <ArrowRight size={16} className="rtl:-scale-x-100" aria-hidden />
      </Link>
    </aside>
  )
}
