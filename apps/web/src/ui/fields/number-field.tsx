import { useId, useState } from 'react'

import { cx } from '../styles/cx.ts'

/**
 * Compact field for a number. It is native: arrow keys change it by its step.
 * @param error shown while the field has the text that was typed last
 */
export function NumberField(props: {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly error?: string
  readonly onChange: (value: number) => void
}) {
  const { label, value, min, max, step, error, onChange } = props
  const errorId = useId()
  const [typed, setTyped] = useState(String(value))
  const isInvalid = error !== undefined
  return (
    <label className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
      {label}
      <input
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        value={typed}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? errorId : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(event.target.valueAsNumber)
        }}
        className={cx(
          'h-8 w-14 [appearance:textfield] rounded-field border bg-surface px-2 text-15 text-ink outline-none tabular focus:ring-1',
          '[&::-webkit-inner-spin-button]:appearance-none pointer-coarse:h-11 pointer-coarse:w-16 pointer-coarse:text-17',
          isInvalid ? 'border-down focus:ring-down' : 'border-edge focus:border-accent-ink focus:ring-accent-ink',
        )}
      />
      {isInvalid && (
        <span id={errorId} role="alert" className="w-full text-down">
          {error}
        </span>
      )}
    </label>
  )
}
