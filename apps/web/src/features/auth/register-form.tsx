import type { Country } from '@tradefront/contract/settings'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import { boot } from '../../platform/api/bootstrap.ts'
import { useTexts } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { logIn, register } from './api.ts'
import { CountryLine, Line, NameLines, PasswordLine, PhoneAndCurrency, Tick } from './register-fields.tsx'
import { useEntry } from './use-registration-form.ts'
import { emptyRegistration, validateRegistration, type RegisterKind } from './validate-registration.ts'

/** Opens an account and logs in. `country` is where the visitor seems to be. */
export function RegisterForm(props: {
  readonly kind: RegisterKind
  readonly countries: readonly Country[]
  readonly country: string
  readonly terms: ReactNode
  readonly onDone: () => void
}) {
  const t = useTexts()
  const { kind, countries } = props
  const { control, failure, isPending, onSubmit, ...phone } = useEntry({
    defaults: { ...emptyRegistration, country: props.country },
    countries,
    check: (form) => validateRegistration(form, kind),
    send: register,
    finish: async ({ login, password }) => {
      const refused = await logIn(login, password)
      if (refused === null) props.onDone()
      return refused
    },
  })
  const own = useWatch({ control, name: ['firstName', 'lastName', 'login'] })
  const factor = boot().settings.bonus_turnover_factor
  const promoHelp = kind === 'real' ? t('auth.promo_help') : t('auth.promo_terms', { factor })
  const promo = <Line control={control} name="promo" label={t('auth.promo')} help={promoHelp} maxLength={40} />
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {failure !== null && (
        <Banner tone="bad" isUrgent>
          {failure}
        </Banner>
      )}
      {kind === 'promo' && promo}
      <NameLines control={control} />
      <Line
        control={control}
        name="login"
        label={t('auth.email')}
        autoComplete="username"
        type="email"
        maxLength={254}
      />
      <PasswordLine control={control} own={own} />
      <CountryLine control={control} countries={countries} />
      {kind !== 'demo' && <PhoneAndCurrency control={control} countries={countries} {...phone} />}
      {kind === 'real' && promo}
      <div className="flex flex-col border-t border-line pt-3">
        <Tick control={control} name="adult">
          {t('auth.adult')}
        </Tick>
        <Tick control={control} name="terms">
          {props.terms}
        </Tick>
      </div>
      <Button type="submit" tone="primary" size="lg" wide isPending={isPending}>
        {t(kind === 'demo' ? 'auth.demo_create' : 'auth.create')}
      </Button>
    </form>
  )
}
