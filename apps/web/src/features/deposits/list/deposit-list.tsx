import { Link } from '@tanstack/react-router'
import { depositGroups, depositMethods } from '@tradefront/rules/deposits/deposit-groups'
import { useState } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { useUser } from '../../../platform/current-user.ts'
import { type Translate, useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx'
import { DepositTable } from '../recent/deposit-table.tsx'
import { type ListFilters, listPeriods, noFilters, type Period, toListQuery } from './list-filters.ts'
import { useDepositList } from './use-deposit-list.ts'

type DepositListProps = {
  readonly filters: ListFilters
  readonly onFilter: (filters: ListFilters) => void
}

const titleId = 'deposit-list'

/** Every deposit by every method, and what each one waits for. */
export function DepositList({ filters, onFilter }: DepositListProps) {
  const t = useTranslate()
  // Read once, so that the query stays the same.
  const [nowMs] = useState(serverNow)
  const { list, deposits, invoices } = useDepositList(toListQuery(filters, nowMs))
  const hasFilters = Object.values(filters).some((value) => value !== null)
  const clear = (): void => onFilter(noFilters)
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle
        lead={t('deposits.lead')}
        aside={
          <Link to={paths.show('funding')} className={buttonClass({ tone: 'primary' })}>
            {t('profile.fund')}
          </Link>
        }
      >
        <span id={titleId}>{t('deposits.title')}</span>
      </ScreenTitle>
      <Filters
        filters={filters}
        onFilter={onFilter}
        nowMs={nowMs}
        onClear={hasFilters && deposits.length > 0 ? clear : null}
      />
      {list.isPending && <ListSkeleton />}
      {list.isError && deposits.length === 0 && (
        <Banner tone="danger" action={<Button onPress={() => void list.refetch()}>{t('shell.retry')}</Button>}>
          {t('deposits.load_failed')}
        </Banner>
      )}
      {list.isSuccess && deposits.length === 0 && <Empty hasFilters={hasFilters} onClear={clear} />}
      {deposits.length > 0 && (
        <div className="flex flex-col gap-4">
          <DepositTable labelledBy={titleId} rows={deposits} invoices={invoices} isDetailed />
          {list.isFetchNextPageError && <Banner tone="danger">{t('deposits.more_failed')}</Banner>}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-13 text-muted">
              {t('deposits.shown', { count: deposits.length })}
            </p>
            {list.hasNextPage && (
              <Button onPress={() => void list.fetchNextPage()} isPending={list.isFetchingNextPage}>
                {t('deposits.show_more')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function Filters(
  props: DepositListProps & {
    readonly nowMs: number
    /** Null where the empty list has the button. */
    readonly onClear: (() => void) | null
  },
) {
  const { filters, onFilter, nowMs, onClear } = props
  const t = useTranslate()
  const { registeredAtMs } = useUser()
  const withAll = <Id extends string>(
    ids: readonly Id[],
    all: string,
    label: (id: Id) => string,
  ): { readonly id: Id | 'all'; readonly label: string }[] => [
    { id: 'all', label: all },
    ...ids.map((id) => ({ id, label: label(id) })),
  ]
  // An address can name a year of which there are no deposits.
  const periods = new Set([...listPeriods(nowMs, registeredAtMs), ...(filters.period === null ? [] : [filters.period])])
  return (
    <div
      role="group"
      aria-label={t('deposits.filters')}
      className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end"
    >
      <Select
        label={t('deposits.filter_state')}
        className="sm:w-64"
        value={filters.state ?? 'all'}
        options={withAll(depositGroups, t('deposits.state_all'), (id) => t(`deposits.state_${id}`))}
        onChange={(id) => onFilter({ ...filters, state: id === 'all' ? null : id })}
      />
      <Select
        label={t('deposits.filter_method')}
        className="sm:w-64"
        value={filters.method ?? 'all'}
        options={withAll(depositMethods, t('deposits.method_all'), (id) => t(`deposits.method_${id}`))}
        onChange={(id) => onFilter({ ...filters, method: id === 'all' ? null : id })}
      />
      <Select
        label={t('deposits.filter_period')}
        className="sm:w-64"
        value={filters.period ?? 'all'}
        options={withAll([...periods], t('deposits.period_all'), (id) => describePeriod(id, t))}
        onChange={(id) => onFilter({ ...filters, period: id === 'all' ? null : id })}
      />
      {onClear !== null && (
        <Button tone="plain" onPress={onClear}>
          {t('deposits.clear_filters')}
        </Button>
      )}
    </div>
  )
}

function describePeriod(period: Period, t: Translate): string {
  return period.startsWith('y')
    ? t('deposits.period_year', { year: period.slice(1) })
    : t('deposits.period_days', { days: Number.parseInt(period, 10) })
}

function Empty({ hasFilters, onClear }: { readonly hasFilters: boolean; readonly onClear: () => void }) {
  const t = useTranslate()
  if (hasFilters) {
    return (
      <EmptyState
        title={t('deposits.none_found')}
        action={<Button onPress={onClear}>{t('deposits.clear_filters')}</Button>}
      >
        {t('deposits.none_found_text')}
      </EmptyState>
    )
  }
  return <EmptyState title={t('cards.recent_empty')}>{t('cards.recent_empty_text')}</EmptyState>
}

/** Rows in the shape of what comes. */
function ListSkeleton() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-4">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" {...(row === 0 && { label: t('deposits.loading') })} />
      ))}
    </div>
  )
}
