import type { Trade } from '@tradefront/contract/trading'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { getTradeSymbol, useMarket } from '../use-market.ts'
import { calculateClosedProfit } from './live-result.ts'
import { TradeName } from './trade-name.tsx'

/**
 * Row of a trade that has ended.
 * @param props.hasPage default: true
 */
export function ClosedTradeRow({ trade, hasPage }: { readonly trade: Trade; readonly hasPage?: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const { label, digits } = getTradeSymbol(useMarket(), trade)
  const profit = calculateClosedProfit(trade)
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-3 py-2 last:border-b-0 lg:@[55rem]:grid lg:@[55rem]:grid-cols-[minmax(8rem,1fr)_9.5rem_5rem_13rem_14rem] lg:@[55rem]:gap-x-4">
      <TradeName trade={trade} label={label} hasPage={hasPage} />
      <span className="min-w-36 text-13 text-muted tabular" dir="ltr">
        {trade.strikePrice === null ? '–' : format.price(trade.strikePrice, digits)}
        {trade.closePrice !== null && ` → ${format.price(trade.closePrice, digits)}`}
      </span>
      <span className="w-24 text-end text-13 text-muted tabular">
        {format.timeWithSeconds(trade.closedAtMs ?? trade.expiresAtMs)}
      </span>
      <span
        className={cx(
          'min-w-32 text-end font-medium',
          profit > 0 ? 'text-up' : profit < 0 ? 'text-down' : 'text-muted',
        )}
      >
        <span className="text-13 font-normal">{t(`trading.state_${trade.state}`)}</span>{' '}
        <Money amount={profit} currency={trade.currency} isSigned />
      </span>
    </li>
  )
}
