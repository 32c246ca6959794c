import { Link } from '@tanstack/react-router'
import type { ReportedTrade } from '@tradefront/contract/domain/history'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'

import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Money } from '../../ui/money/money.tsx'
import { formatPosition, formatPrice } from './describe-movement.ts'
import { listTradeEvents } from './movement-dialog.tsx'
import { RowDialog } from '../../ui/overlays/row-dialog.tsx'

export function TradeDialog(props: {
  readonly trade: ReportedTrade
  readonly zone: string
  readonly onClose: () => void
}) {
  const { trade, zone } = props
  const { currency, profit, strikePrice, closePrice } = trade
  const t = useTranslate()
  const format = useFormat()
  const price = (value: number) => <span className="tabular">{formatPrice(value, trade.symbol, format)}</span>
  return (
    <RowDialog
      title={`${getSymbolLabel(trade.symbol, t)}, ${formatPosition(trade, t, format)}`}
      closeLabel={t('history.close')}
      timelineTitle={t('history.timeline')}
      onClose={props.onClose}
      zone={zone}
      facts={[
        ...(profit === null
          ? []
          : [
              {
                id: 'profit',
                name: t('history.col_profit'),
                value: <Money amount={profit} currency={currency} isSigned />,
                isStrong: true,
              },
            ]),
        { id: 'result', name: t('history.col_result'), value: t(`history.state_${trade.state}`) },
        { id: 'stake', name: t('history.col_stake'), value: <Money amount={trade.stake} currency={currency} /> },
        { id: 'payout', name: t('history.col_payout'), value: format.percent(trade.payout, 1) },
        { id: 'open', name: t('history.col_open_price'), value: price(trade.openPrice) },
        ...(strikePrice === null ? [] : [{ id: 'strike', name: t('history.col_strike'), value: price(strikePrice) }]),
        ...(closePrice === null ? [] : [{ id: 'close', name: t('history.col_close_price'), value: price(closePrice) }]),
        {
          id: 'reference',
          name: t('history.col_reference'),
          value: <span className="break-all text-13 tabular">{trade.id}</span>,
        },
      ]}
      events={listTradeEvents(trade, t)}
      link={
        !isPlatformEmbedded() && (
          <Link to={paths.trade(trade.id)} className={buttonClass({ tone: 'primary' })}>
            {t('history.to_trade')}
          </Link>
        )
      }
    />
  )
}
