import type { Direction } from '@tradefront/rules/trading/options'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'

/** An arrow, with its name for screen readers. */
export function DirectionMark({ direction }: { readonly direction: Direction }) {
  const t = useTranslate()
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span className={cx('inline-flex shrink-0', direction === 'up' ? 'text-up' : 'text-down')}>
      <Icon size={16} strokeWidth={2.5} aria-hidden />
      <span className="sr-only">{t(`trading.${direction}`)}</span>
    </span>
  )
}
