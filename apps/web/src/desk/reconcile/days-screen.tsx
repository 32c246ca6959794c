import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { StatementDayRow } from '@tradefront/contract/desk-reconcile'

import { useFormat } from '../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { daysQuery, toNoon } from './api.ts'
import { DayPanel } from './day-panel.tsx'

/** Days with their statements, and beside them the day that is open. A phone shows one or the other. */
export function DaysScreen({ openDay }: { readonly openDay: string | null }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useQuery(daysQuery)
  useListKeys(
    (query.data ?? []).map(({ day }) => day),
    openDay,
    (day) => void navigate({ to: '/days/$day', params: { day } }),
  )
  return (
    <ListAndDetail
      name={t('desk_reconcile.days')}
      path="/days"
      columns="narrow"
      list={
        <>
          <ScreenTitle lead={t('desk_reconcile.lead')}>{t('desk_reconcile.title')}</ScreenTitle>
          <ListTools
            path="/days"
            csv={
              <CsvButton
                file="days"
                title={t('desk_reconcile.days')}
                load={() => query.data ?? []}
                columns={[
                  { title: t('desk_reconcile.day'), toCell: ({ day }) => day },
                  { title: t('desk.state'), toCell: (row) => describeDay(t, row) },
                  { title: t('desk_reconcile.day_closed'), toCell: ({ closedAtMs }) => toCsvTime(closedAtMs) },
                ]}
              />
            }
          />
          <QueryView
            query={query}
            name={t('desk_reconcile.days')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={(days) => days.length === 0}
            empty={<EmptyState title={t('desk_reconcile.no_days')}>{t('desk_reconcile.no_days_text')}</EmptyState>}
          >
            {(days) => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {days.map((row) => (
                  <li key={row.day} className="border-b border-line last:border-b-0">
                    <DayLink row={row} isOpen={row.day === openDay} />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_reconcile.title')}
      subject={openDay && `day:${openDay}`}
      detail={openDay === null ? null : <DayPanel key={openDay} day={openDay} />}
      hint={t('desk_reconcile.choose_day')}
    />
  )
}

function DayLink({ row, isOpen }: { readonly row: StatementDayRow; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const needsWork = row.closedAtMs === null && row.open + row.waiting > 0
  return (
    <Link
      to="/days/$day"
      params={{ day: row.day }}
      aria-current={isOpen || undefined}
      className={cx('flex flex-col px-4 py-3 hover:bg-raised', isOpen && 'bg-accent-soft')}
    >
      <span className="font-medium">{format.day(toNoon(row.day))}</span>
      <span className={cx('text-13', needsWork ? 'text-down' : 'text-muted')}>{describeDay(t, row)}</span>
    </Link>
  )
}

function describeDay(t: Translate, { closedAtMs, waiting, open, explained }: StatementDayRow): string {
  if (closedAtMs !== null) return t('desk_reconcile.day_closed')
  if (open > 0) return t('desk_reconcile.day_open', { count: open })
  if (waiting > 0) return t('desk_reconcile.day_waiting', { count: waiting })
  return explained > 0 ? t('desk_reconcile.day_explained') : t('desk_reconcile.day_agrees')
}
