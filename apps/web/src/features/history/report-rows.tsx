import type { ReportedTrade } from '@tradefront/contract/domain/history'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import type { VirtualColumn } from '../../ui/layout/virtual-table.tsx'
import { Money } from '../../ui/money/money.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { formatPosition, formatPrice } from './describe-movement.ts'

/** @param time how a time is written: without its date if rows are below their days */
export function useReportColumns(
  zone: string,
  time: 'moment' | 'momentOfDay',
): readonly VirtualColumn<ReportedTrade>[] {
  const t = useTranslate()
  const format = useFormat()
  const none = <span className="text-faint">–</span>
  return [
    {
      id: 'opened',
      title: t('history.col_opened'),
      size: '5rem',
      render: ({ openedAtMs }) => <span className="text-muted tabular">{format[time](openedAtMs, zone)}</span>,
    },
    {
      id: 'symbol',
      title: t('history.col_symbol'),
      size: 'minmax(5rem, 1fr)',
      render: ({ symbol }) => <span className="font-medium">{getSymbolLabel(symbol, t)}</span>,
    },
    {
      id: 'position',
      title: t('history.col_position'),
      size: 'minmax(8.5rem, 1fr)',
      render: (trade) => <Position trade={trade} />,
    },
    {
      id: 'result',
      title: t('history.col_result'),
      size: 'minmax(5.5rem, 1fr)',
      render: ({ state }) => <span className="text-muted">{t(`history.state_${state}`)}</span>,
    },
    {
      id: 'open',
      title: t('history.col_open_price'),
      size: '6.5rem',
      isNumeric: true,
      render: ({ openPrice, symbol }) => formatPrice(openPrice, symbol, format),
    },
    {
      id: 'close',
      title: t('history.col_close_price'),
      size: '6.5rem',
      isNumeric: true,
      render: ({ closePrice, symbol }) => (closePrice === null ? none : formatPrice(closePrice, symbol, format)),
    },
    {
      id: 'stake',
      title: t('history.col_stake'),
      size: '7rem',
      isNumeric: true,
      render: ({ stake, currency }) => <Money amount={stake} currency={currency} />,
    },
    {
      id: 'profit',
      title: t('history.col_profit'),
      size: '7.5rem',
      isNumeric: true,
      render: (trade) => (trade.profit === null ? none : <Profit trade={trade} />),
    },
  ]
}

export function ReportCard({ trade, zone }: { readonly trade: ReportedTrade; readonly zone: string }) {
  const t = useTranslate()
  const format = useFormat()
  const { symbol, state, stake, currency, openedAtMs, profit } = trade
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="flex items-center gap-2 font-medium">
          {getSymbolLabel(symbol, t)} <Position trade={trade} />
        </span>
        {profit === null ? (
          <Money amount={stake} currency={currency} className="text-muted" />
        ) : (
          <Profit trade={trade} />
        )}
      </div>
      <div className="flex items-baseline justify-between gap-3 text-13 text-muted">
        <span className="tabular">{format.momentOfDay(openedAtMs, zone, false)}</span>
        <span>{t(`history.state_${state}`)}</span>
      </div>
    </>
  )
}

/** An arrow and the name of the direction. */
function Position({ trade }: { readonly trade: ReportedTrade }) {
  const t = useTranslate()
  const format = useFormat()
  const { direction } = trade
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom">
      <Icon size={14} strokeWidth={2.5} aria-hidden className={direction === 'up' ? 'text-up' : 'text-down'} />
      {formatPosition(trade, t, format)}
    </span>
  )
}

function Profit({ trade: { profit, currency } }: { readonly trade: ReportedTrade }) {
  const amount = profit ?? 0
  return (
    <Money
      amount={amount}
      currency={currency}
      isSigned
      className={cx('font-medium', amount > 0 && 'text-up', amount < 0 && 'text-down')}
    />
  )
}
