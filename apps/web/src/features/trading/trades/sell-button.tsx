import type { Trade } from '@tradefront/contract/trading'

import { useTaskMutation } from '../../../platform/api/use-call-mutation.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../../platform/toasts.ts'
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
  const [text, name] = describe()
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
        'target min-w-28 cursor-pointer rounded-field border border-line bg-raised px-2 text-13 font-medium tabular transition-colors hover:border-edge',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
        (sale.isPending || isOrdered) && 'animate-breathe',
      )}
    >
      {text}
    </button>
  )

  function findNote(): string | undefined {
    if (!isMeasured) return t('trading.sale_unmeasured')
    return isSealed && canSell ? t('trading.sale_note', { least: money(least) }) : undefined
  }

  /** What the button shows, and its name for screen readers. */
  function describe(): readonly [string, string] {
    if (isOrdered) {
      const ordered = t('trading.selling', { time: format.timeWithSeconds(trade.sale?.atMs ?? 0) })
      return [ordered, ordered]
    }
    if (value === null || least === null)
      return [t('trading.cannot_sell'), t(isMeasured ? 'trading.cannot_sell' : 'trading.sale_unmeasured')]
    const amount = money(value)
    if (!isSealed) return [t('trading.sell', { amount }), t('trading.sell_long', { symbol: label, amount })]
    const named = { symbol: label, amount, least: money(least) }
    return [t('trading.sell_about', { amount }), t('trading.sell_about_long', named)]
  }
}
