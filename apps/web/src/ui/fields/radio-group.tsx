import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'

import { cx } from '../styles/cx.ts'

export type RadioChoice<Id extends string> = {
  readonly id: Id
  readonly label: ReactNode
  readonly description?: ReactNode
  readonly isDisabled?: boolean
}

export function RadioGroup<Id extends string>(props: {
  readonly label: string
  readonly choices: readonly RadioChoice<Id>[]
  readonly value: Id
  readonly onChange: (value: Id) => void
  readonly isDisabled?: boolean
  /** True for options side by side from 640 px on. */
  readonly isInline?: boolean
  readonly isLabelHidden?: boolean
}) {
  const choose = (value: string): void => {
    const chosen = props.choices.find((choice) => choice.id === value)
    if (chosen !== undefined) props.onChange(chosen.id)
  }
  return (
    <AriaRadioGroup
      value={props.value}
      onChange={choose}
      isDisabled={props.isDisabled}
      className="flex flex-col gap-1.5"
    >
      <Label className={props.isLabelHidden ? 'sr-only' : 'text-13 font-medium text-muted'}>{props.label}</Label>
      <div className={cx('grid gap-2', props.isInline && 'sm:grid-cols-2')}>
        {props.choices.map((choice) => (
          <Radio
            key={choice.id}
            value={choice.id}
            isDisabled={choice.isDisabled}
            className={
              'target group flex cursor-pointer items-start gap-3 rounded-field border border-line px-3 py-2.5 transition-colors ' +
              'data-disabled:cursor-not-allowed data-disabled:opacity-50 data-focus-visible:outline-2 data-focus-visible:outline-offset-2 ' +
              'data-focus-visible:outline-accent-ink data-hovered:border-edge data-selected:border-accent data-selected:bg-accent-soft'
            }
          >
            <span
              aria-hidden
              className="mt-0.5 flex size-[18px] shrink-0 items-center justify-center rounded-full border border-edge group-data-selected:border-accent"
            >
              <span className="size-2.5 scale-0 rounded-full bg-accent transition-transform group-data-selected:scale-100" />
            </span>
            <span className="flex flex-col">
              <span>{choice.label}</span>
              {choice.description !== undefined && <span className="text-13 text-muted">{choice.description}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </AriaRadioGroup>
  )
}
