import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'

import { cx } from '../styles/cx.ts'
import { fieldBoxClass, FieldLabel, FieldNote, type FieldFrameProps, fieldInputClass } from './field.tsx'

export type TextFieldProps = FieldFrameProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
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
  return (
    <AriaTextField
      value={value}
      onChange={onChange}
      onBlur={onBlur ?? noop}
      isInvalid={error !== undefined && error !== ''}
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
      autoFocus={props.hasAutoFocus ?? false}
      validationBehavior="aria"
      className={cx('flex flex-col gap-1.5', className)}
      {...optionalProp('name', props.name)}
      {...optionalProp('type', props.type)}
      {...optionalProp('inputMode', props.inputMode)}
      {...optionalProp('autoComplete', props.autoComplete)}
      {...optionalProp('autoCapitalize', props.autoCapitalize)}
      {...optionalProp('maxLength', props.maxLength)}
      {...optionalProp('spellCheck', props.spellCheck === undefined ? undefined : props.spellCheck ? 'true' : 'false')}
    >
      <FieldLabel aside={labelAside}>{label}</FieldLabel>
      <Group
        className={fieldBoxClass}
        isInvalid={error !== undefined && error !== ''}
        isDisabled={props.isDisabled ?? false}
      >
        {prefix !== undefined && <span className="ps-3 text-muted">{prefix}</span>}
        <Input
          {...optionalProp('ref', props.inputRef)}
          {...optionalProp('dir', dir)}
          {...optionalProp('placeholder', props.placeholder)}
          {...optionalProp('onPaste', props.onPaste)}
          className={cx(fieldInputClass, isTabular === true && 'tabular')}
        />
        {suffix !== undefined && <span className="flex items-center pe-1 text-muted">{suffix}</span>}
      </Group>
      <FieldNote help={help} error={error} />
    </AriaTextField>
  )
}

function noop(): void {}

/** Leaves out an undefined prop: exactOptionalPropertyTypes forbids passing it. */
function optionalProp<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const props: { [P in K]?: V } = {}
  if (value !== undefined) props[key] = value
  return props
}
