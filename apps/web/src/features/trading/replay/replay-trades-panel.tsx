import type { MarketSymbol, Trade } from '@tradefront/contract/trading'

import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { ClosedTradeRow } from '../trades/closed-trade-row.tsx'
import { calculateClosedProfit, computeLiveResult } from '../trades/live-result.ts'
import { TradeName } from '../trades/trade-name.tsx'
import { useMarket } from '../use-market.ts'
import { type ReplayPlayer, useReplay } from './replay-player.ts'

const tones = { won: 'text-up', lost: 'text-down', tie: 'text-muted' } as const

/** Open trades, then those that have ended, the latest first, with the sum of their results. */
export function ReplayTrades({ player, symbol }: { readonly player: ReplayPlayer; readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const { currency } = useUser()
  const { openTrades, closedTrades } = useMarket()
  const total = closedTrades.reduce((sum, trade) => sum + calculateClosedProfit(trade), 0)
  return (
    <section aria-labelledby="replay-trades" className="@container flex min-h-0 flex-col border-t border-line">
      <div className="flex items-center justify-between gap-4 px-3 py-2 text-13">
        <h2 id="replay-trades" tabIndex={-1} className="font-medium">
          {t('replay.trades')}
        </h2>
        {closedTrades.length > 0 && (
          <span className="text-muted">
            {t('replay.sum')} <Money amount={total} currency={currency} isSigned />
          </span>
        )}
      </div>
      {openTrades.length + closedTrades.length === 0 && (
        <p className="px-3 pb-3 text-13 text-muted">{t('replay.no_trades')}</p>
      )}
      <ul aria-labelledby="replay-trades" className="min-h-0 overflow-auto">
        {openTrades.map((trade) => (
          <OpenReplayTrade key={trade.id} trade={trade} player={player} symbol={symbol} />
        ))}
        {closedTrades.map((trade) => (
          <ClosedTradeRow key={trade.id} trade={trade} hasPage={false} />
        ))}
      </ul>
    </section>
  )
}

/** Row of an open trade. Open trades always have the symbol of the replay: another symbol removes them. */
function OpenReplayTrade(props: {
  readonly trade: Trade
  readonly player: ReplayPlayer
  readonly symbol: MarketSymbol
}) {
  const t = useTranslate()
  const format = useFormat()
  const { trade, player, symbol } = props
  const { digits } = symbol
  const price = useReplay(player, (state) => state.price)
  const secondMs = useReplay(player, ({ atMs }) => Math.floor(atMs / 1000) * 1000)
  const hasStarted = trade.openPrice !== null
  const leftMs = (hasStarted ? trade.expiresAtMs : trade.openedAtMs) - secondMs
  const live = price === null ? null : computeLiveResult(trade, price, digits)
  const time = format.countdown(leftMs)
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-3 py-2 lg:grid lg:grid-cols-[minmax(0,1fr)_12rem_6rem_13rem_15rem]">
      <TradeName trade={trade} label={symbol.label} hasPage={false} />
      <span className="min-w-36 text-13 text-muted tabular" dir="ltr">
        {trade.openPrice === null ? '…' : format.price(trade.openPrice, digits)}
        {hasStarted && price !== null && (
          <>
            {' → '}
            <span className="text-ink">{format.price(price, digits)}</span>
          </>
        )}
      </span>
      <span role="timer" aria-label={t('trading.time_left')} className="w-24 text-end text-13 text-muted tabular">
        {hasStarted ? time : t('trading.starts_in', { time })}
      </span>
      <span className={cx('min-w-32 text-end font-medium', live === null ? 'text-muted' : tones[live.outcome])}>
        {live === null ? (
          <span className="text-13 font-normal">{t('trading.waits')}</span>
        ) : (
          <>
            <span className="text-13 font-normal text-muted">{t('trading.if_now')}</span>{' '}
            <Money amount={live.profit} currency={trade.currency} isSigned />
          </>
        )}
      </span>
    </li>
  )
}
