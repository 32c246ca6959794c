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

export const pagesQuery = queryOptions({
  queryKey: callKey(marketingCalls.listPages),
  queryFn: async ({ signal }) => (await performCall(marketingCalls.listPages, { signal })).pages,
})

/** A page's text. It is not loaded again by itself, because that would change what is being edited. */
export const pageQuery = (page: string) =>
  queryOptions({
    queryKey: callKey(marketingCalls.getPage, { query: { page } }),
    queryFn: async ({ signal }) =>
      (await performCall(marketingCalls.getPage, { query: { page }, signal })).page ?? null,
  })

export const headlinesQuery = queryOptions({
  queryKey: callKey(marketingCalls.listHeadlines),
  queryFn: async ({ signal }) => (await performCall(marketingCalls.listHeadlines, { signal })).headlines,
  refetchInterval: refreshMs,
})
