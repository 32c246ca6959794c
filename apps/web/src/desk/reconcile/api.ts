import { queryOptions } from '@tanstack/react-query'
import { deskReconcileCalls } from '@tradefront/contract/desk-reconcile'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

const { listDays, getDay } = deskReconcileCalls

export const daysQuery = queryOptions({
  queryKey: callKey(listDays),
  queryFn: async () => (await performCall(listDays, {})).days,
  ...follow(['statements']),
})

export const dayQuery = (day: string) =>
  queryOptions({
    queryKey: callKey(getDay, { params: { day } }),
    queryFn: async () => (await performCall(getDay, { params: { day } })).day ?? null,
    ...follow(['statements']),
  })

/** Returns noon of a day in the browser's time zone, so that each zone writes the same day. */
export const toNoon = (day: string): number => new Date(`${day}T12:00:00`).getTime()
