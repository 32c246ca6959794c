import { queryOptions } from '@tanstack/react-query'
import type { figureDays } from '@tradefront/contract/desk-figures'
import { marketingCalls } from '@tradefront/contract/desk-marketing'
import type { Currency } from '@tradefront/rules/ledger/money'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'

const refreshMs = 30_000

export const promoCodesQuery = queryOptions({
  queryKey: callKey(marketingCalls.listPromoCodes),
  queryFn: async ({ signal }) => (await performCall(marketingCalls.listPromoCodes, { signal })).codes,
  refetchInterval: refreshMs,
})

export const affiliatesQuery = (currency: Currency, days: (typeof figureDays)[number]) => {
  const query = { currency, days: String(days) }
  return queryOptions({
    queryKey: callKey(marketingCalls.listAffiliates, { query }),
    queryFn: async ({ signal }) => (await performCall(marketingCalls.listAffiliates, { query, signal })).affiliates,
    refetchInterval: refreshMs,
  })
}

export const tournamentsQuery = queryOptions({
  queryKey: callKey(marketingCalls.listTournaments),
  queryFn: async ({ signal }) => (await performCall(marketingCalls.listTournaments, { signal })).tournaments,
  refetchInterval: refreshMs,
})
