import Check from 'lucide-react/icons/check'
import type { ReactNode, Ref } from 'react'

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
      <label
        ref={props.ref}
        className="target flex cursor-pointer items-start gap-3 py-2 text-15 has-disabled:opacity-50"
      >
        <span className="relative mt-px size-5 shrink-0">
          <input
            ref={props.inputRef}
            type="checkbox"
            name={props.name}
            checked={props.isSelected}
            disabled={props.isDisabled}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? props.errorId : undefined}
            onChange={({ target }) => props.onChange(target.checked)}
            onBlur={props.onBlur}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span
            aria-hidden
            className={cx(
              'flex size-full items-center justify-center rounded-[5px] border transition-colors',
              'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-ink',
              props.isSelected ? 'border-accent bg-accent text-on-accent' : isInvalid ? 'border-down' : 'border-edge',
            )}
          >
            {props.isSelected && <Check size={14} strokeWidth={3} />}
          </span>
        </span>
        <span>{props.children}</span>
      </label>
      {isInvalid && (
        <p id={props.errorId} className="text-13 text-down">
          {props.error}
        </p>
      )}
    </div>
  )
}
