import { queryOptions } from '@tanstack/react-query'
import { deskReconcileCalls } from '@tradefront/contract/desk-reconcile'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { refreshMs } from '../api.ts'

const { listDays, getDay } = deskReconcileCalls

export const daysQuery = queryOptions({
  queryKey: callKey(listDays),
  queryFn: async () => (await performCall(listDays, {})).days,
  refetchInterval: refreshMs,
})

export const dayQuery = (day: string) =>
  queryOptions({
    queryKey: callKey(getDay, { params: { day } }),
    queryFn: async () => (await performCall(getDay, { params: { day } })).day ?? null,
    refetchInterval: refreshMs,
  })

/** Returns noon of a day in the browser's time zone, so that each zone writes the same day. */
export const toNoon = (day: string): number => new Date(`${day}T12:00:00`).getTime()
