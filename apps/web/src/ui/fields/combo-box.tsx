import ChevronDown from 'lucide-react/icons/chevron-down'
import { type Ref, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'

import { cx } from '../styles/cx.ts'
import { AriaFieldLabel, AriaFieldNote } from './aria-field.tsx'
import { fieldBoxClass, type FieldFrameProps, fieldInputClass } from './field.tsx'
import { chooseOption, type OptionFieldProps } from './option-field.ts'
import { OptionList, type SelectOption } from './option-list.tsx'

export type ComboBoxProps<Id extends string> = FieldFrameProps &
  OptionFieldProps<Id> & {
    readonly emptyText: string
    readonly toggleLabel: string
    readonly inputRef?: Ref<HTMLInputElement>
  }

export function ComboBox<Id extends string>({ label, help, error, className, options, ...props }: ComboBoxProps<Id>) {
  const [typed, setTyped] = useState('')
  const isInvalid = error !== undefined && error !== ''
  const chosen = options.find(({ id }) => id === props.value)
  return (
    <AriaComboBox<SelectOption<Id>>
      // The text of the chosen option is no search.
      items={typed === chosen?.label ? options : searchOptions(options, typed)}
      onInputChange={setTyped}
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
      <AriaFieldLabel>{label}</AriaFieldLabel>
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
      <AriaFieldNote help={help} error={error} />
      <OptionList emptyText={props.emptyText} />
    </AriaComboBox>
  )
}

/** Finds options, and ignores accents. Labels and keywords that begin with the text come first, then labels that contain it. */
function searchOptions<Option extends SelectOption>(options: readonly Option[], typed: string): Option[] {
  const query = normalizeText(typed)
  const startsWithQuery = (text: string): boolean => normalizeText(text).startsWith(query)
  const found = Object.groupBy(options, ({ label, keywords = [] }) => {
    if ([label, ...keywords].some(startsWithQuery)) return 'start'
    return normalizeText(label).includes(query) ? 'part' : 'none'
  })
  return [...(found.start ?? []), ...(found.part ?? [])]
}

function normalizeText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim()
}
