import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy, Suspense, useId, useMemo, useState, type Ref } from 'react'

import { getFormat } from '../../platform/i18n/format.ts'
import { useMediaQuery } from '../hooks/use-media-query.ts'
import { cx } from '../styles/cx.ts'
import { ComboBox } from './combo-box.tsx'
import { Field as FieldFrame, type FieldFrameProps, fieldInputClass } from './field.tsx'
import type { SelectOption } from './option-list.tsx'

/** The table of flags is large, so it is loaded when it is needed. */
const FlagImage = lazy(() => import('../brand/flag-image.tsx').then((module) => ({ default: module.FlagImage })))
const CountrySheet = lazy(() => import('./country-sheet.tsx').then((module) => ({ default: module.CountrySheet })))

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
  readonly ref: Ref<HTMLInputElement & HTMLButtonElement>
}

type CountryFieldProps = FieldFrameProps & {
  readonly field: Field
  readonly countries: readonly CountryOption[]
  readonly locale: string
  readonly words: { readonly none: string; readonly search: string; readonly close: string }
  readonly name?: string
  readonly autoComplete?: string
}

/** Countries with their flags, sorted by their names in `locale`. On a phone they are in a sheet. */
export function CountryComboBox(props: CountryFieldProps) {
  const { field, countries, locale, words, ...rest } = props
  const options = useMemo(() => toCountryOptions(countries, locale), [countries, locale])
  const isPhone = useMediaQuery('(width < 40rem) and (pointer: coarse)')
  if (isPhone) return <SheetField {...rest} field={field} options={options} words={words} />
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
      emptyText={words.none}
      toggleLabel={props.label}
    />
  )
}

/** A button with the chosen country, which opens the sheet. */
function SheetField(
  props: FieldFrameProps & Pick<CountryFieldProps, 'field' | 'words'> & { readonly options: readonly SelectOption[] },
) {
  const { field, words, options } = props
  const sheetId = useId()
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find(({ id }) => id === field.value)
  const close = (): void => {
    setOpen(false)
    field.onBlur()
  }
  return (
    <>
      <FieldFrame
        {...props}
        renderInput={(attributes) => (
          <button
            {...attributes}
            ref={field.ref}
            type="button"
            role="combobox"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-controls={sheetId}
            onClick={() => setOpen(true)}
            className={cx(fieldInputClass, 'flex cursor-pointer items-center gap-3 text-start')}
          >
            {chosen?.icon}
            <span className="min-w-0 flex-1 truncate">{chosen?.label}</span>
            <ChevronDown size={16} className="shrink-0 text-muted" aria-hidden />
          </button>
        )}
      />
      {isOpen && (
        <Suspense>
          <CountrySheet
            id={sheetId}
            title={props.label}
            searchLabel={words.search}
            closeLabel={words.close}
            emptyText={words.none}
            options={options}
            value={field.value}
            onChoose={(iso) => {
              field.onChange(iso)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
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
