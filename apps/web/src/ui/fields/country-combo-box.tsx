import { lazy, Suspense, useMemo, type Ref } from 'react'

import { ComboBox } from './combo-box.tsx'
import type { FieldFrameProps } from './field.tsx'
import type { SelectOption } from './option-list.tsx'

/** The table of flags comes with the first list that is opened. */
const FlagImage = lazy(() => import('../brand/flag-image.tsx').then((module) => ({ default: module.FlagImage })))

export type CountryOption = {
  readonly iso: string
  /** Where the browser has no word for it in its language. */
  readonly name: string
  /** Stands on the far side, muted. */
  readonly hint?: string
  readonly isDisabled?: boolean
  /** What else it is found by. */
  readonly keywords?: readonly string[]
}

/** A field of a form, as react-hook-form hands it out. */
type Field = {
  readonly value: string | null
  readonly onChange: (iso: string) => void
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement>
}

/** One of the countries, with its flag, by the order of their names in `locale`. */
export function CountryComboBox(
  props: FieldFrameProps & {
    readonly field: Field
    readonly countries: readonly CountryOption[]
    readonly locale: string
    /** Said where no country is called what was typed. */
    readonly emptyText: string
    readonly name?: string
    readonly autoComplete?: string
  },
) {
  const { field, countries, locale, ...rest } = props
  const options = useMemo(() => toCountryOptions(countries, locale), [countries, locale])
  return (
    <ComboBox
      {...rest}
      // Its items are read once: in another language they are others.
      key={locale}
      options={options}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      toggleLabel={props.label}
    />
  )
}

/** Every key typed elsewhere in a form draws it anew: sorting all countries is done once. */
function toCountryOptions(countries: readonly CountryOption[], locale: string): SelectOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const { compare } = new Intl.Collator(locale)
  return countries
    .map(({ iso, name, ...choice }) => ({
      // What is given may be a row of the country table, with an id of its own.
      ...choice,
      id: iso,
      label: names.of(iso) ?? name,
      icon: <Flag iso={iso} />,
    }))
    .toSorted((a, b) => compare(a.label, b.label))
}

function Flag({ iso }: { readonly iso: string }) {
  return (
    <span
      aria-hidden
      className="flex h-3.5 w-[1.3125rem] shrink-0 overflow-hidden rounded-[2px] bg-raised outline outline-line"
    >
      <Suspense fallback={null}>
        <FlagImage iso={iso} />
      </Suspense>
    </span>
  )
}
