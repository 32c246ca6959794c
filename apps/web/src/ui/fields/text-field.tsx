import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'

import { cx } from '../styles/cx.ts'
import { fieldBoxClass, FieldLabel, FieldNote, type FieldFrameProps, fieldInputClass } from './field.tsx'

export type TextFieldProps = FieldFrameProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly name?: string
  readonly type?: 'text' | 'email' | 'password' | 'tel'
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: string
  readonly autoCapitalize?: 'none' | 'words' | 'characters'
  readonly placeholder?: string
  readonly maxLength?: number
  readonly spellCheck?: boolean
  /** `ltr` for numbers, codes and addresses in every language. */
  readonly dir?: 'ltr'
  readonly isTabular?: boolean
  readonly labelAside?: ReactNode
  readonly prefix?: ReactNode
  readonly suffix?: ReactNode
  /** Gets the focus if this is the first invalid field. */
  readonly inputRef?: Ref<HTMLInputElement>
  /** For the only field of a dialog. */
  readonly hasAutoFocus?: boolean
  readonly onPaste?: HTMLAttributes<HTMLInputElement>['onPaste']
}

export function TextField(props: TextFieldProps) {
  const { label, help, error, className, value, onChange, onBlur, prefix, suffix, labelAside, isTabular, dir } = props
  const isInvalid = error !== undefined && error !== ''
  return (
    <AriaTextField
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      isInvalid={isInvalid}
      isRequired={props.isRequired}
      isDisabled={props.isDisabled}
      autoFocus={props.hasAutoFocus}
      name={props.name}
      type={props.type}
      inputMode={props.inputMode}
      autoComplete={props.autoComplete}
      maxLength={props.maxLength}
      spellCheck={props.spellCheck === undefined ? undefined : props.spellCheck ? 'true' : 'false'}
      validationBehavior="aria"
      className={cx('flex flex-col gap-1.5', className)}
    >
      <FieldLabel aside={labelAside}>{label}</FieldLabel>
      <Group dir={dir} className={fieldBoxClass} isInvalid={isInvalid} isDisabled={props.isDisabled}>
        {prefix !== undefined && <span className="ps-3 text-muted">{prefix}</span>}
        <Input
          ref={props.inputRef}
          dir={dir}
          placeholder={props.placeholder}
          autoCapitalize={props.autoCapitalize}
          onPaste={props.onPaste}
          className={cx(fieldInputClass, isTabular && 'tabular')}
        />
        {suffix !== undefined && <span className="flex items-center pe-1 text-muted">{suffix}</span>}
      </Group>
      <FieldNote help={help} error={error} />
    </AriaTextField>
  )
}
