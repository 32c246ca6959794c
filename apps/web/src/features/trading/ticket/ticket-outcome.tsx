import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Money } from '../../../ui/money/money.tsx'
import { useByServerSecond } from '../../../platform/countdown.ts'
import { findStart, useMarket } from '../use-market.ts'
import { calculateProfit } from './ticket-rules.ts'
import type { Ticket } from './use-ticket.ts'

/** Both results, before the purchase. */
export function TicketOutcome({ ticket }: { readonly ticket: Ticket }) {
  const market = useMarket()
  const startsAtMs = useByServerSecond((nowMs) => findStart(market, nowMs))
  return <OutcomeList ticket={ticket} startsAtMs={market.fill === 'sealed' ? startsAtMs : null} />
}

/** @param props.startsAtMs null: at the next price */
export function OutcomeList(props: {
  readonly ticket: Pick<Ticket, 'symbol' | 'currency' | 'stake'>
  readonly startsAtMs: number | null
}) {
  const t = useTranslate()
  const format = useFormat()
  const { ticket, startsAtMs } = props
  const { symbol, currency } = ticket
  const stake = ticket.stake ?? 0
  return (
    <dl className="grid grid-cols-3 gap-x-2 text-13 lg:flex lg:flex-col lg:gap-y-1.5 lg:text-15">
      {startsAtMs !== null && (
        <div className="flex justify-between gap-x-2 whitespace-nowrap max-lg:hidden">
          <dt className="text-muted">{t('trading.starts')}</dt>
          <dd className="font-medium tabular">{format.timeWithSeconds(startsAtMs)}</dd>
        </div>
      )}
      <div className="flex justify-between gap-x-2 whitespace-nowrap max-lg:flex-col">
        <dt className="text-muted">{t('trading.payout')}</dt>
        <dd className="font-medium tabular">{format.percent(symbol.payout, 1)}</dd>
      </div>
      <div className="flex justify-between gap-x-2 whitespace-nowrap max-lg:flex-col">
        <dt className="text-muted">{t('trading.if_right')}</dt>
        <dd className="font-medium text-up">
          <Money amount={calculateProfit(stake, symbol.payout, currency)} currency={currency} isSigned />
        </dd>
      </div>
      <div className="flex justify-between gap-x-2 whitespace-nowrap max-lg:flex-col">
        <dt className="text-muted">{t('trading.if_wrong')}</dt>
        <dd className="font-medium text-down">
          <Money amount={-stake} currency={currency} isSigned />
        </dd>
      </div>
    </dl>
  )
}
