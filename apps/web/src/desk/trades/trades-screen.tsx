import { parseDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type DeskTradeRow, maxListedTrades } from '@tradefront/contract/desk-trades'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { symbols } from '@tradefront/rules/trading/symbols'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { tradesQuery } from './api.ts'
import { TradePanel } from './trade-panel.tsx'
import { isTraderNumber, type TradeSearch } from './trade-search.ts'

const all = 'ALL'
/** In UTC. */
const findToday = () => new Date(serverNow()).toISOString().slice(0, 10)

/** Trades of real money that ended on a day, and beside them the one that is open. */
export function TradesScreen({ openId, filter }: { readonly openId: string | null; readonly filter: TradeSearch }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const lang = useLocaleTag()
  const { day = findToday(), symbol, trader } = filter
  const [writtenTrader, setWrittenTrader] = useState(trader ?? '')
  const changeFilter = (change: TradeSearch): void =>
    void navigate({ to: '/trades', search: { ...filter, ...change }, replace: true })
  const setTrader = (next: string): void => {
    setWrittenTrader(next)
    changeFilter({ trader: isTraderNumber(next) ? next.trim() : undefined })
  }
  const query = useQuery(tradesQuery({ day, symbol, trader }))
  const rows = query.data ?? []
  useListKeys(
    rows.map(({ id }) => id),
    openId,
    (id) => void navigate({ to: '/trades/$id', params: { id }, search: filter }),
  )
  return (
    <ListAndDetail
      name={t('desk_decisions.trades')}
      path="/trades"
      columns="even"
      list={
        <>
          <ScreenTitle lead={t('desk_decisions.trades_lead')}>{t('desk_decisions.trades')}</ScreenTitle>
          <div className="grid gap-3 sm:grid-cols-3">
            <DateField
              label={t('desk_decisions.day')}
              value={parseDate(day)}
              onChange={(next) => {
                if (next === null || next.toString() > findToday()) return false
                changeFilter({ day: next.toString() })
                return true
              }}
              words={{
                open: t('desk_control.calendar'),
                previous: t('desk_control.month_before'),
                next: t('desk_control.month_after'),
              }}
              lang={lang}
            />
            <Select
              label={t('desk_decisions.symbol')}
              value={symbol ?? all}
              options={[
                { id: all, label: t('desk_decisions.all_symbols') },
                ...symbols.map(({ name, label }) => ({ id: name, label })),
              ]}
              onChange={(next) => changeFilter({ symbol: next === all ? undefined : next })}
            />
            <TextField
              label={t('desk_decisions.trader')}
              inputMode="numeric"
              dir="ltr"
              isTabular
              value={writtenTrader}
              onChange={setTrader}
              maxLength={15}
            />
          </div>
          <QueryView
            query={query}
            name={t('desk_decisions.trades')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={(trades) => trades.length === 0}
            empty={<EmptyState title={t('desk_decisions.no_trades')} />}
          >
            {(trades) => (
              <>
                <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                  {trades.map((row) => (
                    <li key={row.id} className="border-b border-line last:border-b-0">
                      <TradeLink row={row} filter={filter} isOpen={row.id === openId} />
                    </li>
                  ))}
                </ul>
                {trades.length === maxListedTrades && (
                  <p className="text-13 text-muted">{t('desk_decisions.first_trades', { count: trades.length })}</p>
                )}
              </>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_decisions.trade')}
      subject={openId && `trade:${openId}`}
      detail={openId === null ? null : <TradePanel key={openId} id={openId} />}
      hint={rows.length === 0 ? null : t('desk_decisions.choose_trade')}
    />
  )
}

function TradeLink(props: { readonly row: DeskTradeRow; readonly filter: TradeSearch; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const { filter, isOpen } = props
  const { id, trader, symbol, direction, stake, returned, currency, state, closedAtMs, isVoided } = props.row
  const result = (returned ?? 0) - stake
  return (
    <Link
      to="/trades/$id"
      params={{ id }}
      search={filter}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-3', isOpen ? 'bg-accent-soft' : 'hover:bg-raised')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">
          {symbol} {t(`desk_decisions.direction_${direction}`)}
        </span>
        <span className="truncate text-13 text-muted">
          {trader.name || trader.email}
          {closedAtMs !== null && ` · ${format.timeWithSeconds(closedAtMs)}`}
        </span>
      </span>
      <span className="flex flex-col items-end">
        <span className="font-semibold tabular">
          {format.money(fromMinor(result, currency), currency, { isSigned: true })}
        </span>
        <span className={cx('text-13', isVoided ? 'text-warn' : 'text-muted')}>
          {t(isVoided ? 'desk_decisions.voided' : `desk_decisions.state_${state}`)}
        </span>
      </span>
    </Link>
  )
}
