import type { ReactNode } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { useByServerSecond } from '../../../platform/countdown.ts'
import { findStart, isMarketOpen, useMarket } from '../use-market.ts'
import { calculateProfit } from './ticket-rules.ts'
import type { Ticket } from './use-ticket.ts'

/** Both results before the purchase: in rows, or on a phone in columns. */
export function TicketOutcome({ ticket }: { readonly ticket: Ticket }) {
  const market = useMarket()
  const startsAtMs = useByServerSecond((nowMs) =>
    isMarketOpen(ticket.symbol, nowMs) ? findStart(market, nowMs) : null,
  )
  return <OutcomeList ticket={ticket} startsAtMs={startsAtMs} />
}

/**
 * List of results.
 * @param props.startsAtMs when a trade that is bought now starts; null: the market is closed
 */
export function OutcomeList(props: {
  readonly ticket: Pick<Ticket, 'symbol' | 'currency' | 'stake' | 'expiry'>
  readonly startsAtMs: number | null
}) {
  const t = useTranslate()
  const format = useFormat()
  const { fill } = useMarket()
  const { ticket, startsAtMs } = props
  const { symbol, currency, expiry } = ticket
  const stake = ticket.stake ?? 0
  const chance = format.percent(1 / (1 + symbol.payout), 1)
  const rows = [
    ...(fill === 'sealed' && startsAtMs !== null
      ? [{ name: t('trading.starts'), value: format.timeWithSeconds(startsAtMs), className: 'max-lg:hidden' }]
      : []),
    { name: t('trading.payout'), value: format.percent(symbol.payout, 1) },
    {
      name: t('trading.break_even'),
      value: (
        <>
          <span className="lg:hidden">{chance}</span>
          <span className="max-lg:hidden">{t('trading.break_even_chance', { chance })}</span>
        </>
      ),
    },
    {
      name: t('trading.if_right'),
      value: <Money amount={calculateProfit(stake, symbol.payout, currency)} currency={currency} isSigned />,
      tone: 'text-up',
    },
    {
      name: t('trading.if_wrong'),
      value: <Money amount={-stake} currency={currency} isSigned />,
      tone: 'text-down',
    },
    ...(startsAtMs === null
      ? []
      : [
          {
            name: t('trading.ends'),
            value: format.timeWithSeconds(startsAtMs + expiry * 1000),
            className: 'lg:hidden',
          },
        ]),
  ]
  return <OutcomeRows rows={rows} />
}

/** Results in rows on a wide screen, and in columns on a phone, where the last ones are left out if there is no room. */
export function OutcomeRows(props: {
  readonly rows: readonly {
    readonly name: string
    readonly value: ReactNode
    readonly tone?: string
    readonly className?: string
  }[]
}) {
  return (
    <dl
      data-drops-last
      className="flex justify-between gap-x-3 text-13 max-lg:h-[2lh] max-lg:flex-wrap max-lg:overflow-hidden lg:flex-col lg:gap-y-1.5 lg:text-15"
    >
      {props.rows.map(({ name, value, tone, className }) => (
        <div key={name} className={cx('flex justify-between gap-x-2 whitespace-nowrap max-lg:flex-col', className)}>
          <dt className="text-muted">{name}</dt>
          <dd className={cx('font-medium tabular lg:text-end lg:whitespace-normal', tone)}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
