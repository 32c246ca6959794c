import type { Direction } from '@tradefront/rules/trading/options'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'

export function DirectionArrow({ direction }: { readonly direction: Direction }) {
  const t = useTranslate()
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1', direction === 'up' ? 'text-up' : 'text-down')}>
      <Icon size={16} strokeWidth={2.5} aria-hidden />
      <span className="text-13">{t(`signals.${direction}`)}</span>
    </span>
  )
}
