import type { Currency } from '@tradefront/rules/ledger/money'
import { findUsualCurrency } from '@tradefront/rules/settings/usual-currency'
import { authCalls } from '@tradefront/contract/auth'
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { useWatch } from 'react-hook-form'

import { loadRegistrationChoices } from '../../platform/api/countries.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { type ContractForm, useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useTypedEarly } from '../../platform/forms/use-typed-early.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useIsHydrated } from '../../ui/hooks/use-is-hydrated.ts'
import type { PromoCodeHandle } from './promo-code-field.tsx'
import {
  Consents,
  LoginField,
  NameFields,
  NewPasswordField,
  ResidenceFields,
  type ResidenceParts,
} from './register-fields.tsx'
import {
  checkRegistration,
  emptyRegistration,
  type RegistrationForm,
  getPhonePrefix,
  type RegisterKind,
  registrationFields,
  toRegistrationBody,
} from './registration-rules.ts'
import { showUsaNotice } from './show-usa-notice.ts'
import { startSession } from './start-session.ts'

const PromoCodeField = lazy(async () => ({
  default: (await retryImport(() => import('./promo-code-field.tsx'))).PromoCodeField,
}))

async function loadResidenceParts(): Promise<ResidenceParts> {
  const [{ CountryField, CurrencyField }, { checkPhone, isPhoneAccepted, splitInternationalPhone }, choices] =
    await Promise.all([import('./residence-fields.tsx'), import('./registration-phone.ts'), loadRegistrationChoices()])
  return { CountryField, CurrencyField, checkPhone, isPhoneAccepted, splitInternationalPhone, ...choices }
}

export function RegisterForm({ kind }: { readonly kind: RegisterKind }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const promo = useRef<PromoCodeHandle>(null)
  const element = useRef<HTMLFormElement>(null)
  const { parts, focused } = useResidenceParts(element)
  const countries = parts?.countries ?? []
  const form = useContractForm(authCalls.register, {
    defaults: emptyRegistration,
    fields: registrationFields,
    toBody: (values) => toRegistrationBody(values, getPhonePrefix(countries, values.country)),
    check: (values) => checkRegistration(values, kind, countries, parts?.isPhoneAccepted ?? null),
    send: async (body) => {
      await promo.current?.requireReadTerms()
      return performCall(authCalls.register, { body })
    },
    onSuccess: (_reply, _form, { login, password }) => startSession(lang, login, password),
    onError: showUsaNotice,
  })
  const { control, message, isPending, onSubmit, setValue, setFocus } = form
  useTypedEarly(element, setValue, {
    firstName: 'firstName',
    lastName: 'lastName',
    login: 'login',
    password: 'new-password',
    phone: 'phone',
    adult: 'adult',
    terms: 'terms',
  })
  useEffect(() => {
    // The placeholders that had the focus are gone.
    if (focused === 'country' || focused === 'currency') setFocus(focused)
  }, [focused, setFocus])
  // Before hydration, the browser would put the password into the address.
  const isHydrated = useIsHydrated()
  useCurrencyOfCountry(form, parts?.currencies ?? [])
  const personalWords = useWatch({ control, name: ['firstName', 'lastName', 'login'] })
  return (
    <form ref={element} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      {kind === 'promo' && (
        <Suspense>
          <PromoCodeField form={form} ref={promo} isExpected />
        </Suspense>
      )}
      <NameFields control={control} />
      <LoginField control={control} />
      <NewPasswordField control={control} personalWords={personalWords} />
      <ResidenceFields form={form} parts={parts} />
      <Consents control={control} />
      <Button type={isHydrated ? 'submit' : 'button'} tone="primary" size="lg" isWide isPending={isPending}>
        {t('auth.create')}
      </Button>
    </form>
  )
}

/**
 * Loads the fields when the form is first used, because they are as large as the rest of the page. `focused` is the name of the field that
 * had the focus then.
 */
function useResidenceParts(form: RefObject<HTMLFormElement | null>) {
  const [loaded, setLoaded] = useState<{ readonly parts: ResidenceParts; readonly focused: string | null } | null>(null)
  useEffect(() => {
    const element = form.current
    const load = async (): Promise<void> => {
      const parts = await retryImport(loadResidenceParts)
      setLoaded({ parts, focused: document.activeElement?.getAttribute('name') ?? null })
    }
    const handleFocus = (): void => void load()
    if (element?.contains(document.activeElement)) handleFocus()
    else element?.addEventListener('focusin', handleFocus, { once: true })
    return () => element?.removeEventListener('focusin', handleFocus)
  }, [form])
  return { parts: loaded?.parts ?? null, focused: loaded?.focused ?? null }
}

/** Makes the currency of the account follow the country, until the trader chooses another one. */
function useCurrencyOfCountry(form: ContractForm<RegistrationForm>, currencies: readonly Currency[]): void {
  const { control, getValues, setValue } = form
  const country = useWatch({ control, name: 'country' })
  const proposed = useRef(emptyRegistration.currency)
  useEffect(() => {
    if (country === null || getValues('currency') !== proposed.current) return
    const usual = findUsualCurrency(country)
    proposed.current = currencies.includes(usual) ? usual : emptyRegistration.currency
    setValue('currency', proposed.current)
  }, [country, currencies, getValues, setValue])
}
