import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ConfirmedState, confirmedStates, type WithdrawalRow } from '@tradefront/contract/desk'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { withdrawalList } from '../api.ts'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { listMoneyColumns, listTraderColumns } from '../csv-columns.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { loadRows, pagedQuery } from '../paged-list.ts'
import { useListKeys } from '../use-list-keys.ts'
import { WithdrawalPanel } from './withdrawal-panel.tsx'

/** `all`: in every state. */
export type WithdrawalFilter = 'all' | ConfirmedState

/** The list, and beside it the one that is open. On a phone one or the other. */
export function WithdrawalsScreen(props: {
  readonly openId: string | null
  readonly state: WithdrawalFilter | undefined
}) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { openId, state = 'waiting_approval' } = props
  const list = withdrawalList(state === 'all' ? undefined : state)
  const query = useInfiniteQuery(pagedQuery(list))
  const rows = query.data ?? []
  useListKeys(
    rows.map(({ id }) => id),
    openId,
    (id) => void navigate({ to: '/withdrawals/$id', params: { id }, search: { state } }),
  )
  return (
    <ListAndDetail
      name={t('desk.withdrawals')}
      path="/withdrawals"
      columns="even"
      list={
        <>
          <ScreenTitle>{t('desk.withdrawals')}</ScreenTitle>
          <ListTools
            path="/withdrawals"
            csv={
              <CsvButton
                file="withdrawals"
                title={t('desk.withdrawals')}
                load={() => loadRows(list)}
                columns={[
                  { title: t('desk.col_number'), toCell: ({ number }) => number.toUpperCase() },
                  ...listTraderColumns<WithdrawalRow>(t),
                  ...listMoneyColumns<WithdrawalRow>(t),
                  { title: t('desk.col_method'), toCell: ({ method }) => t(`withdrawal.method_${method}`) },
                  { title: t('desk.state'), toCell: (row) => t(`desk.state_${row.state}`) },
                  { title: t('desk.col_time'), toCell: ({ confirmedAtMs }) => toCsvTime(confirmedAtMs) },
                ]}
              />
            }
          >
            <Select
              label={t('desk.state')}
              className="w-52"
              value={state}
              options={[
                ...confirmedStates.map((id): { id: WithdrawalFilter; label: string } => ({
                  id,
                  label: t(`desk.state_${id}`),
                })),
                { id: 'all', label: t('desk.state_all') },
              ]}
              onChange={(next) => void navigate({ to: '/withdrawals', search: { state: next } })}
            />
          </ListTools>
          <QueryView
            query={query}
            name={t('desk.withdrawals')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={({ length }) => length === 0}
            empty={<EmptyState title={t('desk.no_withdrawals')}>{t('desk.no_withdrawals_text')}</EmptyState>}
          >
            {(withdrawals) => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {withdrawals.map((row) => (
                  <li key={row.id} className="border-b border-line last:border-b-0">
                    <WithdrawalLink row={row} filter={state} isOpen={row.id === openId} />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk.withdrawal')}
      subject={openId && `withdrawal:${openId}`}
      detail={openId === null ? null : <WithdrawalPanel key={openId} id={openId} />}
      hint={rows.length === 0 ? null : t('desk.choose_one')}
    />
  )
}

function WithdrawalLink(props: {
  readonly row: WithdrawalRow
  readonly filter: WithdrawalFilter
  readonly isOpen: boolean
}) {
  const { row, filter, isOpen } = props
  const t = useTranslate()
  const format = useFormat()
  return (
    <Link
      to="/withdrawals/$id"
      params={{ id: row.id }}
      search={{ state: filter }}
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
