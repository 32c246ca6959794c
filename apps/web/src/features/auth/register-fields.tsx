import type { Country } from '@tradefront/contract/settings'
import { getRegistrationStatus } from '@tradefront/rules/auth/registration-country'
import type { Currency } from '@tradefront/rules/ledger/money'
import { memo, useMemo, type ReactNode } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'

import type { ContractForm } from '../../platform/forms/use-contract-form.ts'
import { translateFieldError, useFormField } from '../../platform/forms/use-form-field.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate, type Translate } from '../../platform/i18n/i18n.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { CountryComboBox, type CountryOption } from '../../ui/fields/country-combo-box.tsx'
import { currencySymbol } from '@tradefront/rules/ledger/format-money'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { paths } from '../../routes/paths.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'
import { checkPhone } from './check-phone.ts'
import {
  findCountryRefusal,
  getPhonePrefix,
  type RegistrationForm,
  splitInternationalPhone,
} from './registration-rules.ts'

type FormControl = Control<RegistrationForm>

function RegistrationTextField({
  control,
  name,
  ...props
}: {
  readonly control: FormControl
  readonly name: 'firstName' | 'lastName' | 'login'
  readonly label: string
  readonly help?: string
  readonly type?: 'email'
  readonly autoComplete?: string
  readonly maxLength: number
}) {
  const isName = name === 'firstName' || name === 'lastName'
  return (
    <TextField
      autoComplete="off"
      {...props}
      {...useFormField(control, name)}
      autoCapitalize={isName ? 'words' : 'none'}
      spellCheck={false}
    />
  )
}

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

export function LoginField({ control }: { readonly control: FormControl }) {
  const t = useTranslate()
  return (
    <RegistrationTextField
      control={control}
      name="login"
      label={t('auth.email')}
      autoComplete="username"
      type="email"
      maxLength={254}
    />
  )
}

export function NewPasswordField(props: { readonly control: FormControl; readonly personalWords: readonly string[] }) {
  const t = useTranslate()
  const password = useFormField(props.control, 'password')
  return (
    <PasswordField
      {...password}
      label={t('auth.password')}
      help={<PasswordStrengthMeter password={password.value} personalWords={props.personalWords} />}
      name="new-password"
      autoComplete="new-password"
    />
  )
}

/** Lists blocked countries too, with the reason. */
export const CountryField = memo(function CountryField(props: {
  readonly control: FormControl
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
      // Shown at once, not after the whole form.
      error={refusal === null ? translateFieldError(t, fieldState.error?.message) : t(refusal)}
      emptyText={t('auth.country_none')}
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

export function PhoneAndCurrencyFields({
  form,
  countries,
  currencies,
}: {
  readonly form: ContractForm<RegistrationForm>
  readonly countries: readonly Country[]
  readonly currencies: readonly Currency[]
}) {
  const t = useTranslate()
  const format = useFormat()
  const { control } = form
  const currency = useController({ control, name: 'currency' })
  const phone = useFormField(control, 'phone')
  const country = useWatch({ control, name: 'country' })
  const prefix = getPhonePrefix(countries, country)
  const isInternational = /^\s*(?:\+|00)/.test(phone.value)
  /** Proposes the country of the number. A number of another country than the chosen one stays in international form. */
  const splitOff = (typed: string): { readonly country: string | null; readonly phone: string } => {
    const split = splitInternationalPhone(countries, country, typed)
    if (split === null || (country !== null && split.country !== country)) return { country, phone: typed }
    if (country === null) form.setValue('country', split.country)
    return split
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...phone}
        label={t('auth.phone')}
        help={t('auth.phone_help')}
        onChange={(value) => {
          form.clearErrors('phone')
          const isPasted = value.length > phone.value.length + 1
          phone.onChange(isPasted ? splitOff(value).phone : value)
        }}
        onBlur={() => {
          phone.onBlur()
          const split = splitOff(phone.value)
          if (split.phone !== phone.value) phone.onChange(split.phone)
          void checkPhone(form, getPhonePrefix(countries, split.country), split.phone)
        }}
        type="tel"
        autoComplete="tel-national"
        maxLength={24}
        dir="ltr"
        isTabular
        prefix={isInternational ? undefined : `+${prefix}`}
      />
      <Select
        label={t('auth.currency')}
        help={t('auth.currency_help')}
        options={currencies.map((id) => ({
          id,
          label: `${id} · ${format.currencyName(id)}`,
          hint: currencySymbol(id),
        }))}
        value={currencies.find((id) => id === currency.field.value) ?? 'USD'}
        onChange={currency.field.onChange}
        onBlur={currency.field.onBlur}
        buttonRef={currency.field.ref}
        error={translateFieldError(t, currency.fieldState.error?.message)}
      />
    </div>
  )
}

export function Consents({ control }: { readonly control: FormControl }) {
  const t = useTranslate()
  return (
    <div className="flex flex-col border-t border-line pt-3">
      <RegistrationCheckbox control={control} name="adult">
        {t('auth.adult')}
      </RegistrationCheckbox>
      <RegistrationCheckbox control={control} name="terms">
        <TermsSentence />
      </RegistrationCheckbox>
    </div>
  )
}

function RegistrationCheckbox(props: {
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
      error={translateFieldError(t, fieldState.error?.message)}
      errorId={`${props.name}-error`}
    >
      {props.children}
    </Checkbox>
  )
}

/** The text marks the link with `<a>`. */
function TermsSentence() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [before = '', link = '', after = ''] = t('auth.terms').split(/<\/?a>/)
  return (
    <>
      {before}
      <a href={paths.page(lang, 'terms')} target="_blank" rel="noreferrer" className="text-accent-ink underline">
        {link}
      </a>
      {after}
    </>
  )
}
