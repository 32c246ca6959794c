import type { Country } from '@tradefront/contract/settings'
import { getRegistrationStatus } from '@tradefront/rules/auth/registration-country'
import { currencySymbol } from '@tradefront/rules/ledger/format-money'
import type { Currency } from '@tradefront/rules/ledger/money'
import { memo, useMemo } from 'react'
import { useController, type Control } from 'react-hook-form'

import { translateFieldError } from '../../platform/forms/use-form-field.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate, type Translate } from '../../platform/i18n/i18n.ts'
import { CountryComboBox, type CountryOption } from '../../ui/fields/country-combo-box.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { findCountryRefusal, type RegistrationForm } from './registration-rules.ts'

/** Field of the country. It lists blocked countries too, with the reason. */
export const CountryField = memo(function CountryField(props: {
  readonly control: Control<RegistrationForm>
  readonly countries: readonly Country[]
}) {
  const t = useTranslate()
  const { field, fieldState } = useController({ control: props.control, name: 'country' })
  const refusal = findCountryRefusal(props.countries, field.value)
  const choices = useMemo(() => toCountryOptions(props.countries, t), [props.countries, t])
  return (
    <CountryComboBox
      label={t('auth.country')}
      field={field}
      countries={choices}
      locale={useLocaleTag()}
      // The refusal is shown at once, not after the whole form.
      error={refusal === null ? translateFieldError(t, fieldState.error?.message) : t(refusal)}
      words={{ none: t('auth.country_none'), search: t('auth.country_search'), close: t('shell.close') }}
    />
  )
})

function toCountryOptions(countries: readonly Country[], t: Translate): CountryOption[] {
  return countries.map((one) => {
    const { iso, iso3, name, prefix } = one
    // A blocked country can be chosen, so that the field can say why no account can be opened.
    const isClosed = getRegistrationStatus(one) === 'blocked'
    return {
      iso,
      name,
      hint: isClosed ? t('auth.country_closed') : `+${prefix}`,
      keywords: [`+${prefix}`, prefix, iso, iso3, name],
    }
  })
}

export function CurrencyField({
  control,
  currencies,
}: {
  readonly control: Control<RegistrationForm>
  readonly currencies: readonly Currency[]
}) {
  const t = useTranslate()
  const format = useFormat()
  const { field, fieldState } = useController({ control, name: 'currency' })
  return (
    <Select
      label={t('auth.currency')}
      help={t('auth.currency_help')}
      options={currencies.map((id) => ({
        id,
        label: `${id} · ${format.currencyName(id)}`,
        hint: currencySymbol(id),
      }))}
      value={currencies.find((id) => id === field.value) ?? 'USD'}
      onChange={field.onChange}
      onBlur={field.onBlur}
      buttonRef={field.ref}
      error={translateFieldError(t, fieldState.error?.message)}
    />
  )
}
