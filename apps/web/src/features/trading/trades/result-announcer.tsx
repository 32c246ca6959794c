import type { Trade } from '@tradefront/contract/trading'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useHasPassed } from '../../../ui/hooks/use-has-passed.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { signalResult } from '../../profile/result-signals.ts'
import { getTradeSymbol, useMarket } from '../use-market.ts'
import { calculateClosedProfit } from './live-result.ts'

const shownMs = 6000
const maxShown = 3
const balanceWaitMs = 1000

const tones = {
  won: 'bg-up-soft text-up',
  sold: 'bg-accent-soft text-accent-ink',
  tie: 'bg-raised text-ink',
  void: 'bg-warn-soft text-warn',
  refused: 'bg-warn-soft text-warn',
  lost: 'bg-down-soft text-down',
  open: 'bg-warn-soft text-warn',
} as const

/** A trade that has ended, or whose sale was not carried out. */
type Announcement = { readonly id: string; readonly trade: Trade; readonly balanceBefore: number }

/** Shows how trades end, and tells screen readers. The region stays in the page, or they would miss its first text. */
export function ResultAnnouncer() {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const [results, setResults] = useState<readonly Announcement[]>([])
  const before = useRef<ReadonlyMap<string, Trade>>(new Map())
  const { openTrades, closedTrades } = market
  const { balance } = useUser()
  const readBalance = useEffectEvent(() => balance)
  useEffect(() => {
    const ended = closedTrades.filter(({ id }) => before.current.has(id))
    const unsold = openTrades.filter(({ id, sale }) => {
      const earlier = before.current.get(id)?.sale
      return sale !== null && sale.refusal !== null && earlier?.atMs === sale.atMs && earlier.refusal === null
    })
    before.current = new Map(openTrades.map((trade) => [trade.id, trade]))
    const added = [...ended, ...unsold].map((trade) => ({
      id: `${trade.id}/${trade.sale?.atMs ?? ''}`,
      trade,
      balanceBefore: readBalance(),
    }))
    if (added.length > 0) setResults((shown) => [...shown, ...added].slice(-maxShown))
    if (ended.length > 0) signalResult()
  }, [openTrades, closedTrades])
  useEffect(() => {
    if (results.length === 0) return undefined
    const timer = setTimeout(() => setResults([]), shownMs)
    return () => clearTimeout(timer)
  }, [results])
  return (
    <div
      role="status"
      // The balance comes later, and only the balance is then read out.
      aria-atomic={false}
      className="pointer-events-none absolute inset-x-0 top-14 z-40 flex flex-col items-center gap-1 px-3"
    >
      {results.map(({ id, trade }, index) => (
        <p
          key={id}
          className={cx(
            'flex animate-rise items-baseline gap-x-2 rounded-[1.25rem] px-4 py-1.5 font-medium shadow-raised max-sm:flex-col max-sm:items-center',
            tones[trade.state],
          )}
        >
          {describe(trade)}
          {trade.state !== 'open' && index === results.length - 1 && <ResultBalance results={results} />}
        </p>
      ))}
    </div>
  )

  function describe(trade: Trade): string {
    const { state, sale, currency } = trade
    const symbol = getTradeSymbol(market, trade).label
    if (state !== 'open')
      return t(`trading.result_${state}`, {
        symbol,
        amount: format.money(calculateClosedProfit(trade), currency, { isSigned: true }),
      })
    if (sale === null || sale.value === null) return t('trading.sale_failed_price', { symbol })
    const money = (amount: number) => format.money(amount, currency)
    return t('trading.sale_failed', { symbol, value: money(sale.value), least: money(sale.least) })
  }
}

/**
 * Balance after the results. It is pushed after them. Without a push it is shown after a second.
 * @param results that are shown, at least one
 */
function ResultBalance({ results }: { readonly results: readonly Announcement[] }) {
  const t = useTranslate()
  const format = useFormat()
  const { balance, currency } = useUser()
  const last = results.at(-1)
  const isLate = useHasPassed(balanceWaitMs, last?.id ?? '')
  const isUnchanged = results.every(({ trade }) => trade.returned === 0)
  if (!isLate && !isUnchanged && balance === last?.balanceBefore) return null
  return (
    <>
      {' '}
      <span className="font-normal whitespace-nowrap text-ink">
        {t('trading.result_balance', { amount: format.money(balance, currency) })}
      </span>
    </>
  )
}
