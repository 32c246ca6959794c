import { toPrice } from '@tradefront/rules/trading/symbols'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Fragment, useEffect, useRef } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'
import type { LadderRow } from './ladder-rows.ts'
import type { LadderState } from './use-ladder.ts'

const sides = {
  up: { direction: 'up', Icon: ArrowUp, tone: 'text-up', chosen: 'border-up bg-up-soft' },
  down: { direction: 'down', Icon: ArrowDown, tone: 'text-down', chosen: 'border-down bg-down-soft' },
} as const

/**
 * Strikes from high to low, with the present price where it belongs: rows on a wide screen, else columns of a strip. The payouts change
 * with each price.
 */
export function LadderStrikes({ state }: { readonly state: LadderState }) {
  const t = useTranslate()
  const format = useFormat()
  const { rows, quote, symbol, isCurrent } = state
  const list = useRef<HTMLUListElement>(null)
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
  const mark = <PriceMark text={quote === null ? '…' : format.price(price, symbol.digits)} isOld={!isCurrent} />
  return (
    <>
      <p aria-hidden className="-mb-2 grid grid-cols-3 gap-x-1.5 text-center text-13 text-muted max-lg:hidden">
        <span>{t('trading.ladder_up')}</span>
        <span>{t('trading.ladder_strike_column')}</span>
        <span>{t('trading.ladder_down')}</span>
      </p>
      <ul
        ref={list}
        aria-label={t('trading.ladder_table')}
        className="relative flex gap-1 lg:gap-0.5 max-lg:-mx-3 max-lg:overflow-x-auto max-lg:px-3 lg:min-h-32 lg:flex-col lg:overflow-y-auto"
      >
        {rows.map((row, index) => (
          <Fragment key={row.strike}>
            {index === markAt && mark}
            <StrikeRow row={row} state={state} />
          </Fragment>
        ))}
        {markAt === rows.length && mark}
      </ul>
    </>
  )
}

function StrikeRow({ row, state }: { readonly row: LadderRow; readonly state: LadderState }) {
  const format = useFormat()
  const price = format.price(toPrice(row.strike, state.symbol.digits), state.symbol.digits)
  return (
    <li className="grid shrink-0 items-center gap-x-1.5 text-center max-lg:min-w-20 lg:grid-cols-3">
      <PayoutButton side="up" row={row} price={price} state={state} />
      {/* The buttons name it. */}
      <span aria-hidden className="text-13 font-medium tabular lg:text-15" dir="ltr">
        {price}
      </span>
      <PayoutButton side="down" row={row} price={price} state={state} />
    </li>
  )
}

/** Disabled buttons keep the focus: a payout can come back with the next price. */
function PayoutButton(props: {
  readonly side: keyof typeof sides
  readonly row: LadderRow
  readonly price: string
  readonly state: LadderState
}) {
  const t = useTranslate()
  const format = useFormat()
  const { side, row, price, state } = props
  const { direction, Icon, tone, chosen } = sides[side]
  const payout = row[direction]
  const isChosen = state.choice?.direction === direction && state.choice.strike === row.strike
  const text = payout === null ? '–' : format.percent(payout, 1, { isSigned: true })
  const name = t(`trading.ladder_${direction}_at`, { price })
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-disabled={payout === null}
      aria-label={payout === null ? `${name}, ${t('trading.ladder_none')}` : `${name}, ${text}`}
      // A browser leaves a focused button where it is if a part of it can be seen.
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      onClick={() => {
        if (payout !== null) state.choose({ direction, strike: row.strike })
      }}
      className={cx(
        'flex h-8 w-full cursor-pointer items-center justify-center gap-1 rounded-field border text-13 font-medium tabular transition-colors pointer-coarse:h-11',
        'aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:text-faint',
        isChosen ? chosen : 'border-line bg-raised hover:border-edge',
      )}
    >
      {payout !== null && <Icon size={14} strokeWidth={2.5} className={tone} aria-hidden />}
      {text}
    </button>
  )
}

/** Not read out: the price is above the chart too. On a phone a line between two strikes. */
function PriceMark({ text, isOld }: { readonly text: string; readonly isOld: boolean }) {
  return (
    <li
      aria-hidden
      data-price
      dir="ltr"
      className={cx(
        'shrink-0 rounded-field text-center text-13 font-semibold tabular max-lg:w-0.5 max-lg:bg-accent lg:bg-accent-soft lg:py-0.5',
        isOld ? 'text-muted' : 'text-accent-ink',
      )}
    >
      <span className="max-lg:hidden">{text}</span>
    </li>
  )
}
