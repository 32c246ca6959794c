import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

import { cx } from '../styles/cx.ts'

const base =
  'target relative inline-flex items-center justify-center gap-2 text-15 font-medium select-none ' +
  'transition-colors disabled:cursor-not-allowed disabled:opacity-45'

const tones = {
  primary: 'bg-accent text-on-accent font-semibold hover:bg-accent-hover active:bg-accent-hover',
  quiet: 'border border-line bg-raised text-ink hover:border-edge active:border-edge',
  quietDanger: 'border border-line bg-raised text-down hover:border-edge active:border-edge',
  plain: 'text-accent-ink hover:bg-raised active:bg-raised',
  subtle: 'text-ink hover:bg-raised active:bg-raised',
  danger: 'bg-danger text-on-danger font-semibold hover:bg-danger-hover active:bg-danger-hover',
} as const

const sizes = {
  md: 'rounded-field px-4',
  lg: 'min-h-12 rounded-field px-6 text-17',
  sm: 'rounded-field px-3 text-13',
  icon: 'aspect-square rounded-field px-0',
  round: 'size-12 rounded-full px-0',
  narrow: 'rounded-field px-2',
} as const

export type ButtonTone = keyof typeof tones
export type ButtonSize = keyof typeof sizes

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'onClick' | 'style'> & {
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  readonly isWide?: boolean
  /** The text wraps where there is no room for one line. */
  readonly canWrap?: boolean
  readonly isDisabled?: boolean
  readonly isPending?: boolean
  readonly onPress?: () => void
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button. `isPending` ignores presses but keeps focus and width. A button that opens a menu or panel is a TriggerButton. */
export function Button(allProps: ButtonProps) {
  const { tone, size, isWide, canWrap, isDisabled, isPending = false, onPress, type = 'button', ...rest } = allProps
  const { className, children, ...props } = rest
  return (
    <button
      {...props}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={isPending || props['aria-disabled']}
      onClick={({ currentTarget, detail }) => {
        // Safari does not focus a button that a mouse presses, and a dialog gives the focus back to the element that had it. Enter in a
        // field clicks the form's button, too, and then the focus stays in the field.
        if (detail > 0) currentTarget.focus()
        if (!isPending) onPress?.()
      }}
      className={buttonClass({ tone, size, isWide, canWrap, className })}
    >
      <span className={cx('inline-flex items-center gap-2', isPending && 'opacity-0')}>{children}</span>
      {isPending && <PendingMark />}
    </button>
  )
}

/** Returns the classes of a button, for links. */
export function buttonClass(options: {
  tone?: ButtonTone | undefined
  size?: ButtonSize | undefined
  isWide?: boolean | undefined
  className?: string | undefined
  canWrap?: boolean | undefined
}): string {
  const lines = options.canWrap ? 'min-w-0 py-1 text-center' : 'whitespace-nowrap'
  return cx(
    base,
    lines,
    tones[options.tone ?? 'quiet'],
    sizes[options.size ?? 'md'],
    options.isWide && 'w-full',
    options.className,
  )
}

function PendingMark() {
  return (
    <span aria-hidden className="absolute inset-0 flex items-center justify-center gap-1.5">
      <span className="size-1.5 animate-breathe rounded-full bg-current" />
      <span className="size-1.5 animate-breathe rounded-full bg-current [animation-delay:160ms]" />
      <span className="size-1.5 animate-breathe rounded-full bg-current [animation-delay:320ms]" />
    </span>
  )
}
