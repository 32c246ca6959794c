import Check from 'lucide-react/icons/check'
import type { ReactNode, Ref } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'

import { cx } from '../styles/cx.ts'

export function Checkbox(props: {
  readonly children: ReactNode
  readonly isSelected: boolean
  readonly onChange: (selected: boolean) => void
  readonly onBlur?: () => void
  readonly error?: string
  readonly errorId?: string
  readonly isDisabled?: boolean
  readonly name?: string
  readonly inputRef?: Ref<HTMLInputElement>
  readonly ref?: Ref<HTMLLabelElement>
}) {
  const isInvalid = props.error !== undefined && props.error !== ''
  return (
    <div className="flex flex-col gap-1">
      <AriaCheckbox
        isSelected={props.isSelected}
        onChange={props.onChange}
        isInvalid={isInvalid}
        isDisabled={props.isDisabled}
        onBlur={props.onBlur}
        name={props.name}
        inputRef={props.inputRef}
        aria-describedby={isInvalid ? props.errorId : undefined}
        className="target flex cursor-pointer items-start gap-3 py-2 text-15 data-disabled:opacity-50"
      >
        {({ isSelected, isFocusVisible }) => (
          <>
            <span
              aria-hidden
              className={cx(
                'mt-px flex size-5 shrink-0 items-center justify-center rounded-[5px] border transition-colors',
                isSelected ? 'border-accent bg-accent text-on-accent' : isInvalid ? 'border-down' : 'border-edge',
                isFocusVisible && 'outline-2 outline-offset-2 outline-accent-ink',
              )}
            >
              {isSelected && <Check size={14} strokeWidth={3} />}
            </span>
            <span>{props.children}</span>
          </>
        )}
      </AriaCheckbox>
      {isInvalid && (
        <p id={props.errorId} className="text-13 text-down">
          {props.error}
        </p>
      )}
    </div>
  )
}
