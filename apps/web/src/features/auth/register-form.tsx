import { authCalls } from '@tradefront/contract/auth'
import { useWatch } from 'react-hook-form'

import type { RegistrationChoices } from '../../platform/api/countries.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import {
  Consents,
  CountryField,
  LoginField,
  NameFields,
  NewPasswordField,
  PhoneAndCurrencyFields,
} from './register-fields.tsx'
import { PromoCodeField } from './promo-code-field.tsx'
import {
  checkRegistration,
  emptyRegistration,
  getPhonePrefix,
  type RegisterKind,
  registrationFields,
  toRegistrationBody,
} from './registration-rules.ts'
import { showUsaNotice } from './show-usa-notice.ts'
import { startSession } from './start-session.ts'
import { useCurrencyOfCountry } from './use-currency-of-country.ts'
import { usePromoCheck } from './use-promo-check.ts'

export function RegisterForm({ kind, countries, currencies }: RegistrationChoices & { readonly kind: RegisterKind }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const form = useContractForm(authCalls.register, {
    defaults: emptyRegistration,
    fields: registrationFields,
    toBody: (values) => toRegistrationBody(values, getPhonePrefix(countries, values.country)),
    check: (values) => checkRegistration(values, kind, countries),
    send: async (body) => {
      await promoCheck.requireReadTerms()
      return performCall(authCalls.register, { body })
    },
    onSuccess: (_reply, _form, { login, password }) => startSession(lang, login, password),
    onError: showUsaNotice,
  })
  const { control, message, isPending, onSubmit } = form
  useCurrencyOfCountry(form, currencies)
  const personalWords = useWatch({ control, name: ['firstName', 'lastName', 'login'] })
  const promoCheck = usePromoCheck(form)
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      {kind === 'promo' && <PromoCodeField form={form} promo={promoCheck} isExpected />}
      <NameFields control={control} />
      <LoginField control={control} />
      <NewPasswordField control={control} personalWords={personalWords} />
      <CountryField control={control} countries={countries} />
      <PhoneAndCurrencyFields form={form} countries={countries} currencies={currencies} />
      <Consents control={control} />
      <Button type="submit" tone="primary" size="lg" isWide isPending={isPending}>
        {t('auth.create')}
      </Button>
    </form>
  )
}
