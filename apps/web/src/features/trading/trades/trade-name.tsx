import { Link } from '@tanstack/react-router'
import type { Trade } from '@tradefront/contract/trading'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { memo } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'

/**
 * Name of a trade that links to its page. The row around it changes with every quote, and this part does not.
 * @param props.label of the symbol
 */
export const TradeName = memo(function TradeName(props: {
  readonly trade: Trade
  readonly label: string
  /** True by default. */
  readonly hasPage?: boolean
}) {
  const t = useTranslate()
  const { trade, label, hasPage = true } = props
  const { id, direction, stake, currency } = trade
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium">
      <span className={cx('inline-flex shrink-0', direction === 'up' ? 'text-up' : 'text-down')}>
        <Icon size={16} strokeWidth={2.5} aria-hidden />
        <span className="sr-only">{t(`trading.${direction}`)}</span>
      </span>
      {hasPage ? (
        <Link to={paths.trade(id)} className="shrink-0 hover:underline pointer-coarse:-my-2 pointer-coarse:py-2">
          {label}
        </Link>
      ) : (
        <span className="shrink-0">{label}</span>
      )}
      <Money amount={stake} currency={currency} isWhole className="truncate text-muted" />
    </span>
  )
})
