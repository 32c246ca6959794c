import { currencySymbol } from '@tradefront/rules/ledger/format-money'
import { useRef, useState } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'

import { getFormat } from '../../platform/i18n/format.ts'
import { useCaret } from '../hooks/use-caret.ts'
import { Button } from '../buttons/button.tsx'
import { canGroup, formatGrouped, groupNumber, type Separators } from '../money/grouped-number.ts'
import { type AmountFault, parseAmount } from '../money/parse-amount.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type MoneyFieldProps = Omit<
  TextFieldProps,
  'value' | 'onChange' | 'type' | 'inputMode' | 'dir' | 'isTabular' | 'inputRef' | 'onBlur' | 'prefix' | 'suffix'
> & {
  /** Value in major units; null while the field is empty or its text is not a clear amount. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  /** Called on blur, e.g. to raise the value to a minimum, unless the text is not a clear amount. */
  readonly onCommit?: (value: number | null) => void
  readonly fractionDigits?: number
  readonly currency: string
  /** Translated messages for text that is not a clear amount. */
  readonly faultTexts: Readonly<Record<AmountFault, string>>
  /** Label of a button that drops the cents in a field for whole amounts. */
  readonly toWholeLabel?: (amount: string) => string
}

/** Nobody types more digits behind a decimal mark. */
const mostTypedDigits = 20

/** Text typed since the field got the focus. `isAsTyped`: it has separators of its own, so it is not grouped. */
type Draft = { readonly text: string; readonly isAsTyped: boolean }

/** Field for an amount. It never guesses: text that is not a clear amount stays as it was typed, with a message instead of a value. */
export function MoneyField(props: MoneyFieldProps) {
  const { value, onChange, onCommit, fractionDigits = 2, currency, faultTexts, toWholeLabel, ...fieldProps } = props
  const separators = getFormat(useLocale().locale).separators()
  const input = useRef<HTMLInputElement>(null)
  const setCaret = useCaret(input)
  const pasted = useRef(false)
  const [lastDraft, setDraft] = useState<Draft | null>(null)

  const parse = (text: string) => parseAmount(text, separators, fractionDigits)
  // A value set from outside, e.g. by a slider, replaces the draft.
  const draft = lastDraft !== null && parse(lastDraft.text).value === value ? lastDraft : null
  const fault = draft === null ? null : parse(draft.text).fault
  const shown = draft?.text ?? formatGrouped(value, separators, fractionDigits)

  const handleChange = (typed: string): void => {
    // A pasted text has marks of its own, which can be at the same place as those that were shown.
    const hasPastedMarks = pasted.current
    pasted.current = false
    const isAsTyped =
      typed !== '' &&
      (draft?.isAsTyped === true || hasPastedMarks || !canGroup(typed, shown, separators, fractionDigits))
    const caret = input.current?.selectionStart ?? typed.length
    const next = isAsTyped ? { text: typed, caret } : groupNumber(typed, caret, separators)
    setCaret(next.caret)
    setDraft({ text: next.text, isAsTyped })
    onChange(parse(next.text).value)
  }
  const whole = fault === 'not_whole' && draft !== null ? readWhole(draft.text, separators) : null
  const dropCents = (): void => {
    input.current?.focus()
    setDraft(null)
    onChange(whole)
    onCommit?.(whole)
  }
  const field = (
    <TextField
      {...fieldProps}
      error={fault === null ? props.error : faultTexts[fault]}
      value={shown}
      onChange={handleChange}
      onBlur={() => {
        if (fault !== null) return
        setDraft(null)
        onCommit?.(value)
      }}
      onPaste={({ clipboardData }) => {
        pasted.current = /\D/.test(clipboardData.getData('text').trim())
      }}
      inputMode={fractionDigits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir="ltr"
      isTabular
      inputRef={input}
      {...(currency === 'RUB'
        ? { suffix: <span className="pe-2">{currencySymbol(currency)}</span> }
        : { prefix: currencySymbol(currency) })}
    />
  )
  if (toWholeLabel === undefined) return field
  return (
    <div className="flex flex-col gap-1">
      {field}
      {whole !== null && (
        <Button size="sm" className="self-start" onPress={dropCents}>
          {toWholeLabel(formatGrouped(whole, separators, 0))}
        </Button>
      )}
    </div>
  )
}

function readWhole(text: string, separators: Separators): number | null {
  const { value } = parseAmount(text, separators, mostTypedDigits)
  return value === null ? null : Math.floor(value)
}
