import { toIntlTag } from '@tradefront/texts/numbers'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'

import type { RegistrationChoices } from '../../platform/api/countries.ts'
import type { ContractForm } from '../../platform/forms/use-contract-form.ts'
import { translateFieldError, useFormField } from '../../platform/forms/use-form-field.ts'
import { getCurrencyName } from '../../platform/i18n/currency-name.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { ChoicePlaceholder } from '../../ui/fields/choice-placeholder.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { paths } from '../../routes/paths.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'
import { getPhonePrefix, type RegistrationForm } from './registration-rules.ts'

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

/** Parts that the fields of country, phone and currency need: the lists, and the numbering plans of all countries. */
export type ResidenceParts = typeof import('./residence-fields.tsx') &
  typeof import('./registration-phone.ts') &
  RegistrationChoices

/** Fields of country, phone and currency. Until `parts` are loaded, only the phone can be typed. */
export function ResidenceFields(props: {
  readonly form: ContractForm<RegistrationForm>
  readonly parts: ResidenceParts | null
}) {
  const t = useTranslate()
  const { form, parts } = props
  const { control } = form
  const currency = useWatch({ control, name: 'currency' })
  const tag = toIntlTag(useLocaleTag())
  return (
    <>
      {parts === null ? (
        <ChoicePlaceholder label={t('auth.country')} name="country" />
      ) : (
        <parts.CountryField control={control} countries={parts.countries} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <PhoneField form={form} parts={parts} />
        {parts === null ? (
          <ChoicePlaceholder
            label={t('auth.currency')}
            help={t('auth.currency_help')}
            name="currency"
            value={`${currency} · ${getCurrencyName(tag, currency)}`}
          />
        ) : (
          <parts.CurrencyField control={control} currencies={parts.currencies} />
        )}
      </div>
    </>
  )
}

function PhoneField({
  form,
  parts,
}: {
  readonly form: ContractForm<RegistrationForm>
  readonly parts: ResidenceParts | null
}) {
  const t = useTranslate()
  const { control } = form
  const countries = parts?.countries ?? []
  const phone = useFormField(control, 'phone')
  const country = useWatch({ control, name: 'country' })
  const prefix = getPhonePrefix(countries, country)
  const isInternational = /^\s*(?:\+|00)/.test(phone.value)
  /** Splits off the country of the number, to propose it. A number of another country than the chosen one stays in international form. */
  const splitOff = (typed: string): { readonly country: string | null; readonly phone: string } => {
    const split = parts?.splitInternationalPhone(countries, country, typed) ?? null
    if (split === null || (country !== null && split.country !== country)) return { country, phone: typed }
    if (country === null) form.setValue('country', split.country)
    return split
  }
  const splitTyped = (): ReturnType<typeof splitOff> => {
    const split = splitOff(phone.value)
    if (split.phone !== phone.value) phone.onChange(split.phone)
    return split
  }
  const splitEarly = useEffectEvent(splitTyped)
  useEffect(() => {
    // The number can be typed, or filled in by the browser, before the numbering plans are loaded.
    if (parts !== null) splitEarly()
  }, [parts])
  return (
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
        const split = splitTyped()
        void parts?.checkPhone(form, getPhonePrefix(countries, split.country), split.phone)
      }}
      type="tel"
      autoComplete="tel-national"
      maxLength={24}
      dir="ltr"
      isTabular
      prefix={isInternational ? undefined : `+${prefix}`}
    />
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
