import type { Signal } from '@tradefront/contract/domain/signals'
import { chartCounts } from '@tradefront/rules/charts/layouts'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { useServerSecond } from '../../platform/countdown.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { cx } from '../../ui/styles/cx.ts'
import { SignalStatus } from '../signals/signal-status.tsx'
import { usePresentSignal } from '../signals/use-present-signal.ts'
import { ChartCell } from './chart/chart-cell.tsx'
import { KeysButton } from './keys/keys-button.tsx'
import { BlockOverlay } from './notices/block-overlay.tsx'
import { FirstTradeGuide } from './notices/first-trade-guide.tsx'
import { SimulatedNote } from './notices/simulated-note.tsx'
import { AlertNotices } from './price-alerts/alert-notices.tsx'
import { TicketKindSwitch } from './ticket/ticket-kind-switch.tsx'
import { TicketPanel } from './ticket/ticket-panel.tsx'
import { ResultAnnouncer } from './trades/result-announcer.tsx'
import { TradesPanel } from './trades/trades-panel.tsx'
import { useKeepTrial } from './use-keep-trial.ts'
import { MarketContext, useMarket, useMarketUpdates } from './use-market.ts'
import { WatchListButton } from './watch-list/watch-list-button.tsx'
import { WatchList } from './watch-list/watch-list.tsx'
import { LayoutsButton } from './workspace/layouts-button.tsx'
import { ArrangementSwitch } from './workspace/arrangement-switch.tsx'
import { applyChartView, type ChartView } from './workspace/chart-view.ts'
import { loadWorkspace, updateWorkspace, useActiveChart, useWorkspace } from './workspace/workspace-store.ts'

/**
 * Screen of trading.
 * @param notices about the account, above everything else
 * @param verificationHint on the ticket: when trading will pause; `checkTime` on its overlay: how long a check takes
 * @param view that a link asks for; `onViewShown` must forget it
 */
export function TradingScreen(props: {
  readonly notices: ReactNode
  readonly verificationHint: ReactNode
  readonly checkTime: ReactNode
  readonly view: ChartView | null
  readonly onViewShown: () => void
}) {
  const { notices, verificationHint, checkTime, view, onViewShown } = props
  const t = useTranslate()
  const query = useMarketUpdates()
  useKeepTrial()
  const { data } = query
  const [hasWorkspace, setHasWorkspace] = useState(false)
  if (data !== undefined && !hasWorkspace) {
    // The workspace must be loaded before the first part that shows it.
    loadWorkspace(data)
    setHasWorkspace(true)
  }
  const canShow = hasWorkspace && view !== null
  const showView = useEffectEvent(() => {
    if (view === null) return
    if (data?.symbols.some(({ name }) => name === view.symbol) === true)
      updateWorkspace((before) => applyChartView(before, view))
    onViewShown()
  })
  useEffect(() => {
    if (canShow) showView()
  }, [canShow])
  return (
    <div className="relative flex flex-1 flex-col lg:min-h-0 [&>[role=alert]]:m-4">
      <h1 tabIndex={-1} className="sr-only">
        {t('trading.title')}
      </h1>
      {notices}
      <QueryView
        query={query}
        name={t('trading.screen')}
        note={t('trading.open_trades_note')}
        skeleton={<TradingSkeleton />}
        hasOwnStaleNotice
      >
        {(market) => (
          <MarketContext value={market}>
            <TradingDesk verificationHint={verificationHint} checkTime={checkTime} />
          </MarketContext>
        )}
      </QueryView>
    </div>
  )
}

function TradingSkeleton() {
  return (
    <div className="grid flex-1 grid-rows-[1fr_auto] gap-3 p-3 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-1">
      <Skeleton className="min-h-80 opacity-60" />
      <Skeleton className="min-h-40 opacity-60" />
    </div>
  )
}

/**
 * Charts, ticket and trades: beside each other on a wide screen and on a phone that lies on its side, else below each other. The trades
 * come first, because the Tab key goes the way of the eye. The list of symbols needs a wider screen.
 */
