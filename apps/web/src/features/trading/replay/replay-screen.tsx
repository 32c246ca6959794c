import { Link } from '@tanstack/react-router'
import type { Market } from '@tradefront/contract/trading'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { paths } from '../../../routes/paths.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { ResultAnnouncer } from '../trades/result-announcer.tsx'
import { findMarketSymbol, MarketContext, useMarketUpdates } from '../use-market.ts'
import { loadWorkspace, useActiveChart } from '../workspace/workspace-store.ts'
import { ReplayChart } from './replay-chart.tsx'
import { ReplayControls } from './replay-controls.tsx'
import { createReplayPlayer, useReplay } from './replay-player.ts'
import { ReplayTicket } from './replay-ticket.tsx'
import { findDefaultStart, parseReplaySearch } from './replay-time.ts'
import { ReplayTrades } from './replay-trades-panel.tsx'
import { listEnded } from './replay-trades.ts'

/** Past prices on a chart, at any speed, with trades that are in this browser only. */
export function ReplayScreen({ search }: { readonly search: unknown }) {
  const t = useTranslate()
  const query = useMarketUpdates()
  const { data } = query
  const [hasWorkspace, setHasWorkspace] = useState(false)
  if (data !== undefined && !hasWorkspace) {
    // The workspace must be loaded before the first part that shows it.
    loadWorkspace(data)
    setHasWorkspace(true)
  }
  const { symbol, at } = parseReplaySearch(search)
  return (
    <div className="relative flex flex-1 flex-col lg:min-h-0 [&>[role=alert]]:m-4">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line bg-warn-soft px-3 py-2 landscape-phone:py-1">
        <h1 tabIndex={-1} className="text-15 font-semibold outline-none">
          {t('profile.replay')}
        </h1>
        <p className="order-last min-w-0 basis-full text-13 text-muted lg:order-none lg:flex-1 lg:basis-0 landscape-phone:order-none landscape-phone:flex-1 landscape-phone:basis-0">
          {t('replay.note')}
        </p>
        <Link
          to={paths.home()}
          className="ms-auto text-13 whitespace-nowrap text-accent-ink hover:underline pointer-coarse:-my-3 pointer-coarse:py-3 landscape-phone:my-0 landscape-phone:py-1"
        >
          {t('trading.back')}
        </Link>
      </header>
      <QueryView
        query={query}
        name={t('replay.screen')}
        note={t('trading.open_trades_note')}
        skeleton={<Skeleton className="m-3 min-h-80 flex-1 opacity-60" />}
        hasOwnStaleNotice
      >
        {(market) => <ReplayDesk key={`${symbol}/${at}`} market={market} symbol={symbol} at={at} />}
      </QueryView>
    </div>
  )
}

/**
 * Chart, controls and ticket of the replay.
 * @param props.symbol undefined: that of the trader's chart
 * @param props.at undefined: a day ago
 */
function ReplayDesk(props: {
  readonly market: Market
  readonly symbol: string | undefined
  readonly at: number | undefined
}) {
  const { market } = props
  const chart = useActiveChart()
  const [player] = useState(() => {
    const symbol =
      findMarketSymbol(market, props.symbol ?? chart.symbol) ??
      findMarketSymbol(market, chart.symbol) ??
      market.symbols[0]
    const atMs = props.at ?? findDefaultStart(symbol?.hours ?? 'always', serverNow())
    return createReplayPlayer({ symbol: symbol?.name ?? '', seconds: 5, atMs }, market.fill, {
      isTimeChosen: props.at !== undefined,
    })
  })
  useEffect(() => {
    player.load()
    return player.stop
  }, [player])
  useFrames(player.advance)
  const trades = useReplay(player, (state) => state.trades)
  const replayed = useMemo<Market>(
    () => ({
      ...market,
      // Every symbol can be replayed, whether its market is open now or not.
      symbols: market.symbols.map((each) => ({ ...each, isOpen: true, changesAtMs: null })),
      openTrades: trades.filter(({ state }) => state === 'open'),
      closedTrades: listEnded(trades).toReversed(),
    }),
    [market, trades],
  )
  const name = useReplay(player, (state) => state.symbol)
  const symbol = findMarketSymbol(replayed, name)
  if (symbol === undefined) return null
  return (
    <MarketContext value={replayed}>
      <div
        className={cx(
          'flex flex-1 flex-col lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[minmax(0,1fr)_auto]',
          'landscape-phone:grid landscape-phone:grid-cols-[minmax(0,1fr)_19rem]',
        )}
      >
        <div className="relative flex flex-1 flex-col lg:min-h-0">
          <ReplayChart player={player} symbol={symbol} />
          <ReplayControls player={player} />
          <ResultAnnouncer />
        </div>
        <div className="relative flex flex-col *:flex-1 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ReplayTicket player={player} symbol={symbol} />
        </div>
        <div className="flex shrink-0 flex-col lg:max-h-60 lg:overflow-hidden landscape-phone:col-span-2">
          <ReplayTrades player={player} symbol={symbol} />
        </div>
      </div>
    </MarketContext>
  )
}

/** Calls `onFrame` with the ms since the frame before, as often as the screen is drawn. */
function useFrames(onFrame: (frameMs: number) => void): void {
  const handleFrame = useEffectEvent(onFrame)
  useEffect(() => {
    let lastMs: number | null = null
    const draw = (nowMs: number): void => {
      handleFrame(nowMs - (lastMs ?? nowMs))
      lastMs = nowMs
      frame = requestAnimationFrame(draw)
    }
    let frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [])
}
