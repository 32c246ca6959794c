import ChevronDown from 'lucide-react/icons/chevron-down'
import type { Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'

import { cx } from '../styles/cx.ts'
import { fieldBoxClass, FieldLabel, FieldNote, type FieldFrameProps, fieldInputClass } from './field.tsx'
import { chooseOption, type OptionFieldProps } from './option-field.ts'
import { OptionList, type SelectOption } from './option-list.tsx'

export type ComboBoxProps<Id extends string> = FieldFrameProps &
  OptionFieldProps<Id> & {
    readonly emptyText: string
    readonly toggleLabel: string
    readonly inputRef?: Ref<HTMLInputElement>
  }

export function ComboBox<Id extends string>({ label, help, error, className, options, ...props }: ComboBoxProps<Id>) {
  const isInvalid = error !== undefined && error !== ''
  return (
    <AriaComboBox<SelectOption<Id>>
      defaultItems={options}
      defaultFilter={(label, typed) => matchesOption(options, label, typed)}
      value={props.value}
      onChange={(key) => chooseOption(options, key, props.onChange)}
      allowsEmptyCollection
      menuTrigger="focus"
      isInvalid={isInvalid}
      isRequired={props.isRequired}
      isDisabled={props.isDisabled}
      onBlur={props.onBlur}
      validationBehavior="aria"
      className={cx('flex flex-col gap-1.5', className)}
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className={fieldBoxClass} isInvalid={isInvalid}>
        <Input
          ref={props.inputRef}
          placeholder={props.placeholder}
          name={props.name}
          autoComplete={props.autoComplete}
          className={cx(fieldInputClass, 'text-ellipsis')}
        />
        <Button aria-label={props.toggleLabel} className="flex items-center self-stretch px-3 text-muted outline-none">
          <ChevronDown size={16} aria-hidden />
        </Button>
      </Group>
      <FieldNote help={help} error={error} />
      <OptionList emptyText={props.emptyText} />
    </AriaComboBox>
  )
}

/** Matches any part of the label, ignoring accents, or the start of a keyword. */
function matchesOption(options: readonly SelectOption[], label: string, typed: string): boolean {
  const query = normalizeText(typed)
  if (normalizeText(label).includes(query)) return true
  const keywords = options.find((option) => option.label === label)?.keywords ?? []
  return keywords.some((keyword) => normalizeText(keyword).startsWith(query))
}

function normalizeText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim()
}
