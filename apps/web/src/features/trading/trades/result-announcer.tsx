import type { Trade } from '@tradefront/contract/trading'
import { useEffect, useRef, useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { getTradeSymbol, useMarket } from '../use-market.ts'
import { calculateClosedProfit } from './live-result.ts'

const shownMs = 6000
const maxShown = 3

const tones = {
  won: 'bg-up-soft text-up',
  sold: 'bg-accent-soft text-accent-ink',
  tie: 'bg-raised text-ink',
  void: 'bg-warn-soft text-warn',
  lost: 'bg-down-soft text-down',
  open: '',
} as const

/** Shows how trades end, and tells screen readers. The region stays in the page, or they would miss its first text. */
export function ResultAnnouncer() {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const [results, setResults] = useState<readonly Trade[]>([])
  const openIds = useRef<ReadonlySet<string>>(new Set())
  const { openTrades, closedTrades } = market
  useEffect(() => {
    const ended = closedTrades.filter(({ id }) => openIds.current.has(id))
    openIds.current = new Set(openTrades.map(({ id }) => id))
    if (ended.length > 0) setResults((before) => [...before, ...ended].slice(-maxShown))
  }, [openTrades, closedTrades])
  useEffect(() => {
    if (results.length === 0) return undefined
    const timer = setTimeout(() => setResults([]), shownMs)
    return () => clearTimeout(timer)
  }, [results])
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 top-14 z-40 flex flex-col items-center gap-1 px-3"
    >
      {results.map((trade) => (
        <p
          key={trade.id}
          className={cx('animate-rise rounded-full px-4 py-1.5 font-medium shadow-raised', tones[trade.state])}
        >
          {t(`trading.result_${trade.state === 'open' ? 'tie' : trade.state}`, {
            symbol: getTradeSymbol(market, trade).label,
            amount: format.money(calculateClosedProfit(trade), trade.currency, { isSigned: true }),
          })}
        </p>
      ))}
    </div>
  )
}
