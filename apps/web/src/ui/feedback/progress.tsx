import CheckIcon from 'lucide-react/icons/check'
import XIcon from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

import { cx } from '../styles/cx.ts'

/** A bar whose `value` is from 0 to 1. Screen readers read `valueText` instead of a percentage. */
export function ProgressBar(props: {
  readonly label: string
  readonly value: number
  readonly valueText: string
  readonly tone?: 'accent' | 'up'
}) {
  const percent = Math.round(Math.min(1, Math.max(0, props.value)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={props.label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={props.valueText}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className={cx('h-full rounded-full transition-[inline-size]', props.tone === 'up' ? 'bg-up' : 'bg-accent')}
        style={{ inlineSize: `${percent}%` }}
      />
    </div>
  )
}

export type ProgressStepState = 'done' | 'present' | 'ahead' | 'failed'
export type ProgressStep = {
  readonly id: string
  readonly label: string
  readonly note?: ReactNode
  readonly state: ProgressStepState
}

/** Steps of a process. `words` names the states for screen readers. */
export function ProgressSteps(props: {
  readonly steps: readonly ProgressStep[]
  readonly words: Record<ProgressStepState, string>
}) {
  return (
    <ol className="flex flex-col">
      {props.steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={step.state === 'present' ? 'step' : undefined}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {index < props.steps.length - 1 && (
            <span
              aria-hidden
              className={cx('absolute start-[11px] top-6 bottom-0 w-px', step.state === 'done' ? 'bg-up' : 'bg-line')}
            />
          )}
          <StepMark state={step.state} />
          <span className="flex flex-col pt-px">
            <span className={cx(step.state === 'present' ? 'font-medium text-ink' : 'text-muted')}>
              {step.label}
              <span className="sr-only"> ({props.words[step.state]})</span>
            </span>
            {step.note !== undefined && <span className="text-13 text-muted">{step.note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function StepMark({ state }: { readonly state: ProgressStepState }) {
  const shape = 'relative flex size-6 shrink-0 items-center justify-center rounded-full border'
  if (state === 'done') {
    return (
      <span aria-hidden className={cx(shape, 'border-up text-up')}>
        <CheckIcon size={14} strokeWidth={3} />
      </span>
    )
  }
  if (state === 'failed') {
    return (
      <span aria-hidden className={cx(shape, 'border-line text-muted')}>
        <XIcon size={14} strokeWidth={3} />
      </span>
    )
  }
  return (
    <span aria-hidden className={cx(shape, state === 'present' ? 'border-accent' : 'border-line')}>
      {state === 'present' && <span className="size-2.5 animate-breathe rounded-full bg-accent" />}
    </span>
  )
}
