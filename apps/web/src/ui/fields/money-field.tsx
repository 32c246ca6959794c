import { type ReactNode, useRef, useState } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'

import { useCaret } from '../hooks/use-caret.ts'
import { formatGrouped, getSeparators, groupNumber, hasOwnSeparators, parseNumber } from '../money/grouped-number.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type MoneyFieldProps = Omit<
  TextFieldProps,
  'value' | 'onChange' | 'type' | 'inputMode' | 'dir' | 'isTabular' | 'inputRef' | 'onBlur'
> & {
  /** Major units; null while the field is empty. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  /** Called on blur, e.g. to raise the value to a minimum. */
  readonly onCommit?: (value: number | null) => void
  readonly fractionDigits?: number
  readonly symbol?: ReactNode
}

/** Text typed since the field got the focus. `isAsTyped`: it has its own separators, so it is not grouped. */
type Draft = { readonly text: string; readonly isAsTyped: boolean }

export function MoneyField({ value, onChange, onCommit, fractionDigits = 2, symbol, ...props }: MoneyFieldProps) {
  const separators = getSeparators(useLocale().locale)
  const input = useRef<HTMLInputElement>(null)
  const setCaret = useCaret(input)
  const [draft, setDraft] = useState<Draft | null>(null)

  // A value set from outside, e.g. by a slider, replaces the draft.
  const current = draft !== null && parseNumber(draft.text, separators, fractionDigits) === value ? draft : null
  const shown = current?.text ?? formatGrouped(value, separators, fractionDigits)

  const handleChange = (typed: string): void => {
    const isAsTyped =
      typed !== '' &&
      fractionDigits > 0 &&
      (current?.isAsTyped === true || hasOwnSeparators(shown, typed, separators, fractionDigits))
    const caret = input.current?.selectionStart ?? typed.length
    const next = isAsTyped ? { text: typed, caret } : groupNumber(typed, caret, separators, fractionDigits)
    setCaret(next.caret)
    setDraft({ text: next.text, isAsTyped })
    onChange(parseNumber(next.text, separators, fractionDigits))
  }
  return (
    <TextField
      {...props}
      value={shown}
      onChange={handleChange}
      onBlur={() => {
        setDraft(null)
        onCommit?.(value)
      }}
      inputMode={fractionDigits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir="ltr"
      isTabular
      inputRef={input}
      {...(symbol === undefined ? {} : { prefix: symbol })}
    />
  )
}
