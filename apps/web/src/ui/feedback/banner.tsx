import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ComponentType, ReactNode, Ref } from 'react'

import { cx } from '../styles/cx.ts'

type Tone = {
  readonly box: string
  readonly mark: string
  readonly Icon: ComponentType<{ size: number; className: string; 'aria-hidden': boolean }>
}

const tones: Record<'info' | 'success' | 'warn' | 'danger', Tone> = {
  info: { box: 'bg-accent-soft', mark: 'text-accent-ink', Icon: Info },
  success: { box: 'bg-up-soft', mark: 'text-up', Icon: CircleCheck },
  warn: { box: 'bg-warn-soft', mark: 'text-warn', Icon: TriangleAlert },
  danger: { box: 'bg-down-soft', mark: 'text-down', Icon: CircleAlert },
}

/**
 * A notice. With `isUrgent`, screen readers announce it at once. `isCompact` shows it in one row, on a narrow screen only with title and
 * action.
 */
export function Banner(props: {
  readonly tone: keyof typeof tones
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly isUrgent?: boolean
  readonly isCompact?: boolean
  readonly className?: string
  readonly ref?: Ref<HTMLDivElement>
}) {
  const { isCompact = false } = props
  const { box, mark, Icon } = tones[props.tone]
  return (
    <div
      ref={props.ref}
      role={props.isUrgent ? 'alert' : 'status'}
      className={cx(
        'flex gap-3 rounded-card px-4',
        isCompact ? 'items-center py-1.5' : 'items-start py-3',
        box,
        props.className,
      )}
    >
      <Icon size={20} className={cx('mt-px shrink-0', mark)} aria-hidden />
      <div
        className={cx(
          'flex min-w-0 flex-1 wrap-anywhere',
          isCompact ? 'items-center gap-3 text-13' : 'flex-col gap-0.5',
        )}
      >
        {props.title !== undefined && <p className={cx('font-medium', isCompact && 'max-lg:flex-1')}>{props.title}</p>}
        {props.children !== undefined && (
          <div className={cx(props.title !== undefined && 'text-muted', isCompact && 'flex-1 max-lg:hidden')}>
            {props.children}
          </div>
        )}
        {props.action !== undefined && <div className={isCompact ? 'shrink-0' : 'pt-2'}>{props.action}</div>}
      </div>
    </div>
  )
}
