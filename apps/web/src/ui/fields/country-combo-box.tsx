import { lazy, Suspense, useMemo, type Ref } from 'react'

import { getFormat } from '../../platform/i18n/format.ts'
import { ComboBox } from './combo-box.tsx'
import type { FieldFrameProps } from './field.tsx'
import type { SelectOption } from './option-list.tsx'

/** The table of flags is large, so it is loaded when it is needed. */
const FlagImage = lazy(() => import('../brand/flag-image.tsx').then((module) => ({ default: module.FlagImage })))

export type CountryOption = {
  readonly iso: string
  /** Name that is used if the browser has none for the country. */
  readonly name: string
  readonly hint?: string
  /** Other words that find the country. */
  readonly keywords?: readonly string[]
}

type Field = {
  readonly value: string | null
  readonly onChange: (iso: string) => void
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement>
}

/** Choice of a country. Countries have their flags, and are sorted by their names in `locale`. */
export function CountryComboBox(
  props: FieldFrameProps & {
    readonly field: Field
    readonly countries: readonly CountryOption[]
    readonly locale: string
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
      // The chosen name stays in the field until that is replaced, also in another language.
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

function toCountryOptions(countries: readonly CountryOption[], locale: string): SelectOption[] {
  const format = getFormat(locale)
  const options = countries.map(({ iso, name, ...choice }) => ({
    ...choice,
    id: iso,
    label: format.region(iso) ?? name,
    icon: <Flag iso={iso} />,
  }))
  return format.sortBy(options, ({ label }) => label)
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
