import { useLayoutEffect, useReducer, useRef, useState, type ReactNode } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'

import { formatGrouped, groupNumber, parseNumber, getSeparators } from '../money/grouped-number.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type MoneyFieldProps = Omit<
  TextFieldProps,
  'value' | 'onChange' | 'type' | 'inputMode' | 'dir' | 'tabular' | 'inputRef' | 'onBlur'
> & {
  /** Major units; null while the field is empty. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  /** Called when the field is left, with what it then holds: raise it to a minimum here. */
  readonly onCommit?: (value: number | null) => void
  readonly fractionDigits?: number
  readonly symbol?: ReactNode
  readonly inputRef?: { current: HTMLInputElement | null }
}

/** An amount of money: grouped while it is typed, pasted text cleaned, a number pad on a phone. */
export function MoneyField({
  value,
  onChange,
  onCommit,
  fractionDigits = 2,
  symbol,
  inputRef,
  ...props
}: MoneyFieldProps) {
  const { locale } = useLocale()
  const separators = getSeparators(locale)
  const own = useRef<HTMLInputElement>(null)
  const ref = inputRef ?? own
  const caret = useRef<number | null>(null)
  const [draft, setDraft] = useState<string | null>(null)
  // Drawn anew even where the digits stay as they were, as after deleting a separator: else the caret would jump to the end.
  const [, redraw] = useReducer((times: number) => times + 1, 0)

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== ref.current) return
    ref.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const handleInput = (text: string): void => {
    const grouped = groupNumber(text, ref.current?.selectionStart ?? text.length, separators, fractionDigits)
    caret.current = grouped.caret
    redraw()
    setDraft(grouped.text)
    onChange(parseNumber(grouped.text, separators, fractionDigits))
  }
  const handleBlur = (): void => {
    setDraft(null)
    onCommit?.(value)
  }

  // A value set from outside (a slider) wins over what was typed before it.
  const shown =
    draft !== null && parseNumber(draft, separators, fractionDigits) === value
      ? draft
      : formatGrouped(value, separators, fractionDigits)
  return (
    <TextField
      {...props}
      value={shown}
      onChange={handleInput}
      onBlur={handleBlur}
      inputMode={fractionDigits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir="ltr"
      tabular
      inputRef={ref}
      {...(symbol === undefined ? {} : { prefix: symbol })}
    />
  )
}
