import type { CalendarEvent } from '@tradefront/contract/news'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { getDayStart } from '../../platform/local-day.ts'
import { cx } from '../../ui/styles/cx.ts'
import { groupByDay } from './filter-events.ts'
import { ImportanceMark } from './importance-mark.tsx'

const columnsClass = 'md:grid md:grid-cols-[3.5rem_3.5rem_1.5rem_minmax(0,1fr)_repeat(3,6.5rem)] md:gap-x-4'

/** Events by day. On a wide screen their figures are columns. */
export function EventList({ events, nowMs }: { readonly events: readonly CalendarEvent[]; readonly nowMs: number }) {
  const t = useTranslate()
  const format = useFormat()
  const todayMs = getDayStart(nowMs)
  const nextId = events.find(({ atMs }) => atMs > nowMs)?.id
  return (
    <div className="flex flex-col gap-5">
      {groupByDay(events).map((day) => (
        <section key={day.atMs} aria-label={format.weekday(day.atMs)} className="flex flex-col">
          <div className={cx('border-b border-line pb-1.5 text-13 text-muted', columnsClass)}>
            <h2 className="col-span-4 font-medium text-ink">
              {format.weekday(day.atMs)}
              {getDayStart(day.atMs) === todayMs && (
                <span className="font-normal text-muted"> · {t('news.today')}</span>
              )}
            </h2>
            {(['actual', 'forecast', 'previous'] as const).map((figure) => (
              <span key={figure} aria-hidden className="text-end max-md:hidden">
                {t(`news.${figure}`)}
              </span>
            ))}
          </div>
          <ul>
            {day.events.map((event) => (
              <li
                key={event.id}
                className={cx(
                  'flex gap-3 border-b border-line py-3 last:border-b-0 md:items-baseline',
                  columnsClass,
                  event.id === nextId && '-mx-3 rounded-field bg-accent-soft px-3',
                )}
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
  const show = (figure: string | null) => (figure === null ? null : format.figure(figure))
  return (
    <>
      <div className="flex w-14 shrink-0 flex-col gap-1 whitespace-nowrap md:contents">
        <time dateTime={new Date(atMs).toISOString()} className="font-medium tabular-nums">
          {format.time(atMs)}
        </time>
        <span className="text-13 text-muted">{currency}</span>
      </div>
      <ImportanceMark importance={importance} />
      <div className="flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere md:contents">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{title}</span>
          {isNext && <span className="text-13 font-medium text-accent-ink">{format.until(atMs, nowMs)}</span>}
        </p>
        <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-13 md:contents">
          <Figure name={t('news.actual')} value={show(actual) ?? missing} isStrong={actual !== null} />
          <Figure name={t('news.forecast')} value={show(forecast)} />
          <Figure name={t('news.previous')} value={show(previous)} />
        </dl>
      </div>
    </>
  )
}

/** A figure of an event. It keeps its column when it is not known. */
function Figure(props: { readonly name: string; readonly value: string | null; readonly isStrong?: boolean }) {
  const { name, value, isStrong = false } = props
  if (value === null) return <div aria-hidden className="max-md:hidden" />
  return (
    <div className="flex gap-1 md:justify-end md:text-end">
      <dt className="text-muted md:sr-only">{name}</dt>
      <dd className={cx('tabular-nums', isStrong ? 'font-semibold' : 'text-muted')}>{value}</dd>
    </div>
  )
}
