import type { MarketSymbol } from '@tradefront/contract/trading'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import { type ReactNode, useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { DayChange } from './day-change.tsx'
import { useQuote } from './quote-store.ts'

export function LivePrice({ symbol }: { readonly symbol: MarketSymbol }) {
  const quote = useQuote(symbol.name)
  if (quote === null) return null
  return (
    <MovingPrice price={quote.price} digits={symbol.digits} isStale={quote.isStale}>
      <span className="max-sm:hidden">
        <DayChange symbol={symbol} price={quote.price} />
      </span>
    </MovingPrice>
  )
}

/**
 * Price with its change since midnight, or else an arrow for its last move: the two can disagree, so only one is shown. Screen readers do not
 * announce it: it changes several times a second.
 */
export function MovingPrice(props: {
  readonly price: number
  readonly digits: number
  readonly isStale: boolean
  readonly children?: ReactNode
}) {
  const t = useTranslate()
  const format = useFormat()
  const { price, digits, isStale, children } = props
  const change = useLastChange(price)
  const Icon = change < 0 ? TrendingDown : TrendingUp
  return (
    <span className={cx('flex items-center gap-1.5', isStale && 'text-faint')}>
      <bdi dir="ltr" className="text-17 font-semibold tabular sm:text-21">
        {format.price(price, digits)}
      </bdi>
      {children === undefined && change !== 0 && !isStale && (
        <Icon size={18} className={cx('max-sm:hidden', change > 0 ? 'text-up' : 'text-down')} aria-hidden />
      )}
      {children}
      {isStale && <span className="text-13 text-warn">{t('trading.old_price')}</span>}
    </span>
  )
}

/** Returns -1, 0 or 1. */
function useLastChange(price: number): number {
  const [last, setLast] = useState({ price, change: 0 })
  if (price !== last.price) {
    setLast({ price, change: Math.sign(price - last.price) })
  }
  return last.change
}
