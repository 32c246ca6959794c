import { Link } from '@tanstack/react-router'
import { depositGroups, depositMethods } from '@tradefront/rules/deposits/deposit-groups'
import { useState } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { useUser } from '../../../platform/current-user.ts'
import { type Translate, useTranslate } from '../../../platform/i18n/i18n.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx'
import { DepositTable } from '../recent/deposit-table.tsx'
import { type ListFilters, listPeriods, noFilters, type Period, toListQuery } from './list-filters.ts'
import { useDepositList } from './use-deposit-list.ts'

type DepositListProps = {
  readonly filters: ListFilters
  readonly onFilter: (filters: ListFilters) => void
  /** Id of the deposit whose details are open at first. */
  readonly openedId: string | null
}

const titleId = 'deposit-list'

/** All deposits by all methods, and what each one waits for. */
export function DepositList({ filters, onFilter, openedId }: DepositListProps) {
  const t = useTranslate()
  // The time is read once, so that the query stays the same.
  const [nowMs] = useState(serverNow)
  const { list, invoices } = useDepositList(toListQuery(filters, nowMs), openedId)
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
        onClear={hasFilters && list.data?.length !== 0 ? clear : null}
      />
      <QueryView
        query={list}
        name={t('deposits.title')}
        skeleton={<RowsSkeleton count={4} className="h-12" />}
        isEmpty={({ length }) => length === 0}
        empty={<Empty hasFilters={hasFilters} onClear={clear} />}
      >
        {(deposits) => (
          <div className="flex flex-col gap-4">
            <DepositTable labelledBy={titleId} rows={deposits} invoices={invoices} openedId={openedId} isDetailed />
            <p role="status" className="text-13 text-muted">
              {t('deposits.shown', { count: deposits.length })}
            </p>
          </div>
        )}
      </QueryView>
    </div>
  )
}

function Filters(
  props: Omit<DepositListProps, 'openedId'> & {
    readonly nowMs: number
    /** Null if the empty list has the button. */
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
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
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
  return <EmptyState title={t('deposits.recent_empty')}>{t('deposits.recent_empty_text')}</EmptyState>
}
