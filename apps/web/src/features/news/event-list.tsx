import type { CalendarEvent } from '@tradefront/contract/news'
import { type EventImportance, eventImportances } from '@tradefront/rules/news/importance'
import { useEffect, useRef } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { groupByDay } from './filter-events.ts'

/** By day, with the next event in view at first. */
export function EventList({ events, nowMs }: { readonly events: readonly CalendarEvent[]; readonly nowMs: number }) {
  const format = useFormat()
  const next = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Returns a promise in new browsers, which is no clean-up.
    next.current?.scrollIntoView({ block: 'center' })
  }, [])
  const nextId = events.find(({ atMs }) => atMs > nowMs)?.id
  return (
    <div className="flex flex-col gap-5">
      {groupByDay(events).map((day) => (
        <section key={day.atMs} aria-label={format.weekday(day.atMs)} className="flex flex-col">
          <h3 className="border-b border-line pb-1.5 text-13 font-medium text-muted">{format.weekday(day.atMs)}</h3>
          <ul>
            {day.events.map((event) => (
              <li
                key={event.id}
                ref={event.id === nextId ? next : undefined}
                className="flex gap-3 border-b border-line py-3 last:border-b-0"
              >
                <EventRow event={event} isNext={event.id === nextId} nowMs={nowMs} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function EventRow(props: { readonly event: CalendarEvent; readonly isNext: boolean; readonly nowMs: number }) {
  const { event, isNext, nowMs } = props
  const t = useTranslate()
  const format = useFormat()
  const { atMs, currency, importance, title, previous, forecast, actual } = event
  const missing = atMs <= nowMs ? t('news.not_published') : null
  const figures = [
    { name: t('news.actual'), value: actual ?? missing, isStrong: actual !== null },
    { name: t('news.forecast'), value: forecast, isStrong: false },
    { name: t('news.previous'), value: previous, isStrong: false },
  ].filter(({ value }) => value !== null)
  return (
    <>
      <div className="flex w-20 shrink-0 flex-col gap-1 whitespace-nowrap">
        <time dateTime={new Date(atMs).toISOString()} className="font-medium tabular-nums">
          {format.time(atMs)}
        </time>
        <span className="text-13 text-muted">{currency}</span>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{title}</span>
          {isNext && (
            <span className="rounded-field bg-accent-soft px-2 text-13 font-medium text-accent-ink">
              {t('news.next')}
            </span>
          )}
        </p>
        <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-13">
          {figures.map(({ name, value, isStrong }) => (
            <div key={name} className="flex gap-1">
              <dt className="text-muted">{name}</dt>
              <dd className={cx('tabular-nums', isStrong ? 'font-semibold' : 'text-muted')}>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ImportanceMark importance={importance} />
    </>
  )
}

/** One to three bars, named for screen readers and on hover. */
function ImportanceMark({ importance }: { readonly importance: EventImportance }) {
  const t = useTranslate()
  const level = eventImportances.indexOf(importance)
  const label = t(`news.importance_${importance}`)
  return (
    <span role="img" aria-label={label} title={label} className="mt-1 flex h-4 shrink-0 items-end gap-0.5">
      {(['h-1.5', 'h-2.5', 'h-4'] as const).map((height, index) => (
        <span
          key={height}
          className={cx(
            'w-1 rounded-full',
            height,
            index > level ? 'bg-line' : importance === 'high' ? 'bg-warn' : 'bg-muted',
          )}
        />
      ))}
    </span>
  )
}
