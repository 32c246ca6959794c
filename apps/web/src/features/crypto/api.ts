import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { cryptoCalls } from '@tradefront/contract/crypto'
import { type Invoice, toInvoice } from '@tradefront/contract/domain/crypto'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'
import { syncServerClock } from '../../platform/clock.ts'

export const createCalls = { BTC: cryptoCalls.createBitcoinInvoice, ETH: cryptoCalls.createEthereumInvoice } as const
const checkCalls = { BTC: cryptoCalls.getBitcoinInvoiceStatus, ETH: cryptoCalls.getEthereumInvoiceStatus } as const

const ratesRefreshMs = 60_000

/** Loads an invoice. Null: this trader has no such invoice. */
export function getInvoiceQuery(coin: InvoiceCoin, guid: string) {
  return queryOptions<Invoice | null>({
    queryKey: getInvoiceKey(coin, guid),
    queryFn: async ({ signal }) => {
      try {
        const { invoice } = await request(checkCalls[coin], { body: { guid }, signal })
        if (invoice === undefined) return null
        syncServerClock(invoice.now)
        return toInvoice(invoice)
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }
    },
  })
}

function getInvoiceKey(coin: InvoiceCoin, guid: string): readonly unknown[] {
  return [...callKey(checkCalls[coin]), guid]
}

export const invoicesKey = callKey(cryptoCalls.listInvoices)

/** Invoices, newest first. */
export const invoicesQuery = queryOptions<readonly Invoice[]>({
  queryKey: invoicesKey,
  queryFn: async ({ signal }) => (await request(cryptoCalls.listInvoices, { signal })).invoices.map(toInvoice),
})

export const ratesQuery = queryOptions({
  queryKey: callKey(cryptoCalls.getCoinRates),
  queryFn: ({ signal }) => request(cryptoCalls.getCoinRates, { body: {}, signal }),
  refetchInterval: ratesRefreshMs,
})

/** Stores an invoice that was made or pushed, unless the known one is newer. */
export function cacheInvoice(queryClient: QueryClient, invoice: Invoice): void {
  const isNewer = (known: Invoice) => known.guid === invoice.guid && known.nowMs <= invoice.nowMs
  queryClient.setQueryData<Invoice | null>(getInvoiceKey(invoice.coin, invoice.guid), (known) =>
    known == null || isNewer(known) ? invoice : known,
  )
  queryClient.setQueryData<readonly Invoice[]>(invoicesKey, (known) =>
    known?.map((each) => (isNewer(each) ? invoice : each)),
  )
}
