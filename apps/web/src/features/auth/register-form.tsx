import { authCalls } from '@tradefront/contract/auth'
import { useWatch } from 'react-hook-form'

import type { RegistrationChoices } from '../../platform/api/countries.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { registrationSession } from '../../platform/storage/registration-session.ts'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { logIn } from './api.ts'
import {
  CountryField,
  NameFields,
  NewPasswordField,
  PhoneAndCurrencyFields,
  RegistrationCheckbox,
  RegistrationTextField,
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
import { usePromoCheck } from './use-promo-check.ts'

export function RegisterForm({ kind, countries, currencies }: RegistrationChoices & { readonly kind: RegisterKind }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const form = useContractForm(authCalls.register, {
    defaults: emptyRegistration,
    fields: registrationFields,
    toBody: (values) => toRegistrationBody(values, getPhonePrefix(countries, values.country), kind),
    check: (values) => checkRegistration(values, kind, countries),
    send: async (body) => {
      if (kind !== 'practice') await promoCheck.requireReadTerms()
      return performCall(authCalls.register, { body })
    },
    onSuccess: async (_reply, _form, { login, password }) => {
      await logIn(login, password)
      registrationSession.start(login)
      location.assign(paths.trading(lang, paths.home()))
    },
    onError: showUsaNotice,
  })
  const { control, message, isPending, onSubmit } = form
  const personalWords = useWatch({ control, name: ['firstName', 'lastName', 'login'] })
  const promoCheck = usePromoCheck(form)
  const promo = <PromoCodeField form={form} promo={promoCheck} isExpected={kind === 'promo'} />
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
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
      {kind !== 'practice' && <PhoneAndCurrencyFields form={form} countries={countries} currencies={currencies} />}
      {kind === 'real' && promo}
      <div className="flex flex-col border-t border-line pt-3">
        <RegistrationCheckbox control={control} name="adult">
          {t('auth.adult')}
        </RegistrationCheckbox>
        <RegistrationCheckbox control={control} name="terms">
          <TermsSentence />
        </RegistrationCheckbox>
      </div>
      <Button type="submit" tone="primary" size="lg" isWide isPending={isPending}>
        {t(kind === 'practice' ? 'auth.practice_create' : 'auth.create')}
      </Button>
    </form>
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
