import { authCalls } from '@tradefront/contract/auth'
import type { Country } from '@tradefront/contract/settings'
import type { ReactNode } from 'react'

import { request } from '../../platform/api/request.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CountryField, RegistrationTextField, NameFields, PhoneAndCurrencyFields } from './register-fields.tsx'
import { useRegistrationForm } from './use-registration-form.ts'
import { emptyRegistration, validateAccountUpgrade } from './validate-registration.ts'

/** Makes a real account of the practice account: what is known is filled in. `stay` is the way back to practice. */
export function UpgradeAccountForm(props: {
  readonly countries: readonly Country[]
  readonly stay: ReactNode
  readonly onDone: () => void
}) {
  const t = useTranslate()
  const { firstName, lastName, country, currency } = useUser()
  const { control, failure, isPending, onSubmit, ...phone } = useRegistrationForm({
    defaults: { ...emptyRegistration, firstName, lastName, country, currency },
    countries: props.countries,
    validate: validateAccountUpgrade,
    send: (body) => request(authCalls.upgradeToLiveAccount, { body }),
    onRegistered: async () => {
      await refreshUser()
      props.onDone()
      return null
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-xl flex-col gap-4">
      {failure !== null && (
        <Banner tone="bad" isUrgent>
          {failure}
        </Banner>
      )}
      <Banner tone="info">{t('auth.real_practice')}</Banner>
      <NameFields control={control} />
      <CountryField control={control} countries={props.countries} />
      <PhoneAndCurrencyFields control={control} countries={props.countries} {...phone} />
      <RegistrationTextField
        control={control}
        name="promo"
        label={t('auth.promo')}
        help={t('auth.promo_help')}
        maxLength={40}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" size="lg" isPending={isPending}>
          {t('auth.real_create')}
        </Button>
        {props.stay}
      </div>
    </form>
  )
}
