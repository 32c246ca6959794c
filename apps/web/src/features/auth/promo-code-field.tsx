import { type PromoTerms, toPromoTerms } from '@tradefront/contract/domain/promo'
import { promoCalls } from '@tradefront/contract/promo'
import { currencies } from '@tradefront/rules/ledger/money'
import { describePromoTerms } from '@tradefront/rules/promo/describe-terms'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { request } from '../../platform/api/request.ts'
import type { ContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { loadTexts, useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { RegistrationForm } from './registration-rules.ts'

type CheckedCode = { readonly code: string; readonly terms: PromoTerms }

/** Shows what a code does when the trader leaves the field, and the conditions of all codes before that. */
export function PromoCodeField({
  form,
  isExpected,
}: {
  readonly form: ContractForm<RegistrationForm>
  readonly isExpected: boolean
}) {
  const t = useTranslate()
  const field = useFormField(form.control, 'promo')
  const currency = useWatch({ control: form.control, name: 'currency' })
  const [checked, setChecked] = useState<CheckedCode | null>(null)
  const code = field.value.trim()
  const factor = getBootstrap().settings.bonus_turnover_factor
  const check = async (): Promise<void> => {
    if (code === '' || (checked?.code === code && checked.terms.currency === currency)) return
    const inCurrency = currencies.find((each) => each === currency) ?? 'USD'
    const [reply] = await Promise.all([
      request(promoCalls.checkPromoCode, { body: { promo: code, currency: inCurrency } }).catch(() => null),
      loadTexts('promo').catch(() => undefined),
    ])
    // The field can have changed since.
    if (form.getValues('promo').trim() !== code) return
    if (reply?.terms !== undefined) setChecked({ code, terms: toPromoTerms(reply.terms) })
    else if (reply?.return === false) form.setError('promo', { type: 'server', message: reply.message ?? '' })
  }
  return (
    <TextField
      {...field}
      label={t('auth.promo')}
      help={
        checked?.code === code && code !== '' ? (
          <CodeTerms terms={checked.terms} />
        ) : code === '' && !isExpected ? (
          t('auth.promo_help')
        ) : (
          t('auth.promo_terms', { factor })
        )
      }
      onChange={(value) => {
        form.clearErrors('promo')
        field.onChange(value)
      }}
      onBlur={() => {
        field.onBlur()
        void check()
      }}
      maxLength={40}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** A code without a deposit follows the rules of sign-up bonuses. */
function CodeTerms({ terms }: { readonly terms: PromoTerms }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const sentences = describePromoTerms(terms, lang)
  return (
    <span role="status">
      {sentences.map(({ key, params }) => t(key, params)).join(' ')}
      {terms.minDeposit === null && ` ${t('auth.promo_once')}`}
    </span>
  )
}
