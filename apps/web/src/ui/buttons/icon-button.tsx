import type { ButtonHTMLAttributes, ReactNode } from 'react'

import { cx } from '../styles/cx.ts'

/** A button with an icon. It is native, to keep the first page small. */
export function IconButton({
  label,
  className,
  children,
  ...props
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'type'> & {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={cx(
        'inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-full text-muted transition-colors',
        'hover:bg-raised hover:text-ink pointer-coarse:size-11',
        className,
      )}
    >
      {children}
    </button>
  )
}
