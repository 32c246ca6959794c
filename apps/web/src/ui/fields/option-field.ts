import type { SelectOption } from './option-list.tsx'

/** Props of a field in which the user chooses one option of a list. */
export type OptionFieldProps<Id extends string> = {
  readonly options: readonly SelectOption<Id>[]
  readonly value: Id | null
  readonly onChange: (value: Id) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  readonly name?: string
  readonly autoComplete?: string
}

/** Passes the id of an option to `onChange`. Ignores other keys. */
export function chooseOption<Id extends string>(
  options: readonly SelectOption<Id>[],
  key: string | number | null,
  onChange: (value: Id) => void,
): void {
  const chosen = options.find((option) => option.id === key)
  if (chosen !== undefined) onChange(chosen.id)
}
