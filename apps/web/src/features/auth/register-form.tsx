import type { Country } from '@tradefront/contract/settings'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { logIn, registerAccount } from './api.ts'
import {
  CountryField,
  RegistrationTextField,
  NameFields,
  NewPasswordField,
  PhoneAndCurrencyFields,
  RegistrationCheckbox,
} from './register-fields.tsx'
import { useRegistrationForm } from './use-registration-form.ts'
import { emptyRegistration, validateRegistration, type RegisterKind } from './validate-registration.ts'

/** Opens an account and logs in. `country` is where the visitor seems to be. */
export function RegisterForm(props: {
  readonly kind: RegisterKind
  readonly countries: readonly Country[]
  readonly country: string
  readonly terms: ReactNode
  readonly onDone: () => void
}) {
  const t = useTranslate()
  const { kind, countries } = props
  const { control, failure, isPending, onSubmit, ...phone } = useRegistrationForm({
    defaults: { ...emptyRegistration, country: props.country },
    countries,
    validate: (form) => validateRegistration(form, kind),
    send: registerAccount,
    onRegistered: async ({ login, password }) => {
      const failureText = await logIn(login, password)
      if (failureText === null) props.onDone()
      return failureText
    },
  })
  const personalWords = useWatch({ control, name: ['firstName', 'lastName', 'login'] })
  const factor = getBootstrap().settings.bonus_turnover_factor
  const promoHelp = kind === 'real' ? t('auth.promo_help') : t('auth.promo_terms', { factor })
  const promo = (
    <RegistrationTextField control={control} name="promo" label={t('auth.promo')} help={promoHelp} maxLength={40} />
  )
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {failure !== null && (
        <Banner tone="bad" isUrgent>
          {failure}
        </Banner>
      )}
      {kind === 'promo' && promo}
      <NameFields control={control} />
      <RegistrationTextField
        control={control}
        name="login"
        label={t('auth.email')}
        autoComplete="username"
        type="email"
        maxLength={254}
      />
      <NewPasswordField control={control} personalWords={personalWords} />
      <CountryField control={control} countries={countries} />
      {kind !== 'demo' && <PhoneAndCurrencyFields control={control} countries={countries} {...phone} />}
      {kind === 'real' && promo}
      <div className="flex flex-col border-t border-line pt-3">
        <RegistrationCheckbox control={control} name="adult">
          {t('auth.adult')}
        </RegistrationCheckbox>
        <RegistrationCheckbox control={control} name="terms">
          {props.terms}
        </RegistrationCheckbox>
      </div>
      <Button type="submit" tone="primary" size="lg" wide isPending={isPending}>
        {t(kind === 'demo' ? 'auth.demo_create' : 'auth.create')}
      </Button>
    </form>
  )
}
