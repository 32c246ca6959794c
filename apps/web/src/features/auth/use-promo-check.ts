import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { promoCalls, type PromoTerms } from '@tradefront/contract/promo'
import { type Currency, currencies } from '@tradefront/rules/ledger/money'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'
import type { ContractForm } from '../../platform/forms/use-contract-form.ts'
import { loadTexts, translate } from '../../platform/i18n/i18n.ts'
import type { RegistrationForm } from './registration-rules.ts'

type PromoCheck = {
  /** Terms of the code in the field, in the currency of the form. Null until they are loaded. */
  readonly terms: PromoTerms | null
  /** Text that says why the code in the field cannot be used. */
  readonly refusal: string | null
  readonly check: () => void
  readonly requireReadTerms: () => Promise<void>
}

const termsQuery = (promo: string, currency: Currency) =>
  queryOptions({
    queryKey: callKey(promoCalls.checkPromoCode, { body: { promo, currency } }),
    queryFn: async () => {
      const [reply] = await Promise.all([
        request(promoCalls.checkPromoCode, { body: { promo, currency } }),
        loadTexts('promo'),
      ])
      const { terms, message = '' } = reply
      return terms === undefined ? { terms: null, refusal: message } : { terms, refusal: null }
    },
    staleTime: Infinity,
    // The submission of the form repeats a failed check.
    retry: false,
  })

/** Checks the promo code of a registration: what it does must be shown before the account is opened. */
export function usePromoCheck(form: ContractForm<RegistrationForm>): PromoCheck {
  const queryClient = useQueryClient()
  const [promo, chosenCurrency] = useWatch({ control: form.control, name: ['promo', 'currency'] })
  const [checkedCode, setCheckedCode] = useState('')
  const code = promo.trim()
  const query = termsQuery(code, currencies.find((each) => each === chosenCurrency) ?? 'USD')
  const reply = useQuery({ ...query, enabled: code !== '' && code === checkedCode }).data
  const terms = reply?.terms ?? null
  return {
    terms,
    refusal: reply?.refusal ?? null,
    check: () => setCheckedCode(code),
    requireReadTerms: async () => {
      if (code === '' || terms !== null) return
      // The server refuses a code that cannot be used.
      if ((await queryClient.fetchQuery(query)).terms === null) return
      form.setFocus('promo')
      throw new ApiError('refused', 200, 'auth.promo_read', translate('auth.promo_read'))
    },
  }
}
