import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'

import { cx } from '../styles/cx.ts'

const base =
  'target relative inline-flex items-center justify-center gap-2 text-15 font-medium select-none ' +
  'transition-colors data-disabled:cursor-not-allowed data-disabled:opacity-45'

const tones = {
  primary: 'bg-accent text-on-accent font-semibold data-hovered:bg-accent-hover data-pressed:bg-accent-hover',
  quiet: 'border border-line bg-raised text-ink data-hovered:border-edge data-pressed:border-edge',
  plain: 'text-accent-ink data-hovered:bg-raised data-pressed:bg-raised',
  subtle: 'text-ink data-hovered:bg-raised data-pressed:bg-raised',
  danger: 'bg-danger text-on-danger font-semibold data-hovered:bg-danger-hover data-pressed:bg-danger-hover',
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

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> & {
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  readonly isWide?: boolean
  readonly className?: string
  readonly isPending?: boolean
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** `isPending` ignores presses but keeps focus and width. */
export function Button(allProps: ButtonProps) {
  const { tone = 'quiet', size = 'md', isWide = false, isPending = false, className, children, ...props } = allProps
  const pendingProps = { type: 'button', onPress: () => {}, 'aria-disabled': true } as const
  return (
    <AriaButton {...props} {...(isPending && pendingProps)} className={buttonClass({ tone, size, isWide, className })}>
      <span className={cx('inline-flex items-center gap-2', isPending && 'opacity-0')}>{children}</span>
      {isPending && <PendingMark />}
    </AriaButton>
  )
}

/** For links. */
export function buttonClass(options: {
  tone?: ButtonTone
  size?: ButtonSize
  isWide?: boolean
  className?: string
  canWrap?: boolean
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
