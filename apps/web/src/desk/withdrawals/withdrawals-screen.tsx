import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ConfirmedState, confirmedStates, type WithdrawalRow } from '@tradefront/contract/desk'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { withdrawalsQuery } from '../api.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { WithdrawalPanel } from './withdrawal-panel.tsx'

type Filter = 'all' | ConfirmedState

/** Withdrawals, and beside the list the one that is open. A phone shows one or the other. */
export function WithdrawalsScreen({ openId }: { readonly openId: string | null }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [filter, setFilter] = useState<Filter>('waiting_approval')
  const query = useQuery(withdrawalsQuery(filter === 'all' ? undefined : filter))
  const rows = query.data?.withdrawals ?? []
  useListKeys(
    rows.map(({ id }) => id),
    openId,
    (id) => void navigate({ to: '/withdrawals/$id', params: { id } }),
  )
  return (
    <ListAndDetail
      name={t('desk.withdrawals')}
      path="/withdrawals"
      columns="even"
      list={
        <>
          <ScreenTitle>{t('desk.withdrawals')}</ScreenTitle>
          <Select
            label={t('desk.state')}
            className="w-52"
            value={filter}
            options={[
              ...confirmedStates.map((id): { id: Filter; label: string } => ({ id, label: t(`desk.state_${id}`) })),
              { id: 'all', label: t('desk.state_all') },
            ]}
            onChange={setFilter}
          />
          <QueryView
            query={query}
            name={t('desk.withdrawals')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={({ withdrawals }) => withdrawals.length === 0}
            empty={<EmptyState title={t('desk.no_withdrawals')}>{t('desk.no_withdrawals_text')}</EmptyState>}
          >
            {({ withdrawals, hasMore }) => (
              <>
                <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                  {withdrawals.map((row) => (
                    <li key={row.id} className="border-b border-line last:border-b-0">
                      <WithdrawalLink row={row} isOpen={row.id === openId} />
                    </li>
                  ))}
                </ul>
                {hasMore && <p className="text-13 text-muted">{t('desk.first_rows', { count: withdrawals.length })}</p>}
              </>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk.withdrawal')}
      detail={openId === null ? null : <WithdrawalPanel key={openId} id={openId} />}
      hint={rows.length === 0 ? null : t('desk.choose_one')}
    />
  )
}

function WithdrawalLink({ row, isOpen }: { readonly row: WithdrawalRow; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <Link
      to="/withdrawals/$id"
      params={{ id: row.id }}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-3', isOpen ? 'bg-accent-soft' : 'hover:bg-raised')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{row.trader.name || row.trader.email}</span>
        <span className="truncate text-13 text-muted">
          {t(`withdrawal.method_${row.method}`)} · {format.ago(row.confirmedAtMs, serverNow())}
        </span>
      </span>
      <span className="flex flex-col items-end">
        <span className="font-semibold tabular">{format.money(fromMinor(row.amount, row.currency), row.currency)}</span>
        <span className="text-13 text-muted">{t(`desk.state_${row.state}`)}</span>
      </span>
    </Link>
  )
}
