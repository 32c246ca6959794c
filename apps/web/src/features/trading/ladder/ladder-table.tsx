import type { Direction } from '@tradefront/rules/trading/options'
import { toPrice } from '@tradefront/rules/trading/symbols'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Fragment } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'
import type { LadderRow } from './ladder-rows.ts'
import type { LadderState } from './use-ladder.ts'

const sides = [
  { direction: 'up', Icon: ArrowUp, tone: 'text-up', chosen: 'border-up bg-up-soft' },
  { direction: 'down', Icon: ArrowDown, tone: 'text-down', chosen: 'border-down bg-down-soft' },
] as const

/** Strikes from high to low, with the present price where it belongs. The payouts change with each price. */
export function LadderTable({ state }: { readonly state: LadderState }) {
  const t = useTranslate()
  const format = useFormat()
  const { rows, quote, symbol, isCurrent } = state
  const price = quote?.price ?? 0
  const firstBelow = rows.findIndex(({ strike }) => toPrice(strike, symbol.digits) < price)
  const markAt = firstBelow === -1 ? rows.length : firstBelow
  const mark = <PriceRow text={quote === null ? '…' : format.price(price, symbol.digits)} isOld={!isCurrent} />
  return (
    <table className="w-full table-fixed border-separate border-spacing-x-1.5 border-spacing-y-1 text-center">
      <caption className="sr-only">{t('trading.ladder_table')}</caption>
      <thead className="text-13 text-muted">
        <tr>
          <th scope="col" className="font-medium">
            {t('trading.ladder_up')}
          </th>
          <th scope="col" className="font-medium">
            {t('trading.ladder_strike_column')}
          </th>
          <th scope="col" className="font-medium">
            {t('trading.ladder_down')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Fragment key={row.strike}>
            {index === markAt && mark}
            <StrikeRow row={row} state={state} />
          </Fragment>
        ))}
        {markAt === rows.length && mark}
      </tbody>
    </table>
  )
}

function StrikeRow({ row, state }: { readonly row: LadderRow; readonly state: LadderState }) {
  const format = useFormat()
  const price = format.price(toPrice(row.strike, state.symbol.digits), state.symbol.digits)
  const [up, down] = sides
  return (
    <tr>
      <td>
        <PayoutButton side={up} row={row} price={price} state={state} />
      </td>
      <th scope="row" className="font-medium tabular" dir="ltr">
        {price}
      </th>
      <td>
        <PayoutButton side={down} row={row} price={price} state={state} />
      </td>
    </tr>
  )
}

/** Disabled buttons keep the focus: a payout can come back with the next price. */
function PayoutButton(props: {
  readonly side: (typeof sides)[number]
  readonly row: LadderRow
  readonly price: string
  readonly state: LadderState
}) {
  const t = useTranslate()
  const format = useFormat()
  const { side, row, price, state } = props
  const { direction, Icon, tone, chosen } = side
  const payout = row[direction]
  const isChosen = isSame(state.choice, direction, row.strike)
  const text = payout === null ? '–' : `+${format.percent(payout, 1)}`
  const name = t(`trading.ladder_${direction}_at`, { price })
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-disabled={payout === null}
      aria-label={payout === null ? `${name}, ${t('trading.ladder_none')}` : `${name}, ${text}`}
      onClick={() => {
        if (payout !== null) state.choose({ direction, strike: row.strike })
      }}
      className={cx(
        'flex h-9 w-full cursor-pointer items-center justify-center gap-1 rounded-field border font-medium tabular transition-colors pointer-coarse:h-11',
        'aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:text-faint',
        isChosen ? chosen : 'border-line bg-raised hover:border-edge',
      )}
    >
      {payout !== null && <Icon size={14} strokeWidth={2.5} className={tone} aria-hidden />}
      {text}
    </button>
  )
}

function isSame(choice: LadderState['choice'], direction: Direction, strike: number): boolean {
  return choice !== null && choice.direction === direction && choice.strike === strike
}

/** Not read out: the price is above the table too. */
function PriceRow({ text, isOld }: { readonly text: string; readonly isOld: boolean }) {
  return (
    <tr aria-hidden>
      <td
        colSpan={3}
        dir="ltr"
        className={cx(
          'rounded-field bg-accent-soft py-0.5 text-13 font-semibold tabular',
          isOld ? 'text-muted' : 'text-accent-ink',
        )}
      >
        {text}
      </td>
    </tr>
  )
}
