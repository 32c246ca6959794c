import type { Country } from '@tradefront/contract/settings'
import { useState, type ReactNode } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'

import { ApiError } from '../../platform/api-error.ts'
import { tell } from '../../platform/ask.ts'
import { boot } from '../../platform/boot.ts'
import { errorText } from '../../platform/error-text.ts'
import { useTexts } from '../../platform/texts.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { checkPhone, logIn, register, type Registration } from './api.ts'
import { CountryLine, Line, PasswordLine, PhoneAndCurrency, Tick } from './register-fields.tsx'
import {
  registrationFields,
  validateRegistration,
  type RegisterKind,
  type RegistrationField,
  type RegistrationForm,
} from './validate-registration.ts'

const empty: Omit<RegistrationForm, 'country' | 'phone_prefix'> = {
  firstName: '',
  lastName: '',
  login: '',
  password: '',
  currency: 'USD',
  phone: '',
  promo: '',
  adult: false,
  terms: false,
}

/** Where the server's no belongs. */
const fieldOf: Readonly<Record<string, RegistrationField>> = {
  'auth.email_taken': 'login',
  'auth.country_blocked': 'country',
  'auth.phone_prefix': 'country',
  'auth.phone_unreal': 'phone',
  'auth.promo_unknown': 'promo',
}

/** Opens an account and logs in. `country` is where the visitor seems to be. */
export function RegisterForm(props: {
  readonly kind: RegisterKind
  readonly countries: readonly Country[]
  readonly country: string
  readonly terms: ReactNode
  readonly onDone: () => void
}) {
  const t = useTexts()
  const { kind } = props
  const [failure, setFailure] = useState<string | null>(null)
  const prefixOf = (iso: string | null): string => props.countries.find((one) => one.iso === iso)?.prefix ?? ''
  const resolver: Resolver<RegistrationForm, unknown, Registration> = (values) => {
    const check = validateRegistration({ ...values, phone_prefix: prefixOf(values.country) }, kind)
    if (check.isValid) return { values: check.body, errors: {} }
    const errors = Object.entries(check.errors).map(([field, key]) => [field, { type: 'rule', message: key }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
  const { control, handleSubmit, setError, clearErrors, getValues, formState } = useForm({
    defaultValues: { ...empty, country: props.country, phone_prefix: '' },
    resolver,
    reValidateMode: 'onChange',
  })
  const own = useWatch({ control, name: ['firstName', 'lastName', 'login'] })

  const open = async (body: Registration): Promise<void> => {
    const reply = await register(body)
    if (reply.is_usa === true) {
      await tell({ title: t('auth.usa_title'), body: reply.message ?? t('auth.usa'), yes: t('auth.usa_close') })
      return location.reload()
    }
    if (!reply.return) {
      const field = fieldOf[reply.error ?? '']
      const message = reply.message ?? t('auth.server_error')
      return field === undefined
        ? setFailure(message)
        : setError(field, { type: 'server', message }, { shouldFocus: true })
    }
    const refused = await logIn(body.login, body.password)
    if (refused === null) props.onDone()
    else setFailure(refused)
  }
  /** The directive server-validate; without an answer the form may go on, the server looks again (spec: funding 5). */
  const validatePhone = (prefix: string, phone: string): void => {
    void checkPhone(prefix, phone).then((message) => {
      if (message !== null && getValues('phone') === phone) setError('phone', { type: 'server', message })
    })
  }
  const submit = async (body: Registration): Promise<void> => {
    setFailure(null)
    try {
      await open(body)
    } catch (error) {
      setFailure(errorText(error))
      if (!(error instanceof ApiError)) return
      for (const field of registrationFields) {
        const message = error.fields[field]
        if (message !== undefined) setError(field, { type: 'server', message }, { shouldFocus: true })
      }
    }
  }

  const promo = (
    <Line
      control={control}
      name="promo"
      label={t('auth.promo')}
      help={
        kind === 'real'
          ? t('auth.promo_help')
          : t('auth.promo_terms', { factor: boot().settings.bonus_turnover_factor })
      }
      maxLength={40}
    />
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit(submit)()
      }}
      className="flex flex-col gap-4"
    >
      {failure !== null && (
        <Banner tone="bad" isUrgent>
          {failure}
        </Banner>
      )}
      {kind === 'promo' && promo}
      <div className="grid gap-4 sm:grid-cols-2">
        <Line
          control={control}
          name="firstName"
          label={t('auth.first_name')}
          autoComplete="given-name"
          maxLength={60}
        />
        <Line control={control} name="lastName" label={t('auth.last_name')} autoComplete="family-name" maxLength={60} />
      </div>
      <p className="-mt-2 text-13 text-muted">{t('auth.names_help')}</p>
      <Line
        control={control}
        name="login"
        label={t('auth.email')}
        autoComplete="username"
        type="email"
        maxLength={254}
      />
      <PasswordLine control={control} own={own} />
      <CountryLine control={control} countries={props.countries} />
      {kind !== 'demo' && (
        <PhoneAndCurrency
          control={control}
          countries={props.countries}
          onPhoneTyped={() => clearErrors('phone')}
          onPhoneLeft={validatePhone}
        />
      )}
      {kind === 'real' && promo}
      <div className="flex flex-col border-t border-line pt-3">
        <Tick control={control} name="adult">
          {t('auth.adult')}
        </Tick>
        <Tick control={control} name="terms">
          {props.terms}
        </Tick>
      </div>
      <Button type="submit" tone="primary" size="lg" wide isPending={formState.isSubmitting}>
        {t(kind === 'demo' ? 'auth.demo_create' : 'auth.create')}
      </Button>
    </form>
  )
}
