import type { MarketSymbol } from '@tradefront/contract/trading'
import Clock from 'lucide-react/icons/clock'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect } from 'react'

import { useByServerSecond, useServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useLiveStatus } from '../../../platform/realtime/live-connection.ts'
import { useHasPassed } from '../../../ui/hooks/use-has-passed.ts'
import { useQuoteState } from '../quotes/quote-store.ts'
import { isMarketOpen, refreshMarket, useMarket } from '../use-market.ts'

/** The first connection needs this long. */
const startMs = 2000
/** The market is loaded again after this time, because only the server knows why there is no price. */
const askAgainMs = 10_000

/** Notice over the chart: the market is closed and until when, or there is no connection or no current price. */
export function MarketNotice({ symbol }: { readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const isOpen = useByServerSecond((nowMs) => isMarketOpen(symbol, nowMs))
  const status = useLiveStatus()
  const quoteState = useQuoteState(symbol.name)
  const hasStarted = useHasPassed(startMs, symbol.name)
  const isOffline = status !== 'up' && (hasStarted || quoteState !== 'none')
  const isStale = isOpen && !isOffline && (quoteState === 'none' ? hasStarted : quoteState === 'stale')
  useEffect(() => {
    if (!isStale) return undefined
    void refreshMarket()
    const timer = setInterval(() => void refreshMarket(), askAgainMs)
    return () => clearInterval(timer)
  }, [isStale])
  const { frozenSinceMs } = useMarket()
  const format = useFormat()
  const Icon = isOffline ? WifiOff : Clock
  const text = isOffline
    ? t('trading.offline_chart')
    : isStale
      ? frozenSinceMs === null
        ? t('trading.stale_chart')
        : t('trading.frozen_chart', { time: format.timeWithSeconds(frozenSinceMs) })
      : !isOpen && symbol.changesAtMs !== null
        ? t('trading.closed_chart', { symbol: symbol.label })
        : ''
  return (
    <div className="pointer-events-none absolute inset-x-0 top-8 z-10 flex justify-center px-4">
      <div className="flex items-center gap-2 rounded-card border border-line bg-float px-3 py-1.5 text-13 shadow-raised not-has-[p]:hidden">
        <Icon size={16} className="shrink-0 text-warn" aria-hidden />
        <div className="flex flex-wrap gap-x-2">
          <div role="status" className="contents">
            {text !== '' && <p>{text}</p>}
          </div>
          {!isOffline && !isOpen && symbol.changesAtMs !== null && <OpeningCountdown opensAtMs={symbol.changesAtMs} />}
        </div>
      </div>
    </div>
  )
}

function OpeningCountdown({ opensAtMs }: { readonly opensAtMs: number }) {
  const t = useTranslate()
  const format = useFormat()
  const leftMs = opensAtMs - useServerSecond()
  return (
    <p role="timer" className="text-muted tabular first-letter:uppercase">
      {t('trading.opens_in', { time: format.countdown(leftMs) })}
    </p>
  )
}
