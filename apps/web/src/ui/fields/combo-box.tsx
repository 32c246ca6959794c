import ChevronDown from 'lucide-react/icons/chevron-down'
import type { Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'

import { cx } from '../styles/cx.ts'
import { boxClass, FieldLabel, FieldNote, type FieldFrameProps, inputClass } from './field.tsx'
import { OptionList, type Option } from './option-list.tsx'

export type ComboBoxProps<Id extends string> = FieldFrameProps & {
  readonly options: readonly Option<Id>[]
  readonly value: Id | null
  readonly onChange: (value: Id) => void
  readonly onBlur?: () => void
  /** Said where nothing matches what was typed. */
  readonly empty: string
  /** Names the button that opens the list. */
  readonly toggleLabel: string
  readonly placeholder?: string
  readonly name?: string
  readonly autoComplete?: string
  readonly inputRef?: Ref<HTMLInputElement>
}

/** One of a long list, found by typing. */
export function ComboBox<Id extends string>({ label, help, error, className, options, ...props }: ComboBoxProps<Id>) {
  const isInvalid = error !== undefined && error !== ''
  const choose = (key: string | number | null): void => {
    const chosen = options.find((option) => option.id === key)
    if (chosen !== undefined) props.onChange(chosen.id)
  }
  return (
    <AriaComboBox<Option<Id>>
      defaultItems={options}
      defaultFilter={(label, typed) => isFound(options, label, typed)}
      value={props.value}
      onChange={choose}
      allowsEmptyCollection
      menuTrigger="focus"
      isInvalid={isInvalid}
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
      validationBehavior="aria"
      className={cx('flex flex-col gap-1.5', className)}
      {...(props.onBlur === undefined ? {} : { onBlur: props.onBlur })}
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className={boxClass} isInvalid={isInvalid}>
        <Input
          {...(props.inputRef === undefined ? {} : { ref: props.inputRef })}
          {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
          {...(props.name === undefined ? {} : { name: props.name })}
          {...(props.autoComplete === undefined ? {} : { autoComplete: props.autoComplete })}
          className={inputClass}
        />
        <Button aria-label={props.toggleLabel} className="flex items-center self-stretch px-3 text-muted outline-none">
          <ChevronDown size={16} aria-hidden />
        </Button>
      </Group>
      <FieldNote help={help} error={error} />
      <OptionList empty={props.empty} />
    </AriaComboBox>
  )
}

/** By a part of its name, with or without accents, or by the beginning of a keyword. */
function isFound(options: readonly Option[], label: string, typed: string): boolean {
  const wanted = plain(typed)
  if (plain(label).includes(wanted)) return true
  const keywords = options.find((option) => option.label === label)?.keywords ?? []
  return keywords.some((keyword) => plain(keyword).startsWith(wanted))
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim()
}