function TradingDesk(props: { readonly verificationHint: ReactNode; readonly checkTime: ReactNode }) {
  const { verificationHint, checkTime } = props
  const { isBlocked, symbols } = useMarket()
  const { symbol: name } = useActiveChart()
  const workspace = useWorkspace()
  const hasWatchList = useMediaQuery('(width >= 80rem)') && workspace.hasWatchList
  const symbol = symbols.find((each) => each.name === name) ?? symbols[0]
  const { signal, close } = usePresentSignal(name)
  const hasColumn = useMediaQuery('(width >= 64rem)')
  const isUpright = useMediaQuery('(width < 64rem) and (not ((orientation: landscape) and (height < 32rem)))')
  const signalStatus = <SignalStatus signal={signal} isCompact={!hasColumn} onClose={close} />
  if (symbol === undefined) return null
  const ticket = (
    <div key="ticket" className="relative flex flex-col *:flex-1 lg:-col-end-1 lg:row-span-2 lg:row-start-1">
      {isBlocked ? (
        <BlockOverlay checkTime={checkTime} />
      ) : (
        <TicketPanel
          symbol={symbol}
          guide={<FirstTradeGuide />}
          verificationHint={verificationHint}
          signal={hasColumn && signalStatus}
        />
      )}
    </div>
  )
  const trades = (
    <div
      key="trades"
      className="flex max-h-72 shrink-0 flex-col overflow-hidden lg:max-h-60 landscape-phone:h-0 landscape-phone:max-h-none landscape-phone:min-h-full"
    >
      <TradesPanel
        aside={
          <>
            {!hasColumn && signalStatus}
            {!isBlocked && <TicketKindSwitch isCompact />}
          </>
        }
      />
    </div>
  )
  return (
    <div
      className={cx(
        'flex flex-1 flex-col lg:grid lg:min-h-0 lg:grid-rows-[minmax(0,1fr)_auto]',
        hasWatchList ? 'lg:grid-cols-[16.5rem_minmax(0,1fr)_18rem]' : 'lg:grid-cols-[minmax(0,1fr)_18rem]',
        'landscape-phone:grid landscape-phone:grid-cols-[minmax(0,1fr)_19rem] landscape-phone:grid-rows-[auto_minmax(7rem,1fr)]',
      )}
    >
      {hasWatchList && (
        <div className="relative row-span-2">
          <WatchList />
        </div>
      )}
      <div className="relative flex flex-1 flex-col lg:min-h-0 landscape-phone:row-span-2">
        <AlertNotices />
        <Charts signal={signal} />
        <ResultAnnouncer />
      </div>
      {isUpright ? [trades, ticket] : [ticket, trades]}
    </div>
  )
}

/**
 * Charts of the arrangement.
 * @param signal is marked on the charts of its symbol
 */
function Charts({ signal }: { readonly signal: Signal | null }) {
  const t = useTranslate()
  const { isBlocked } = useMarket()
  const { charts, arrangement, activeChart, expiry } = useWorkspace()
  const isWide = useMediaQuery('(width >= 80rem)')
  const count = isWide ? chartCounts[arrangement] : 1
  const all = charts.map((settings, index) => ({ settings, index }))
  // A narrow screen shows only the chart that the ticket trades.
  const shown = all.filter(({ index }) => (isWide ? index < count : index === activeChart))
  return (
    <>
      <div
        className={cx('grid flex-1 gap-px bg-line lg:min-h-0', count > 1 && 'grid-cols-2', count > 2 && 'grid-rows-2')}
      >
        {shown.map(({ settings, index }) => (
          <ChartCell
            key={index}
            index={index}
            settings={settings}
            isActive={index === activeChart}
            isOnly={count === 1}
            signal={signal}
            nextExpiry={index === activeChart && !isBlocked ? expiry : null}
          />
        ))}
      </div>
      {/* On a phone, this is over the times of the chart, away from its prices, which are on the right in each language. */}
      <div
        data-unmirrored
        className="flex flex-wrap items-center gap-x-2 px-3 py-0.5 text-13 text-muted max-lg:pointer-events-none max-lg:absolute max-lg:bottom-7 max-lg:z-10 max-lg:max-w-[calc(100%-4.25rem)] max-lg:ltr:start-0 max-lg:rtl:end-0 lg:gap-x-4"
      >
        <SimulatedNote />
        <WeekendClock />
        <a
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
          aria-label={t('trading.chart_by')}
          className="pointer-events-auto whitespace-nowrap hover:underline lg:ms-auto pointer-coarse:py-3"
        >
          <span className="max-lg:hidden">{t('trading.chart_by')}</span>
          <span className="lg:hidden">TradingView</span>
        </a>
        <div className="flex items-center gap-1 max-xl:hidden">
          <KeysButton />
          <WatchListButton />
          <LayoutsButton />
          <ArrangementSwitch />
        </div>
      </div>
    </>
  )
}

const soonMs = 6 * 3_600_000

/**
 * Clock of the weekend, from Friday 21:00 to Sunday 21:00 by the server's clock (spec: account 4). It is shown then, and some hours before.
 * A phone's chart has no room for it: there, each symbol in the list says when it opens.
 */
function WeekendClock() {
  const t = useTranslate()
  const format = useFormat()
  const nowMs = useServerSecond()
  const { isOpen, changesAtMs } = getMarketState('week', nowMs)
  if (changesAtMs === null || (isOpen && changesAtMs - nowMs > soonMs)) return null
  const time = format.countdown(changesAtMs - nowMs)
  return (
    <p role="timer" className="shrink-0 text-13 text-muted tabular max-lg:hidden">
      {isOpen ? t('trading.weekend_in', { time }) : t('trading.weekend', { time })}
    </p>
  )
}
