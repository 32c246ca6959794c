import ChevronDown from 'lucide-react/icons/chevron-down'
import type { Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'

import { cx } from '../styles/cx.ts'
import { AriaFieldLabel, AriaFieldNote } from './aria-field.tsx'
import { fieldClasses, type FieldFrameProps } from './field.tsx'
import { chooseOption, type OptionFieldProps } from './option-field.ts'
import { OptionList } from './option-list.tsx'

export type SelectProps<Id extends string> = FieldFrameProps &
  OptionFieldProps<Id> & {
    readonly buttonRef?: Ref<HTMLButtonElement>
  }

/** Choice from a short list. For more than twelve options, use ComboBox. */
export function Select<Id extends string>({ label, help, error, className, options, ...props }: SelectProps<Id>) {
  const isInvalid = error !== undefined && error !== ''
  return (
    <AriaSelect
      value={props.value}
      onChange={(key) => chooseOption(options, key, props.onChange)}
      isInvalid={isInvalid}
      isRequired={props.isRequired}
      isDisabled={props.isDisabled}
      onBlur={props.onBlur}
      name={props.name}
      autoComplete={props.autoComplete}
      placeholder={props.placeholder}
      validationBehavior="aria"
      className={cx('flex flex-col gap-1.5', className)}
    >
      <AriaFieldLabel>{label}</AriaFieldLabel>
      <Button
        ref={props.buttonRef}
        data-invalid={isInvalid || undefined}
        className={cx(
          fieldClasses.box,
          'justify-between gap-2 px-3 text-start outline-none data-focus-visible:border-accent-ink data-focus-visible:ring-1',
          'data-focus-visible:ring-accent-ink data-focus-visible:data-invalid:ring-down',
        )}
      >
        <SelectValue className="min-w-0 py-1 text-start wrap-anywhere data-placeholder:text-faint">
          {({ isPlaceholder, defaultChildren }) =>
            isPlaceholder ? defaultChildren : options.find((option) => option.id === props.value)?.label
          }
        </SelectValue>
        <ChevronDown size={16} className="shrink-0 text-muted" aria-hidden />
      </Button>
      <AriaFieldNote help={help} error={error} />
      <OptionList options={options} />
    </AriaSelect>
  )
}
