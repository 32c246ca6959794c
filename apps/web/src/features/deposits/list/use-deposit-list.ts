import { cryptoCalls } from '@tradefront/contract/crypto'
import { type Invoice, toInvoice } from '@tradefront/contract/domain/crypto'
import { type Deposit, toDeposit } from '@tradefront/contract/domain/deposits'
import { depositsCalls } from '@tradefront/contract/deposits'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { callKey } from '../../../platform/api/call-query.ts'
import { request } from '../../../platform/api/request.ts'
import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import type { ListQuery } from './list-filters.ts'

const listKey = callKey(depositsCalls.listDeposits)
const invoicesKey = callKey(cryptoCalls.listInvoices)

/**
 * Loads pages of deposits, newest first, and follows the live events.
 * @param soughtId pages are loaded until this deposit
 */
export function useDepositList(query: ListQuery, soughtId: string | null) {
  const queries = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: [...listKey, query],
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...query, after: pageParam ?? undefined }
      const { deposits, next } = await request(depositsCalls.listDeposits, { query: page, signal })
      return { deposits: deposits.map(toDeposit), next }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }): readonly Deposit[] => pages.flatMap((page) => page.deposits),
    refetchOnMount: 'always',
  })
  const { data: deposits, hasNextPage, fetchNextPage } = list
  const isSought = soughtId !== null && hasNextPage && deposits?.every(({ id }) => id !== soughtId) === true
  useEffect(() => {
    if (isSought) void fetchNextPage({ cancelRefetch: false })
  }, [isSought, deposits, fetchNextPage])
  const hasOpenInvoice = list.data?.some(({ invoice, endedAtMs }) => invoice !== null && endedAtMs === null)
  const invoices = useQuery({
    queryKey: invoicesKey,
    queryFn: async ({ signal }): Promise<Invoice[]> =>
      (await request(cryptoCalls.listInvoices, { signal })).invoices.map(toInvoice),
    enabled: hasOpenInvoice === true,
    refetchOnMount: 'always',
  })
  useLiveEvent('deposit', () => void queries.invalidateQueries({ queryKey: listKey }))
  useLiveEvent('invoice', () => void queries.invalidateQueries({ queryKey: invoicesKey }))
  useLiveEvent('refresh', () => {
    void queries.invalidateQueries({ queryKey: listKey })
    void queries.invalidateQueries({ queryKey: invoicesKey })
  })
  return { list, invoices: invoices.data ?? [] }
}
