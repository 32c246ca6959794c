import type { MarketSymbol } from '@tradefront/contract/trading'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import { useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { DayChange } from './day-change.tsx'
import { useQuote } from './quote-store.ts'

/** With the direction of its last change. Not read out by itself: it changes several times a second. */
export function LivePrice({ symbol }: { readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const format = useFormat()
  const quote = useQuote(symbol.name)
  const change = useLastChange(quote?.price ?? null)
  if (quote === null) return null
  const Icon = change < 0 ? TrendingDown : TrendingUp
  return (
    <span className={cx('flex items-center gap-1.5', quote.isStale && 'text-faint')}>
      <bdi dir="ltr" className="text-17 font-semibold tabular sm:text-21">
        {format.price(quote.price, symbol.digits)}
      </bdi>
      {change !== 0 && !quote.isStale && (
        <Icon size={18} className={cx('max-sm:hidden', change > 0 ? 'text-up' : 'text-down')} aria-hidden />
      )}
      <span className="max-sm:hidden">
        <DayChange symbol={symbol} price={quote.price} />
      </span>
      {quote.isStale && <span className="text-13 text-warn">{t('trading.old_price')}</span>}
    </span>
  )
}

/** -1, 0 or 1. */
function useLastChange(price: number | null): number {
  const [last, setLast] = useState({ price, change: 0 })
  if (price !== last.price) {
    const change = price === null || last.price === null ? 0 : Math.sign(price - last.price)
    setLast({ price, change })
  }
  return last.change
}
