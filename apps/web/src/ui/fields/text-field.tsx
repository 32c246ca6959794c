import type { HTMLAttributes, ReactNode, Ref } from 'react'

import { cx } from '../styles/cx.ts'
import { Field, type FieldFrameProps, fieldInputClass } from './field.tsx'

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
  /** Set to `ltr` for numbers, codes and addresses in every language. */
  readonly dir?: 'ltr'
  readonly isTabular?: boolean
  readonly labelAside?: ReactNode
  readonly prefix?: ReactNode
  readonly suffix?: ReactNode
  /** The input, which gets the focus if this is the first invalid field. */
  readonly inputRef?: Ref<HTMLInputElement>
  /** True for the only field of a dialog. */
  readonly hasAutoFocus?: boolean
  readonly onPaste?: HTMLAttributes<HTMLInputElement>['onPaste']
}

export function TextField(props: TextFieldProps) {
  const { prefix, suffix } = props
  return (
    <Field
      {...props}
      renderInput={(attributes) => (
        <>
          {prefix !== undefined && <span className="ps-3 text-muted">{prefix}</span>}
          <input
            {...attributes}
            ref={props.inputRef}
            value={props.value}
            onChange={({ target }) => props.onChange(target.value)}
            onBlur={props.onBlur}
            onPaste={props.onPaste}
            name={props.name}
            type={props.type ?? 'text'}
            inputMode={props.inputMode}
            autoComplete={props.autoComplete}
            autoCapitalize={props.autoCapitalize}
            autoFocus={props.hasAutoFocus}
            placeholder={props.placeholder}
            maxLength={props.maxLength}
            spellCheck={props.spellCheck}
            dir={props.dir}
            className={cx(fieldInputClass, props.isTabular && 'tabular')}
          />
          {suffix !== undefined && <span className="flex items-center pe-1 text-muted">{suffix}</span>}
        </>
      )}
    />
  )
}
