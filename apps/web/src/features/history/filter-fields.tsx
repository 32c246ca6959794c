import { parseAbsolute, toCalendarDate } from '@internationalized/date'
import { useState } from 'react'

import { getLocalZone, listTimeZones } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { type Filters, toSearch, withDays } from './filters.ts'
import { saveTimeZone } from './time-zone.ts'

export type FilterChoice<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly all: string
  readonly options: readonly { readonly id: string; readonly label: string }[]
}

export type FilterFieldsProps<Name extends string> = {
  readonly filters: Filters<Name>
  readonly onFilter: (filters: Filters<Name>) => void
  readonly choices: readonly FilterChoice<Name>[]
  readonly zone: string
  /** Start of the list while no day is chosen. */
  readonly startMs: number
}

export function FilterFields<Name extends string>(props: FilterFieldsProps<Name>) {
  const { filters, onFilter, choices, zone, startMs } = props
  const t = useTranslate()
  const lang = useLocaleTag()
  const [isRefused, setRefused] = useState(false)
  const words = {
    open: t('history.open_calendar'),
    previous: t('history.previous_month'),
    next: t('history.next_month'),
  }
  // The default start is shown, and counts as the start of an end that is chosen.
  const from = filters.from ?? toCalendarDate(parseAbsolute(new Date(startMs).toISOString(), zone))
  const chooseDays = (days: Partial<Pick<Filters, 'from' | 'to'>>): boolean => {
    const isCleared = days.from === null
    const next = withDays(filters, { from, to: filters.to, ...days })
    const isDefault = filters.from === null && days.from === undefined
    setRefused(next.isRefused)
    onFilter({ ...next.filters, from: isCleared || isDefault ? null : next.filters.from })
    return !next.isRefused
  }
  const setCount = Object.keys(toSearch(filters)).length
  return (
    <>
      <DateField
        label={t('history.from')}
        value={from}
        onChange={(day) => chooseDays({ from: day })}
        {...{ words, lang }}
      />
      <DateField
        label={t('history.to')}
        value={filters.to}
        onChange={(to) => chooseDays({ to })}
        error={isRefused ? t('history.end_before_start') : undefined}
        {...{ words, lang }}
      />
      {choices.map(({ name, label, all, options }) => (
        <Select
          key={name}
          label={label}
          value={filters.choices[name] === '' ? 'all' : filters.choices[name]}
          options={[{ id: 'all', label: all }, ...options]}
          onChange={(id) => onFilter({ ...filters, choices: { ...filters.choices, [name]: id === 'all' ? '' : id } })}
        />
      ))}
      <ZoneField zone={zone} />
      {setCount > 0 && (
        <Button
          tone="plain"
          className="col-span-full justify-self-start lg:row-start-2"
          onPress={() => {
            setRefused(false)
            const none = Object.fromEntries(Object.keys(filters.choices).map((name) => [name, '']))
            onFilter({ from: null, to: null, choices: none as Filters<Name>['choices'] })
          }}
        >
          {t('history.clear')}
        </Button>
      )}
    </>
  )
}

function ZoneField({ zone }: { readonly zone: string }) {
  const t = useTranslate()
  const [zones] = useState(listTimeZones)
  const name = (id: string): string => id.replaceAll('_', ' ')
  return (
    <ComboBox
      className="col-span-2 sm:col-span-1"
      label={t('history.zone')}
      value={zone}
      options={zones.map((id) => ({
        id,
        label: id === getLocalZone() ? t('history.zone_local', { name: name(id) }) : name(id),
      }))}
      onChange={saveTimeZone}
      emptyText={t('history.none_found')}
      toggleLabel={t('history.zone')}
    />
  )
}
