import { queryOptions, useQuery } from '@tanstack/react-query'
import { type PromoTerms, toBonusOverview } from '@tradefront/contract/domain/promo'
import { promoCalls } from '@tradefront/contract/promo'

import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'

export const bonusesKey = callKey(promoCalls.listBonuses)

/** The stored promo code, why the latest one was not used, and all bonuses. */
export const bonusesQuery = queryOptions({
  queryKey: bonusesKey,
  queryFn: async ({ signal }) => toBonusOverview(await request(promoCalls.listBonuses, { signal })),
})

/** The promo code that waits for a deposit. Null until it is loaded. */
export function useStoredCode(): PromoTerms | null {
  return useQuery(bonusesQuery).data?.stored ?? null
}
