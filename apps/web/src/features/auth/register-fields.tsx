import type { Country } from '@tradefront/contract/settings'
import { getRegistrationStatus } from '@tradefront/rules/auth/registration-country'
import { currencies } from '@tradefront/rules/ledger/money'
import { memo, useMemo, type ReactNode } from 'react'
import { useController, useWatch, type Control, type FieldError } from 'react-hook-form'

import { isLoadedText, useLocaleTag, useTranslate, type Translate } from '../../platform/i18n/i18n.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { CountryComboBox, type CountryOption } from '../../ui/fields/country-combo-box.tsx'
import { currencySymbol } from '../../ui/money/format-money.ts'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PasswordField } from './password-field.tsx'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'
import type { RegistrationForm } from './validate-registration.ts'

type FormControl = Control<RegistrationForm>

/** Our own rules give the key of a text, the server gives words. */
function toErrorText(t: Translate, error: FieldError | undefined): string | undefined {
  const message = error?.message
  if (message === undefined || message === '') return undefined
  return isLoadedText(message) ? t(message) : message
}

export function RegistrationTextField(props: {
  readonly control: FormControl
  readonly name: 'firstName' | 'lastName' | 'login' | 'promo'
  readonly label: string
  readonly help?: string
  readonly type?: 'email'
  readonly autoComplete?: string
  readonly maxLength: number
}) {
  const t = useTranslate()
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  const isName = props.name === 'firstName' || props.name === 'lastName'
  return (
    <TextField
      label={props.label}
      help={props.help}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      name={props.name}
      error={toErrorText(t, fieldState.error)}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      autoCapitalize={isName ? 'words' : 'none'}
      spellCheck={false}
      maxLength={props.maxLength}
    />
  )
}

/** First and last name, as on one's papers. */
export function NameFields({ control }: { readonly control: FormControl }) {
  const t = useTranslate()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <RegistrationTextField
          control={control}
          name="firstName"
          label={t('auth.first_name')}
          autoComplete="given-name"
          maxLength={60}
        />
        <RegistrationTextField
          control={control}
          name="lastName"
          label={t('auth.last_name')}
          autoComplete="family-name"
          maxLength={60}
        />
      </div>
      <p className="-mt-2 text-13 text-muted">{t('auth.names_help')}</p>
    </>
  )
}

export function NewPasswordField(props: { readonly control: FormControl; readonly personalWords: readonly string[] }) {
  const t = useTranslate()
  const { field, fieldState } = useController({ control: props.control, name: 'password' })
  return (
    <PasswordField
      label={t('auth.password')}
      help={<PasswordStrengthMeter password={field.value} own={props.personalWords} />}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      name="new-password"
      error={toErrorText(t, fieldState.error)}
      autoComplete="new-password"
    />
  )
}

/** Where one lives. Those who may not come in are listed too: whoever looks for their country learns why. */
export const CountryField = memo(function CountryField(props: {
  readonly control: FormControl
  readonly countries: readonly Country[]
}) {
  const t = useTranslate()
  const { field, fieldState } = useController({ control: props.control, name: 'country' })
  const choices = useMemo(() => toCountryOptions(props.countries, t), [props.countries, t])
  return (
    <CountryComboBox
      label={t('auth.country')}
      field={field}
      countries={choices}
      locale={useLocaleTag()}
      error={toErrorText(t, fieldState.error)}
      emptyText={t('auth.country_none')}
    />
  )
})

function toCountryOptions(countries: readonly Country[], t: Translate): CountryOption[] {
  return countries.map((one) => {
    const { iso, iso3, name, prefix } = one
    // The United States may be chosen: there is a notice of their own for who lives there.
    const isClosed = getRegistrationStatus(one) === 'blocked'
    return {
      iso,
      name,
      hint: isClosed ? t('auth.country_closed') : `+${prefix}`,
      isDisabled: isClosed,
      keywords: [`+${prefix}`, prefix, iso, iso3, name],
    }
  })
}

/** The phone behind the country's prefix, and the currency. `onPhoneLeft`: the number may be checked. */
export function PhoneAndCurrencyFields(props: {
  readonly control: FormControl
  readonly countries: readonly Country[]
  readonly onPhoneChange: () => void
  readonly onPhoneBlur: (prefix: string, phone: string) => void
}) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { control } = props
  const currency = useController({ control, name: 'currency' })
  const phone = useController({ control, name: 'phone' })
  const iso = useWatch({ control, name: 'country' })
  const prefix = props.countries.find((one) => one.iso === iso)?.prefix ?? ''
  const money = new Intl.DisplayNames(lang, { type: 'currency' })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t('auth.phone')}
        help={t('auth.phone_help')}
        value={phone.field.value}
        onChange={(value) => {
          props.onPhoneChange()
          phone.field.onChange(value)
        }}
        onBlur={() => {
          phone.field.onBlur()
          props.onPhoneBlur(prefix, phone.field.value)
        }}
        inputRef={phone.field.ref}
        error={toErrorText(t, phone.fieldState.error)}
        name="phone"
        type="tel"
        autoComplete="tel-national"
        maxLength={24}
        dir="ltr"
        tabular
        prefix={prefix === '' ? '+' : `+${prefix}`}
      />
      <Select
        label={t('auth.currency')}
        help={t('auth.currency_help')}
        options={currencies.map((id) => ({ id, label: `${id} · ${money.of(id) ?? id}`, hint: currencySymbol(id) }))}
        value={currencies.find((id) => id === currency.field.value) ?? 'USD'}
        onChange={currency.field.onChange}
        onBlur={currency.field.onBlur}
        buttonRef={currency.field.ref}
        error={toErrorText(t, currency.fieldState.error)}
      />
    </div>
  )
}

export function RegistrationCheckbox(props: {
  readonly control: FormControl
  readonly name: 'adult' | 'terms'
  readonly children: ReactNode
}) {
  const t = useTranslate()
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  return (
    <Checkbox
      isSelected={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      name={props.name}
      error={toErrorText(t, fieldState.error)}
      errorId={`${props.name}-error`}
    >
      {props.children}
    </Checkbox>
  )
}
