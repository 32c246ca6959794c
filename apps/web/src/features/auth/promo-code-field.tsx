import type { PromoTerms } from '@tradefront/contract/promo'
import { describePromoTerms } from '@tradefront/rules/promo/describe-terms'
import { useImperativeHandle, type Ref } from 'react'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import type { ContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { RegistrationForm } from './registration-rules.ts'
import { usePromoCheck } from './use-promo-check.ts'

export type PromoCodeHandle = {
  /**
   * Loads the terms if they are missing.
   * @throws ApiError if the terms of the code were not on the screen when the form was sent
   */
  readonly requireReadTerms: () => Promise<void>
}

/** Shows what a code does when the trader leaves the field, and the conditions of all codes before that. */
export function PromoCodeField({
  form,
  ref,
  isExpected,
}: {
  readonly form: ContractForm<RegistrationForm>
  readonly ref: Ref<PromoCodeHandle>
  readonly isExpected: boolean
}) {
  const t = useTranslate()
  const { terms, refusal, check, requireReadTerms } = usePromoCheck(form)
  useImperativeHandle(ref, () => ({ requireReadTerms }))
  const field = useFormField(form.control, 'promo')
  const factor = getBootstrap().settings.bonusTurnoverFactor
  return (
    <TextField
      {...field}
      error={field.error ?? refusal ?? undefined}
      label={t('auth.promo')}
      help={
        terms !== null ? (
          <CodeTerms terms={terms} />
        ) : field.value.trim() === '' && !isExpected ? (
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
        check()
      }}
      maxLength={40}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** Terms of a code. A code without a deposit follows the rules of sign-up bonuses. */
function CodeTerms({ terms }: { readonly terms: PromoTerms }) {
  const t = useTranslate()
  const format = useFormat()
  const sentences = describePromoTerms(terms, format)
  return (
    <span role="status">
      {sentences.map(({ key, params }) => t(key, params)).join(' ')}
      {terms.minDeposit === null && ` ${t('auth.promo_after_proof')}`}
    </span>
  )
}
