import { Link } from '@tanstack/react-router'
import { authCalls } from '@tradefront/contract/auth'
import { useRef } from 'react'

import type { RegistrationChoices } from '../../platform/api/countries.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useUser } from '../../platform/current-user.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { switchAndReload } from '../../platform/shown-account.ts'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { NameFields, ResidenceFields } from './register-fields.tsx'
import { PromoCodeField, type PromoCodeHandle } from './promo-code-field.tsx'
import { checkPhone, isPhoneAccepted, splitInternationalPhone } from './registration-phone.ts'
import {
  checkRegistration,
  emptyRegistration,
  getPhonePrefix,
  registrationFields,
  toRealAccountBody,
} from './registration-rules.ts'
import { CountryField, CurrencyField } from './residence-fields.tsx'
import { showUsaNotice } from './show-usa-notice.ts'

const residenceParts = { CountryField, CurrencyField, checkPhone, isPhoneAccepted, splitInternationalPhone }

export function RealAccountForm({ countries, currencies }: RegistrationChoices) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { currency } = useUser()
  const promo = useRef<PromoCodeHandle>(null)
  const form = useContractForm(authCalls.openRealAccount, {
    defaults: {
      ...emptyRegistration,
      currency: currencies.includes(currency) ? currency : emptyRegistration.currency,
    },
    fields: registrationFields,
    toBody: (values) => toRealAccountBody(values, getPhonePrefix(countries, values.country)),
    check: (values) => checkRegistration(values, 'real', countries, isPhoneAccepted),
    send: async (body) => {
      await promo.current?.requireReadTerms()
      return switchAndReload(
        () => performCall(authCalls.openRealAccount, { body }),
        paths.trading(lang, paths.show('funding')),
      )
    },
    onSuccess: () => undefined,
    onError: showUsaNotice,
  })
  const { control, message, isPending, onSubmit } = form
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-xl flex-col gap-4">
      <FormBanner message={message} />
      <Banner tone="info">{t('auth.real_kept')}</Banner>
      <NameFields control={control} />
      <ResidenceFields form={form} parts={{ ...residenceParts, countries, currencies }} />
      <PromoCodeField form={form} ref={promo} isExpected={false} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" size="lg" isPending={isPending}>
          {t('auth.real_create')}
        </Button>
        <Link to={paths.home()} className={buttonClass({ tone: 'plain', size: 'lg' })}>
          {t('auth.real_stay')}
        </Link>
      </div>
    </form>
  )
}
