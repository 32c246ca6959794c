import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ChargebackRow, type ChargebackState, chargebackStates } from '@tradefront/contract/desk-money'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { listMoneyColumns, listTraderColumns } from '../csv-columns.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { loadRows, pagedQuery } from '../paged-list.ts'
import { useListKeys } from '../use-list-keys.ts'
import { chargebackList } from './api.ts'
import { ChargebackPanel, ChargebackTime } from './chargeback-panel.tsx'

/** Cases of charges that banks have taken back, and beside them the deposit whose case is open. On a phone one or the other. */
export function ChargebacksScreen(props: {
  readonly openId: string | null
  readonly state: ChargebackState | undefined
}) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { openId, state = 'open' } = props
  const list = chargebackList(state)
  const query = useInfiniteQuery(pagedQuery(list))
  const ids = [...new Set((query.data ?? []).map(({ deposit }) => deposit))]
  useListKeys(ids, openId, (id) => void navigate({ to: '/chargebacks/$id', params: { id }, search: { state } }))
  return (
    <ListAndDetail
      name={t('desk_money.chargebacks')}
      path="/chargebacks"
      columns="even"
      list={
        <>
          <ScreenTitle lead={t('desk_money.chargebacks_lead')}>{t('desk_money.chargebacks')}</ScreenTitle>
          <ListTools
            path="/chargebacks"
            csv={
              <CsvButton
                file="chargebacks"
                title={t('desk_money.chargebacks')}
                load={() => loadRows(list)}
                columns={[
                  { title: t('desk.col_number'), toCell: ({ number }) => number.toUpperCase() },
                  ...listTraderColumns<ChargebackRow>(t),
                  ...listMoneyColumns<ChargebackRow>(t),
                  { title: t('desk.state'), toCell: (row) => t(`desk_money.case_${row.state}`) },
                  { title: t('desk_money.due_day'), toCell: ({ dueAtMs }) => toCsvTime(dueAtMs) },
                  { title: t('desk_money.evidence'), toCell: ({ evidence }) => evidence },
                ]}
              />
            }
          >
            <SegmentedControl
              label={t('desk_money.queue')}
              options={chargebackStates.map((id) => ({ id, label: t(`desk_money.case_${id}`) }))}
              value={state}
              onChange={(next) => void navigate({ to: '/chargebacks', search: { state: next } })}
            />
          </ListTools>
          <QueryView
            query={query}
            name={t('desk_money.chargebacks')}
            skeleton={<Skeleton className="h-40" />}
            isEmpty={(rows) => rows.length === 0}
            empty={
              <EmptyState title={t('desk_money.no_chargebacks')}>{t('desk_money.no_chargebacks_text')}</EmptyState>
            }
          >
            {(rows) => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {rows.map((row) => (
                  <li key={`${row.attempt} ${row.charge}`} className="border-b border-line last:border-b-0">
                    <ChargebackLink row={row} state={state} isOpen={row.deposit === openId} />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_money.chargeback')}
      subject={openId && `chargeback:${openId}`}
      detail={openId === null ? null : <ChargebackPanel key={openId} deposit={openId} />}
      hint={ids.length === 0 ? null : t('desk_money.choose_chargeback')}
    />
  )
}

function ChargebackLink(props: {
  readonly row: ChargebackRow
  readonly state: ChargebackState
  readonly isOpen: boolean
}) {
  const format = useFormat()
  const { row, state, isOpen } = props
  return (
    <Link
      to="/chargebacks/$id"
      params={{ id: row.deposit }}
      search={{ state }}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-3', isOpen ? 'bg-accent-soft' : 'hover:bg-raised')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{row.trader.name || row.trader.email}</span>
        <ChargebackTime row={row} />
      </span>
      <span className="flex shrink-0 flex-col items-end">
        <span className="font-semibold tabular">{format.money(fromMinor(row.amount, row.currency), row.currency)}</span>
        <span className="text-13 text-muted">{row.processor}</span>
      </span>
    </Link>
  )
}
