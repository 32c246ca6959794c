import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type DepositQueue, depositQueues, type DeskDepositRow } from '@tradefront/contract/desk-money'
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
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { listMoneyColumns, listTraderColumns } from '../csv-columns.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { loadRows, pagedQuery } from '../paged-list.ts'
import { useListKeys } from '../use-list-keys.ts'
import { depositList } from './api.ts'
import { DepositPanel } from './deposit-panel.tsx'

/** Deposits that wait for an operator, and beside them the one that is open. A phone shows one or the other. */
export function DepositsScreen(props: { readonly openId: string | null; readonly queue: DepositQueue | undefined }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { openId, queue = 'review' } = props
  const list = depositList(queue)
  const query = useInfiniteQuery(pagedQuery(list))
  const open = (id: string) => void navigate({ to: '/deposits/$id', params: { id }, search: { queue } })
  const ids = (query.data ?? []).map(({ id }) => id)
  useListKeys(ids, openId, open)
  return (
    <ListAndDetail
      name={t('desk_money.deposits')}
      path="/deposits"
      columns="even"
      list={
        <>
          <ScreenTitle>{t('desk_money.deposits')}</ScreenTitle>
          <ListTools
            path="/deposits"
            csv={
              <CsvButton
                file="deposits"
                title={t('desk_money.deposits')}
                load={() => loadRows(list)}
                columns={[
                  { title: t('desk.col_number'), toCell: ({ number }) => number.toUpperCase() },
                  ...listTraderColumns<DeskDepositRow>(t),
                  ...listMoneyColumns<DeskDepositRow>(t),
                  { title: t('desk.col_method'), toCell: ({ instrument }) => instrument },
                  { title: t('desk.state'), toCell: ({ state }) => t(`traders.deposit_${state}`) },
                  { title: t('desk.col_time'), toCell: ({ createdAtMs }) => toCsvTime(createdAtMs) },
                  { title: t('desk_money.claim_note'), toCell: ({ note }) => note },
                ]}
              />
            }
          >
            <Select
              label={t('desk_money.queue')}
              className="w-52"
              value={queue}
              options={depositQueues.map((id) => ({ id, label: t(`desk_money.queue_${id}`) }))}
              onChange={(next) => void navigate({ to: '/deposits', search: { queue: next } })}
            />
          </ListTools>
          <QueryView
            query={query}
            name={t('desk_money.deposits')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={({ length }) => length === 0}
            empty={<EmptyState title={t('desk_money.no_deposits')}>{t('desk_money.no_deposits_text')}</EmptyState>}
          >
            {(deposits) => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {deposits.map((row) => (
                  <li key={row.id} className="border-b border-line last:border-b-0">
                    <DepositLink row={row} queue={queue} isOpen={row.id === openId} />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_money.deposit')}
      subject={openId && `deposit:${openId}`}
      detail={openId === null ? null : <DepositPanel key={openId} id={openId} />}
      hint={ids.length === 0 ? null : t('desk_money.choose_one')}
    />
  )
}

function DepositLink(props: { readonly row: DeskDepositRow; readonly queue: DepositQueue; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const { row, queue, isOpen } = props
  return (
    <Link
      to="/deposits/$id"
      params={{ id: row.id }}
      search={{ queue }}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-3', isOpen ? 'bg-accent-soft' : 'hover:bg-raised')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{row.trader.name || row.trader.email}</span>
        <span className="truncate text-13 text-muted first-letter:uppercase">
          {row.instrument} · {format.ago(row.createdAtMs, serverNow())}
        </span>
        {row.note !== null && <span className="truncate text-13 text-muted">“{row.note}”</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end">
        <span className="font-semibold tabular">{format.money(fromMinor(row.amount, row.currency), row.currency)}</span>
        <span className="text-13 text-muted">{t(`traders.deposit_${row.state}`)}</span>
      </span>
    </Link>
  )
}
