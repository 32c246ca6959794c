import type { Direction } from '@tradefront/rules/trading/options'
import { toPrice } from '@tradefront/rules/trading/symbols'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import { cx } from '../../../ui/styles/cx.ts'
import type { LadderRow } from './ladder-rows.ts'
import type { LadderChoice, LadderState } from './use-ladder.ts'

const sides = {
  up: { Icon: ArrowUp, tone: 'text-up', chosen: 'border-up bg-up-soft' },
  down: { Icon: ArrowDown, tone: 'text-down', chosen: 'border-down bg-down-soft' },
} as const

type StrikeProps = {
  readonly row: LadderRow
  readonly state: LadderState
  /** Option of this strike at which the Tab key stops. */
  readonly stop: Direction | null
  readonly onFocus: (direction: Direction) => void
}

/**
 * Strikes from high to low, with the present price between them: rows on a wide screen, else columns of a strip. The payouts change with
 * each price. The Tab key stops once: arrow keys go from option to option.
 */
export function LadderStrikes({ state }: { readonly state: LadderState }) {
  const t = useTranslate()
  const format = useFormat()
  const { rows, quote, symbol, isCurrent } = state
  const list = useRef<HTMLDivElement>(null)
  const isWide = useMediaQuery('(width >= 64rem)')
  const [focused, setFocused] = useState<LadderChoice | null>(null)
  const hasRows = rows.length > 0
  useEffect(() => {
    const { current } = list
    const mark = current?.querySelector<HTMLElement>('[data-price]')
    if (current === null || mark == null || !hasRows) return
    current.scrollTop = mark.offsetTop - current.clientHeight / 2
    current.scrollLeft = mark.offsetLeft - current.clientWidth / 2
  }, [hasRows])
  const price = quote?.price ?? 0
  const firstBelow = rows.findIndex(({ strike }) => toPrice(strike, symbol.digits) < price)
  const markAt = firstBelow === -1 ? rows.length : firstBelow
  const last = focused ?? state.choice
  const stop = rows.some(({ strike }) => strike === last?.strike)
    ? last
    : { strike: (rows[markAt] ?? rows.at(-1))?.strike, direction: 'up' as const }
  const mark = <PriceMark text={quote === null ? '…' : format.price(price, symbol.digits)} isOld={!isCurrent} />
  return (
    <>
      <p aria-hidden className="-mb-2 grid grid-cols-3 gap-x-1.5 text-center text-13 text-muted max-lg:hidden">
        <span>{t('trading.ladder_up')}</span>
        <span>{t('trading.ladder_strike_column')}</span>
        <span>{t('trading.ladder_down')}</span>
      </p>
      <div
        ref={list}
        role="toolbar"
        tabIndex={-1}
        aria-orientation={isWide ? 'vertical' : 'horizontal'}
        onKeyDown={(event) => moveFocus(event, isWide)}
        aria-label={t('trading.ladder_table')}
        className="relative flex gap-1 outline-none lg:gap-0.5 max-lg:-mx-3 max-lg:overflow-x-auto max-lg:px-3 lg:min-h-32 lg:flex-col lg:overflow-y-auto"
      >
        {rows.map((row, index) => (
          <Fragment key={row.strike}>
            {index === markAt && mark}
            <StrikeRow
              row={row}
              state={state}
              stop={row.strike === stop?.strike ? stop.direction : null}
              onFocus={(direction) => setFocused({ direction, strike: row.strike })}
            />
          </Fragment>
        ))}
        {markAt === rows.length && mark}
      </div>
    </>
  )
}

/** Steps of the arrow keys: from side to side of a strike, and to the next strike. Shift and an arrow key buy. */
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function moveFocus(event: KeyboardEvent<HTMLElement>, isWide: boolean): void {
  const arrow = arrows[event.key]
  if (arrow === undefined || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const [x, y] = getComputedStyle(event.currentTarget).direction === 'rtl' ? [-arrow[0], arrow[1]] : arrow
  const [strikes, sides] = isWide ? [y, x] : [x, y]
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (at === -1) return
  const side = sides === 0 ? at % 2 : Math.max(0, sides)
  buttons[at - (at % 2) + 2 * strikes + side]?.focus()
}

function StrikeRow(props: StrikeProps) {
  const { row, state } = props
  const format = useFormat()
  const price = format.price(toPrice(row.strike, state.symbol.digits), state.symbol.digits)
  return (
    <div className="grid shrink-0 items-center gap-x-1.5 text-center max-lg:min-w-20 lg:grid-cols-3">
      <PayoutButton direction="up" price={price} {...props} />
      {/* The buttons name the strike. */}
      <span aria-hidden className="text-13 font-medium tabular lg:text-15" dir="ltr">
        {price}
      </span>
      <PayoutButton direction="down" price={price} {...props} />
    </div>
  )
}

/** Button of a payout. It keeps the focus while it is disabled: a payout can come back with the next price. */
function PayoutButton(props: StrikeProps & { readonly direction: Direction; readonly price: string }) {
  const t = useTranslate()
  const format = useFormat()
  const { direction, row, price, state, stop, onFocus } = props
  const { Icon, tone, chosen } = sides[direction]
  const payout = row[direction]
  const isChosen = state.choice?.direction === direction && state.choice.strike === row.strike
  const text = payout === null ? '–' : format.percent(payout, 1, { isSigned: true })
  const name = t(`trading.ladder_${direction}_at`, { price })
  return (
    <button
      type="button"
      tabIndex={stop === direction ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={payout === null}
      aria-label={payout === null ? `${name}, ${t('trading.ladder_none')}` : `${name}, ${text}`}
      // A browser does not scroll to a focused button if a part of it is visible.
      onFocus={({ currentTarget }) => {
        currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        onFocus(direction)
      }}
      onClick={() => {
        if (payout !== null) state.choose({ direction, strike: row.strike })
      }}
      className={cx(
        'flex h-8 w-full cursor-pointer items-center justify-center gap-1 rounded-field border text-13 font-medium tabular transition-colors pointer-coarse:h-11',
        // The box that scrolls would cut off a ring around the button.
        'focus-visible:-outline-offset-2',
        'aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:text-faint',
        isChosen ? chosen : 'border-line bg-raised hover:border-edge',
      )}
    >
      {payout !== null && <Icon size={14} strokeWidth={2.5} className={tone} aria-hidden />}
      {text}
    </button>
  )
}

/** Present price, on a phone a line between two strikes. Screen readers skip it, because the price is above the chart too. */
function PriceMark({ text, isOld }: { readonly text: string; readonly isOld: boolean }) {
  return (
    <div
      aria-hidden
      data-price
      dir="ltr"
      className={cx(
        'shrink-0 rounded-field text-center text-13 font-semibold tabular max-lg:w-0.5 max-lg:bg-accent lg:bg-accent-soft lg:py-0.5',
        isOld ? 'text-muted' : 'text-accent-ink',
      )}
    >
      <span className="max-lg:hidden">{text}</span>
    </div>
  )
}
