import type { MarketSymbol } from '@tradefront/contract/trading'
import type { ChartSettings } from '@tradefront/rules/charts/layouts'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ChartToolbar } from '../chart/chart-toolbar.tsx'
import { useMarketMarks } from '../chart/use-market-marks.ts'
import { useTradeLines } from '../chart/use-trade-lines.ts'
import { MovingPrice } from '../quotes/live-price.tsx'
import { SymbolPicker } from '../symbols/symbol-picker.tsx'
import { useMarket } from '../use-market.ts'
import { ReplayNotice } from './replay-notice.tsx'
import { type ReplayPlayer, useReplay } from './replay-player.ts'

const PriceChart = lazy(async () => ({
  default: (await retryImport(() => import('../chart/price-chart.tsx'))).PriceChart,
}))

type Look = Pick<ChartSettings, 'kind' | 'indicators'>

export function ReplayChart({ player, symbol }: { readonly player: ReplayPlayer; readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const format = useFormat()
  const seconds = useReplay(player, (state) => state.seconds)
  const [look, setLook] = useState<Look>({ kind: 'candles', indicators: [] })
  const { openTrades } = useMarket()
  const readQuote = useCallback(() => {
    const { price, atMs } = player.get()
    return price === null ? null : { price, atMs, isStale: false }
  }, [player])
  const lines = useTradeLines(openTrades, symbol, readQuote, false)
  const { gaps: allGaps } = symbol
  const pastGaps = useReplay(player, ({ atMs }) => allGaps.filter(({ toMs }) => toMs <= atMs).length)
  const gaps = useMemo(() => allGaps.slice(0, pastGaps), [allGaps, pastGaps])
  const marks = useMarketMarks(gaps)
  const settings = { ...look, symbol: symbol.name, seconds }
  return (
    <section
      aria-label={t('replay.chart_of', { symbol: symbol.label })}
      className="@container relative flex min-w-0 flex-1 flex-col bg-bg lg:min-h-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 px-2 py-1 landscape-phone:py-0">
        <SymbolPicker
          isActive
          isReplay
          label={symbol.label}
          value={symbol.name}
          onChange={(name) => player.show({ symbol: name })}
        />
        <ReplayPrice player={player} digits={symbol.digits} />
        <div className="ms-auto">
          <ChartToolbar
            settings={settings}
            onChange={({ seconds: chosen, ...rest }) => {
              if (chosen !== undefined) player.show({ seconds: chosen })
              setLook((before) => ({ ...before, ...rest }))
            }}
          />
        </div>
      </div>
      <div className="relative flex min-h-60 flex-1 flex-col landscape-phone:min-h-28">
        <Suspense fallback={<Skeleton className="m-4 min-h-0 flex-1 opacity-40" label={t('trading.chart_loading')} />}>
          <PriceChart
            key={`${symbol.name}/${seconds}/${lang}`}
            settings={settings}
            startFeed={player.startFeed}
            label={t('trading.chart_label', { symbol: symbol.label, frame: format.duration(seconds) })}
            digits={symbol.digits}
            trades={lines}
            marks={marks}
            nextExpiry={null}
          />
        </Suspense>
        <ReplayNotice player={player} symbol={symbol} />
      </div>
    </section>
  )
}

function ReplayPrice({ player, digits }: { readonly player: ReplayPlayer; readonly digits: number }) {
  const price = useReplay(player, (state) => state.price)
  return price !== null && <MovingPrice price={price} digits={digits} isStale={false} />
}
