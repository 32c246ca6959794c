import type { Trade } from '@tradefront/contract/trading'

import { useTaskMutation } from '../../../platform/api/use-call-mutation.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../../platform/toasts.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { applyTrade, sellTrade } from '../api.ts'
import { refreshMarket } from '../use-market.ts'

/** One press sells at the value on the button, or at a better one. @param value null: it cannot be sold now */
export function SellButton({
  trade,
  label,
  value,
}: {
  readonly trade: Trade
  readonly label: string
  readonly value: number | null
}) {
  const t = useTranslate()
  const format = useFormat()
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
  const text = value === null ? t('trading.cannot_sell') : t('trading.sell', { amount: money(value) })
  return (
    // Native: it changes several times a second.
    <button
      type="button"
      aria-disabled={value === null || sale.isPending}
      aria-label={value === null ? text : t('trading.sell_long', { symbol: label, amount: money(value) })}
      onClick={() => {
        if (value !== null && !sale.isPending) sale.mutate(value)
      }}
      className={cx(
        'target min-w-28 cursor-pointer rounded-field border border-line bg-raised px-2 text-13 font-medium tabular transition-colors hover:border-edge',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
        sale.isPending && 'animate-breathe',
      )}
    >
      {text}
    </button>
  )
}
