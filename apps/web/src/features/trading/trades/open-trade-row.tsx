import type { Trade } from '@tradefront/contract/trading'

import { useServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { useQuote } from '../quotes/quote-store.ts'
import { findMarketSymbol, getStartDelay, getTradeSymbol, useMarket } from '../use-market.ts'
import { computeLiveResult, quoteSaleTerms } from './live-result.ts'
import { SellButton } from './sell-button.tsx'
import { TradeName } from './trade-name.tsx'

const tones = { won: 'text-up', lost: 'text-down', tie: 'text-muted' } as const

export function OpenTradeRow({ trade }: { readonly trade: Trade }) {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const quote = useQuote(trade.symbol)
  const nowMs = useServerSecond()
  const { label, digits } = getTradeSymbol(market, trade)
  const symbol = findMarketSymbol(market, trade.symbol)
  const hasStarted = trade.openPrice !== null
  const leftMs = (hasStarted ? trade.expiresAtMs : trade.openedAtMs) - nowMs
  const live = quote === null || leftMs <= 0 ? null : computeLiveResult(trade, quote.price, digits)
  const terms = { saleFee: market.saleFee, nowMs, delayMs: getStartDelay(market) }
  const offer = quoteSaleTerms(trade, quote, symbol, terms)
  return (
    <li className="grid shrink-0 snap-start grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line ps-3 max-lg:w-[calc(100vw-1.5rem)] max-lg:max-w-96 max-lg:overflow-hidden max-lg:rounded-card max-lg:border max-lg:[&>:first-child]:pt-1.5 lg:grid-cols-[minmax(0,1fr)_6rem_10rem_13rem] lg:@[55rem]:grid-cols-[minmax(8rem,1fr)_9.5rem_5rem_13rem_14rem] lg:@[55rem]:gap-x-4 lg:border-b lg:py-1.5 lg:pe-3 lg:last:border-b-0 landscape-phone:w-full">
      <TradeName trade={trade} label={label} />
      <span className="hidden text-13 text-muted tabular lg:@[55rem]:inline" dir="ltr">
        {trade.strikePrice === null ? '…' : format.price(trade.strikePrice, digits)} →{' '}
        <span className={quote?.isStale ? 'text-faint' : 'text-ink'}>
          {quote === null ? '…' : format.price(quote.price, digits)}
        </span>
      </span>
      {/* On a phone, this is a line below the name, so that both have room. */}
      <div className="flex items-baseline gap-x-3 pb-1.5 max-lg:row-start-2 lg:contents">
        <span role="timer" aria-label={t('trading.time_left')} className="text-13 text-muted tabular lg:text-end">
          {hasStarted
            ? leftMs > 0
              ? format.countdown(leftMs)
              : t('trading.closing')
            : leftMs > 0
              ? t('trading.starts_in', { time: format.countdown(leftMs) })
              : t('trading.starting')}
        </span>
        <span
          className={cx(
            'font-medium max-lg:text-13 lg:text-end',
            !hasStarted && 'max-lg:hidden',
            quote?.isStale ? 'text-faint' : live !== null && tones[live.outcome],
          )}
        >
          {live === null ? (
            <span className={cx('text-muted', !hasStarted && 'text-13 font-normal')}>
              {hasStarted ? '…' : t('trading.waits')}
            </span>
          ) : (
            <>
              <span className="text-13 font-normal text-muted max-lg:sr-only">{t('trading.if_now')}</span>{' '}
              <Money amount={live.profit} currency={trade.currency} isSigned />
            </>
          )}
        </span>
      </div>
      {/* On a phone, the time until the start needs the room, and nothing can be sold before it. */}
      <div
        className={cx(
          'grid max-lg:row-span-2 max-lg:row-start-1 max-lg:self-stretch max-lg:col-start-2',
          !hasStarted && 'max-lg:hidden',
        )}
      >
        <SellButton trade={trade} label={label} offer={offer} isMeasured={symbol?.isMeasured !== false} />
      </div>
    </li>
  )
}
