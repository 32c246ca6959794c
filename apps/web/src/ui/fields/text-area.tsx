import type { KeyboardEventHandler, ReactNode, Ref } from 'react'

import { cx } from '../styles/cx.ts'
import { Field, type FieldFrameProps, fieldInputClass } from './field.tsx'

export type TextAreaProps = FieldFrameProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly name: string
  readonly rows: number
  /** Content at the end of the label's line, e.g. a counter. */
  readonly labelAside?: ReactNode
  readonly inputRef: Ref<HTMLTextAreaElement>
  readonly onKeyDown?: KeyboardEventHandler<HTMLTextAreaElement>
  /** True for a field inside a box, with the label as a placeholder. It grows from one line. */
  readonly isBare?: boolean
}

export function TextArea(props: TextAreaProps) {
  const { isBare = false } = props
  return (
    <Field
      {...props}
      renderInput={(attributes) => (
        <textarea
          {...attributes}
          ref={props.inputRef}
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
          onBlur={props.onBlur}
          onKeyDown={props.onKeyDown}
          name={props.name}
          rows={props.rows}
          placeholder={isBare ? props.label : undefined}
          className={cx(
            'field-sizing-content resize-none wrap-anywhere',
            isBare ? 'max-h-[30dvh] placeholder:text-muted' : 'max-h-96 min-h-32',
            fieldInputClass,
          )}
        />
      )}
    />
  )
}
