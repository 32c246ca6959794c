import type { Trade } from '@tradefront/contract/trading'

import { useTaskMutation } from '../../../platform/api/use-call-mutation.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../../platform/toasts.ts'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { applyTrade, sellTrade } from '../api.ts'
import { refreshMarket, useMarket } from '../use-market.ts'

/** One press sells: at the value on the button or a better one, or at a sealed price. @param value null: it cannot be sold now @param least that the trader accepts @param isMeasured how far the price moves */
export function SellButton({
  trade,
  label,
  value,
  least,
  isMeasured,
}: {
  readonly trade: Trade
  readonly label: string
  readonly value: number | null
  readonly least: number | null
  readonly isMeasured: boolean
}) {
  const t = useTranslate()
  const format = useFormat()
  const { fill } = useMarket()
  const money = (amount: number): string => format.money(amount, trade.currency)
  const sale = useTaskMutation((amount: number) => sellTrade(trade.id, amount), {
    onSuccess: (reply) => {
      if ('trade' in reply) return applyTrade(reply.trade)
      showToast({ tone: 'info', text: t('trading.value_now', { amount: money(reply.amount) }) })
    },
    onError: (error) => {
      showError(error)
      void refreshMarket()
    },
  })
  const isOrdered = trade.sale !== null && trade.sale.refusal === null
  const isSealed = fill === 'sealed'
  const canSell = least !== null && !sale.isPending && !isOrdered
  const { text, name } = describe()
  return (
    // Native: it changes several times a second.
    <button
      type="button"
      aria-disabled={!canSell}
      aria-label={name}
      title={findNote()}
      onClick={() => {
        if (canSell) sale.mutate(least)
      }}
      className={cx(
        'target cursor-pointer max-lg:min-w-20 max-lg:rounded-none max-lg:border-y-0 max-lg:border-e-0 lg:min-w-28 rounded-field border border-line bg-raised px-2 text-13 font-medium whitespace-nowrap tabular transition-colors hover:border-edge',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
        (sale.isPending || isOrdered) && 'animate-breathe',
      )}
    >
      {text}
      {canSell && value !== null && (
        <span className="max-lg:hidden">
          {' '}
          <Money
            amount={value - trade.stake}
            currency={trade.currency}
            isSigned
            className={value < trade.stake ? 'text-down' : 'text-up'}
          />
        </span>
      )}
    </button>
  )

  function findNote(): string | undefined {
    if (!isMeasured) return t('trading.sale_unmeasured')
    return isSealed && canSell ? t('trading.sale_note', { least: money(least) }) : undefined
  }

  /** What the button shows, and its name for screen readers, which begins with it. */
  function describe() {
    if (isOrdered) {
      const text = t('trading.selling', { time: format.timeWithSeconds(trade.sale?.atMs ?? 0) })
      return { text, name: text }
    }
    if (value === null || least === null) {
      const text = t('trading.cannot_sell')
      return { text, name: isMeasured ? text : t('trading.sale_unmeasured') }
    }
    const change = format.money(value - trade.stake, trade.currency, { isSigned: true })
    const named = { symbol: label, amount: money(value), change, least: money(least) }
    const kind = isSealed ? 'sell_about' : 'sell'
    return { text: t(`trading.${kind}`, named), name: t(`trading.${kind}_long`, named) }
  }
}
