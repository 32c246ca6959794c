import type { ReactNode, Ref } from 'react'
import { Group } from 'react-aria-components/Group'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'

import { fieldBoxClass, FieldLabel, FieldNote, type FieldFrameProps, fieldInputClass } from './field.tsx'

export type TextAreaProps = FieldFrameProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly name: string
  readonly rows: number
  readonly maxLength: number
  /** At the end of the label's line, e.g. a counter. */
  readonly labelAside?: ReactNode
  readonly inputRef: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, help, error, className, labelAside, inputRef, rows, ...props }: TextAreaProps) {
  const isInvalid = error !== undefined && error !== ''
  return (
    <AriaTextField
      value={props.value}
      onChange={props.onChange}
      onBlur={props.onBlur}
      name={props.name}
      maxLength={props.maxLength}
      isInvalid={isInvalid}
      isRequired={props.isRequired}
      isDisabled={props.isDisabled}
      validationBehavior="aria"
      className={`flex flex-col gap-1.5 ${className ?? ''}`}
    >
      <FieldLabel aside={labelAside}>{label}</FieldLabel>
      <Group className={fieldBoxClass} isInvalid={isInvalid} isDisabled={props.isDisabled}>
        <AriaTextArea
          ref={inputRef}
          rows={rows}
          className={`field-sizing-content max-h-96 min-h-32 resize-none wrap-anywhere ${fieldInputClass}`}
        />
      </Group>
      <FieldNote help={help} error={error} />
    </AriaTextField>
  )
}
