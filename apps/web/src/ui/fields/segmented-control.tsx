import { useId, type ReactNode } from 'react'

import { cx } from '../styles/cx.ts'

/** A choice of native radio buttons, to keep the first page small. */
export function SegmentedControl<Id extends string>(props: {
  readonly label: string
  readonly options: readonly {
    readonly id: Id
    readonly label: ReactNode
    readonly name?: string
    readonly lang?: string
  }[]
  readonly value: Id
  readonly onChange: (value: Id) => void
  /** True if it fills its container. */
  readonly isWide?: boolean
}) {
  const name = useId()
  return (
    <fieldset
      className={cx(
        'rounded-field border border-line bg-surface p-0.5',
        props.isWide ? 'flex *:flex-1' : 'inline-flex',
      )}
    >
      <legend className="sr-only">{props.label}</legend>
      {props.options.map((option) => (
        <label
          key={option.id}
          lang={option.lang}
          className={
            'relative flex min-h-8 min-w-9 cursor-pointer items-center justify-center rounded-[4px] px-2.5 text-13 text-muted transition-colors ' +
            'hover:text-ink has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11'
          }
        >
          <input
            type="radio"
            name={name}
            value={option.id}
            checked={option.id === props.value}
            onChange={() => props.onChange(option.id)}
            className="absolute inset-0 cursor-pointer opacity-0"
            aria-label={option.name}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
