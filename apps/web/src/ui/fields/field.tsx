import { useId, type ReactNode } from 'react'

import { cx } from '../styles/cx.ts'

/** Properties of a field. An error replaces the help. */
export type FieldFrameProps = {
  readonly label: string
  readonly help?: ReactNode
  /** Translated text. A field with an error is invalid. */
  readonly error?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly className?: string
}

export const fieldClasses = {
  label: 'text-13 font-medium text-muted',
  /** Classes of an element that can have the focus itself, e.g. a button. */
  box:
    'target flex w-full items-center rounded-field border border-edge bg-surface text-15 text-ink transition-colors ' +
    'hover:border-muted data-invalid:border-down data-disabled:opacity-50',
  help: 'text-13 text-muted',
  error: 'flex items-start gap-1.5 text-13 text-down',
} as const

/** Classes of the element around an input, which shows the focus ring. */
export const fieldBoxClass = cx(
  fieldClasses.box,
  'focus-within:border-accent-ink focus-within:ring-1 focus-within:ring-accent-ink focus-within:data-invalid:ring-down',
)

export const fieldInputClass =
  'min-w-0 flex-1 self-stretch bg-transparent px-3 py-2 outline-none placeholder:text-faint disabled:cursor-not-allowed'

/** Classes of a part of a date or a time. */
export const segmentClass =
  'rounded-[3px] px-px outline-none data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-faint data-[type=literal]:px-0'

/** Frame of a native field. `renderInput` gets the attributes that connect the input to its label and note. */
export function Field(
  props: FieldFrameProps & {
    readonly labelAside?: ReactNode
    /** True for a field inside a box: only screen readers get the label. */
    readonly isBare?: boolean
    readonly dir?: 'ltr' | undefined
    readonly renderInput: (attributes: InputAttributes) => ReactNode
  },
) {
  const { label, help, error, isDisabled, isRequired, isBare = false } = props
  const id = useId()
  const noteId = `${id}-note`
  const isInvalid = error !== undefined && error !== ''
  const note = isInvalid ? error : help
  const hasNote = note !== undefined && note !== null
  return (
    <div className={cx('flex flex-col', !isBare && 'gap-1.5', props.className)}>
      <span className={isBare ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className={fieldClasses.label}>
          {label}
        </label>
        {props.labelAside}
      </span>
      <div
        dir={props.dir}
        data-invalid={isInvalid || undefined}
        data-disabled={isDisabled || undefined}
        className={isBare ? 'flex' : fieldBoxClass}
      >
        {props.renderInput({
          id,
          disabled: isDisabled,
          'aria-required': isRequired,
          'aria-invalid': isInvalid || undefined,
          'aria-describedby': hasNote ? noteId : undefined,
        })}
      </div>
      {hasNote && (
        <span id={noteId} className={cx(isInvalid ? fieldClasses.error : fieldClasses.help, isBare && 'px-3')}>
          {note}
        </span>
      )}
    </div>
  )
}

type InputAttributes = {
  readonly id: string
  readonly disabled: boolean | undefined
  readonly 'aria-required': boolean | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}
