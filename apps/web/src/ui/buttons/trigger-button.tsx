import type { ReactNode } from 'react'
import { Button, type ButtonProps } from 'react-aria-components/Button'

import { buttonClass, type ButtonSize, type ButtonTone } from './button.tsx'

/** A trigger that looks like a Button. The component around it says what it opens: a menu, a panel or the choice of a file. */
export function TriggerButton(
  allProps: Pick<ButtonProps, 'aria-label' | 'autoFocus'> & {
    readonly 'aria-keyshortcuts'?: string | undefined
    readonly tone?: ButtonTone
    readonly size?: ButtonSize
    readonly className?: string
    readonly children: ReactNode
  },
) {
  const { tone, size, className, children, ...props } = allProps
  return (
    <Button {...props} className={buttonClass({ tone, size, className })}>
      <span className="inline-flex items-center gap-2">{children}</span>
    </Button>
  )
}
