import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'

import { cx } from '../styles/cx.ts'

const base =
  'target relative inline-flex items-center justify-center gap-2 rounded-field text-15 font-medium select-none ' +
  'transition-colors data-disabled:cursor-not-allowed data-disabled:opacity-45'

const tones = {
  primary: 'bg-accent text-on-accent font-semibold data-hovered:bg-accent-hover data-pressed:bg-accent-hover',
  quiet: 'border border-line bg-raised text-ink data-hovered:border-edge data-pressed:border-edge',
  plain: 'text-accent-ink data-hovered:bg-raised data-pressed:bg-raised',
  danger: 'bg-danger text-on-danger font-semibold data-hovered:bg-danger-hover data-pressed:bg-danger-hover',
} as const

const sizes = { md: 'px-4', lg: 'min-h-12 px-6 text-17', sm: 'px-3 text-13', icon: 'aspect-square px-0' } as const

export type ButtonTone = keyof typeof tones
export type ButtonSize = keyof typeof sizes

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> & {
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  readonly wide?: boolean
  readonly className?: string
  readonly isPending?: boolean
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button; `isPending` keeps its focus and its width and ignores presses while the work runs. The screen says what runs. */
export function Button(allProps: ButtonProps) {
  const { tone = 'quiet', size = 'md', wide = false, isPending = false, className, children, ...props } = allProps
  const pendingProps = { type: 'button', onPress: () => {}, 'aria-disabled': true } as const
  return (
    <AriaButton {...props} {...(isPending && pendingProps)} className={buttonClass({ tone, size, wide, className })}>
      <span className={cx('inline-flex items-center gap-2', isPending && 'opacity-0')}>{children}</span>
      {isPending && <PendingMark />}
    </AriaButton>
  )
}

/** The same look for what is a link by nature. */
export function buttonClass(options: {
  tone?: ButtonTone
  size?: ButtonSize
  wide?: boolean
  className?: string | undefined
  /** Breaks its words into lines where there is no room for one. */
  wraps?: boolean
}): string {
  const lines = options.wraps === true ? 'min-w-0 py-1 text-center' : 'whitespace-nowrap'
  return cx(
    base,
    lines,
    tones[options.tone ?? 'quiet'],
    sizes[options.size ?? 'md'],
    options.wide && 'w-full',
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
