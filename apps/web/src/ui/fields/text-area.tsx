import type { KeyboardEventHandler, ReactNode, Ref } from 'react'
import { Group } from 'react-aria-components/Group'
import { Label } from 'react-aria-components/Label'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'

import { cx } from '../styles/cx.ts'
import { fieldBoxClass, FieldLabel, FieldNote, type FieldFrameProps, fieldInputClass } from './field.tsx'

export type TextAreaProps = FieldFrameProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly name: string
  readonly rows: number
  /** At the end of the label's line, e.g. a counter. */
  readonly labelAside?: ReactNode
  readonly inputRef: Ref<HTMLTextAreaElement>
  readonly onKeyDown?: KeyboardEventHandler<HTMLTextAreaElement>
  /** In a box of its container, with the label as a placeholder. Grows from one line. */
  readonly isBare?: boolean
}

export function TextArea({ label, help, error, className, labelAside, inputRef, rows, ...props }: TextAreaProps) {
  const isInvalid = error !== undefined && error !== ''
  return (
    <AriaTextField
      value={props.value}
      onChange={props.onChange}
      onBlur={props.onBlur}
      name={props.name}
      isInvalid={isInvalid}
      isRequired={props.isRequired}
      isDisabled={props.isDisabled}
      validationBehavior="aria"
      className={cx('flex flex-col', !props.isBare && 'gap-1.5', className)}
    >
      {props.isBare ? <Label className="sr-only">{label}</Label> : <FieldLabel aside={labelAside}>{label}</FieldLabel>}
      <Group className={props.isBare ? 'flex' : fieldBoxClass} isInvalid={isInvalid} isDisabled={props.isDisabled}>
        <AriaTextArea
          ref={inputRef}
          rows={rows}
          onKeyDown={props.onKeyDown}
          placeholder={props.isBare ? label : undefined}
          className={cx(
            'field-sizing-content resize-none wrap-anywhere',
            props.isBare ? 'max-h-[30dvh] placeholder:text-muted' : 'max-h-96 min-h-32',
            fieldInputClass,
          )}
        />
      </Group>
      <div className={props.isBare ? 'px-3' : 'contents'}>
        <FieldNote help={help} error={error} />
      </div>
    </AriaTextField>
  )
}
