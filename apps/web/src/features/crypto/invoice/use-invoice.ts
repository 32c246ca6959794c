import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Invoice } from '@tradefront/contract/domain/crypto'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { useEffect, useEffectEvent, useRef } from 'react'

import { syncServerClock } from '../../../platform/clock.ts'
import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import { amountDraft } from '../../deposits/amount/amount-draft.ts'
import { cacheInvoice, getInvoiceQuery, invoicesKey } from '../api.ts'

/** Spec: funding 9. */
const pollMs = 60_000

/** Polls while the invoice waits (spec: funding 4), and stores what the server pushes. */
export function useInvoice(coin: InvoiceCoin, guid: string) {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...getInvoiceQuery(coin, guid),
    refetchInterval: ({ state }) => (state.data?.status === 'wt' ? pollMs : false),
    refetchIntervalInBackground: true,
    refetchOnMount: 'always',
    refetchOnWindowFocus: ({ state }) => state.data?.status === 'wt',
  })
  useLiveEvent('invoice', ({ invoice }) => {
    if (invoice.guid !== guid) return
    syncServerClock(invoice.nowMs)
    cacheInvoice(queryClient, invoice)
  })
  useLiveEvent('refresh', () => void query.refetch())
  const { data: invoice } = query
  // An invoice can also change later, e.g. when an operator takes a credit back.
  useLiveEvent('deposit', ({ deposit }) => {
    if (deposit.id === invoice?.depositId) void query.refetch()
  })
  useWhenPaid(invoice?.status, () => {
    // Spec: funding 4.
    eventBus.emit('user:update', undefined)
    amountDraft.clear()
  })
  useEffect(() => {
    if (invoice?.status !== undefined) void queryClient.invalidateQueries({ queryKey: invoicesKey })
  }, [invoice?.status, queryClient])
  return query
}

/** Calls `onPaid` once, when a waiting invoice is paid; not for one that was paid before. */
function useWhenPaid(status: Invoice['status'] | undefined, onPaid: () => void): void {
  const before = useRef(status)
  const report = useEffectEvent(onPaid)
  useEffect(() => {
    if (before.current === 'wt' && status === 'su') report()
    before.current = status
  }, [status])
}
