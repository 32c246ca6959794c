import type { Trade } from '@tradefront/contract/trading'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { useMarket } from '../use-market.ts'
import { isSaleOrdered, sellTrade, usePendingSales } from './sell-trade.ts'

/**
 * Button that sells with one press: at the value on the button or a better one, or at a sealed price.
 * @param props.offer null: the trade cannot be sold now
 * @param props.isMeasured whether it is known how far the price moves
 */
export function SellButton(props: {
  readonly trade: Trade
  readonly label: string
  readonly offer: { readonly value: number; readonly least: number } | null
  readonly isMeasured: boolean
}) {
  const t = useTranslate()
  const format = useFormat()
  const { fill } = useMarket()
  const { trade, label, offer, isMeasured } = props
  const money = (amount: number): string => format.money(amount, trade.currency)
  const isOrdered = isSaleOrdered(trade, usePendingSales())
  const isSealed = fill === 'sealed'
  const canSell = offer !== null && !isOrdered
  const { text, name } = describe()
  return (
    // The button is native, because it changes several times a second.
    <button
      type="button"
      aria-disabled={!canSell}
      aria-label={name}
      title={findNote()}
      onClick={() => {
        if (canSell) void sellTrade(trade, offer.least)
      }}
      className={cx(
        'target flex cursor-pointer flex-col items-center justify-center rounded-field border border-line bg-raised px-2 text-13 leading-tight font-medium whitespace-nowrap tabular transition-colors hover:border-edge',
        'max-lg:min-w-20 max-lg:rounded-none max-lg:border-y-0 max-lg:border-e-0 lg:min-w-28 lg:py-0.5',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
        isOrdered && 'animate-breathe',
      )}
    >
      <span>{text}</span>
      {canSell && (
        <span>
          {' '}
          <Money
            amount={offer.value - trade.stake}
            currency={trade.currency}
            isSigned
            className={offer.value < trade.stake ? 'text-down' : 'text-up'}
          />
          {isSealed && (
            <span className="font-normal text-muted">, {t('trading.sale_least', { least: money(offer.least) })}</span>
          )}
        </span>
      )}
    </button>
  )

  function findNote(): string | undefined {
    if (!isMeasured) return t('trading.sale_unmeasured')
    return isSealed && canSell ? t('trading.sale_note', { least: money(offer.least) }) : undefined
  }

  /** Returns the text of the button, and its name for screen readers, which begins with that text. */
  function describe() {
    if (trade.sale !== null && trade.sale.refusal === null) {
      const text = t('trading.selling', { time: format.timeWithSeconds(trade.sale.atMs) })
      return { text, name: text }
    }
    if (offer === null) {
      const text = t('trading.cannot_sell')
      return { text, name: isMeasured ? text : t('trading.sale_unmeasured') }
    }
    const { value, least } = offer
    const change = format.money(value - trade.stake, trade.currency, { isSigned: true })
    const named = { symbol: label, amount: money(value), change, least: money(least) }
    const kind = isSealed ? 'sell_about' : 'sell'
    return { text: t(`trading.${kind}`, named), name: t(`trading.${kind}_long`, named) }
  }
}
