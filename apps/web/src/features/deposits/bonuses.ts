import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { promoCalls, type PromoTerms } from '@tradefront/contract/promo'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'
import { translate } from '../../platform/i18n/i18n.ts'

export const bonusesKey = callKey(promoCalls.listBonuses)

/** Codes that wait, why the latest one was not used, and open bonuses. */
export const bonusesQuery = queryOptions({
  queryKey: bonusesKey,
  queryFn: ({ signal }) => request(promoCalls.listBonuses, { signal }),
})

/** Returns the promo code that a deposit would use. Null until it is loaded. */
export function useStoredCode(): PromoTerms | null {
  const stored = useQuery(bonusesQuery).data?.stored ?? null
  return stored?.refusal === null ? stored : null
}

/**
 * Checks the code again just before a payment whose summary promises its bonus. The form then shows what is left without it.
 * @throws ApiError with the reason if the bonus would not be given
 */
export async function confirmStoredCode(queryClient: QueryClient, code: string): Promise<void> {
  const { stored } = await queryClient.fetchQuery({ ...bonusesQuery, staleTime: 0 })
  if (stored?.code === code && stored.refusal === null) return
  const reason = (stored?.code === code ? stored.refusal?.message : null) ?? translate('promo.stored_gone')
  throw new ApiError('refused', 200, 'promo.over_now', translate('promo.over_now', { reason }))
}
