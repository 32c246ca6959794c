import type { MarketSymbol } from '@tradefront/contract/trading'
import Star from 'lucide-react/icons/star'
import { useRef } from 'react'

import { useByServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { DayChange } from '../quotes/day-change.tsx'
import { useQuote } from '../quotes/quote-store.ts'
import { type LatestPrices, useLatestPrices } from '../quotes/use-latest-prices.ts'
import { sortSymbols } from '../symbols/filter-symbols.ts'
import { moveFocusInRows } from '../symbols/move-focus.ts'
import { SymbolStatus } from '../symbols/symbol-status.tsx'
import { isMarketOpen, useIsOpen, useMarket } from '../use-market.ts'
import { showSymbol, useActiveChart, useWorkspace } from '../workspace/workspace-store.ts'

/**
 * All symbols beside the charts, favourites and open markets first. A press shows one on the active chart. The list has one stop of the Tab key; arrow keys
 * move in it.
 */
export function WatchList() {
  const t = useTranslate()
  const { symbols } = useMarket()
  const { favourites, activeChart } = useWorkspace()
  const { symbol: current } = useActiveChart()
  const prices = useLatestPrices(true)
  const isOpen = useIsOpen()
  const box = useRef<HTMLUListElement>(null)
  return (
    <section aria-labelledby="watch-list" className="absolute inset-0 flex flex-col border-e border-line">
      <h2 id="watch-list" className="px-3 pt-3 pb-2 text-13 text-muted">
        {t('trading.watch_list')}
      </h2>
      {/* Keys of the rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={box}
        aria-labelledby="watch-list"
        onKeyDown={(event) => moveFocusInRows(event, box.current)}
        className="relative min-h-0 flex-1 overflow-y-auto"
      >
        {sortSymbols(symbols, favourites, isOpen).map((symbol) => (
          <WatchRow
            key={symbol.name}
            symbol={symbol}
            prices={prices}
            isCurrent={symbol.name === current}
            isFavourite={favourites.includes(symbol.name)}
            onChoose={() => showSymbol(activeChart, symbol.name)}
          />
        ))}
      </ul>
    </section>
  )
}

function WatchRow(props: {
  readonly symbol: MarketSymbol
  readonly prices: LatestPrices
  readonly isCurrent: boolean
  readonly isFavourite: boolean
  readonly onChoose: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { symbol, prices, isCurrent, isFavourite, onChoose } = props
  const { name, label, digits } = symbol
  const isOpen = useByServerSecond((nowMs) => isMarketOpen(symbol, nowMs))
  // The price of a symbol on a chart is live.
  const live = useQuote(name)
  const price = live !== null && !live.isStale ? live.price : prices.getPrice(name)
  const day = prices.getDay(name)
  return (
    <li>
      <button
        type="button"
        data-row={name}
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent}
        onClick={onChoose}
        className={cx(
          'grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_3.5rem_auto] items-center gap-x-2 border-s-2 py-1.5 ps-2.5 pe-3 text-start -outline-offset-2 transition-colors',
          isCurrent ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-raised',
        )}
      >
        <span className={cx('flex min-w-0 flex-col', !isOpen && 'col-span-2')}>
          <span className={cx('flex items-center gap-1 font-medium', !isOpen && 'text-muted')}>
            <span className="leading-snug whitespace-normal">{label}</span>
            {isFavourite && (
              <>
                <Star size={12} className="shrink-0 fill-current text-warn" aria-hidden />
                <span className="sr-only">{t('trading.favourite')} </span>
              </>
            )}
          </span>
          <SymbolStatus symbol={symbol} />
        </span>
        {isOpen && <Sparkline values={price === null ? day : [...day, price]} className="h-5" />}
        <span className="flex min-w-18 flex-col items-end tabular">
          {price !== null && (
            <>
              <bdi dir="ltr" className={cx(!isOpen && 'text-muted')}>
                {format.price(price, digits)}
              </bdi>
              <DayChange symbol={symbol} price={price} />
            </>
          )}
        </span>
      </button>
    </li>
  )
}
