import type { Direction } from '@tradefront/rules/trading/options'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'

/**
 * Arrow of a direction.
 * @param props.hasText false where other text says the direction
 */
export function DirectionArrow({
  direction,
  hasText = true,
}: {
  readonly direction: Direction
  readonly hasText?: boolean
}) {
  const t = useTranslate()
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1', direction === 'up' ? 'text-up' : 'text-down')}>
      <Icon size={16} strokeWidth={2.5} aria-hidden />
      {hasText && <span className="text-13">{t(`signals.${direction}`)}</span>}
    </span>
  )
}
