import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type AuditFilter, controlCalls } from '@tradefront/contract/desk-control'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

const { listAuditEntries, listOperators, listSettingChanges, listSettings } = controlCalls

export const operatorsQuery = queryOptions({
  queryKey: callKey(listOperators),
  queryFn: async ({ signal }) => (await performCall(listOperators, { signal })).operators,
  ...follow(['operators']),
})

export const settingsQuery = queryOptions({
  queryKey: callKey(listSettings),
  queryFn: async ({ signal }) => (await performCall(listSettings, { signal })).settings,
  ...follow(['settings']),
})

export const settingChangesQuery = (name: string) =>
  queryOptions({
    queryKey: callKey(listSettingChanges, { params: { name } }),
    queryFn: async ({ signal }) => (await performCall(listSettingChanges, { params: { name }, signal })).changes,
  })

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: callKey(listAuditEntries, { query: filter }),
    queryFn: ({ signal, pageParam }) =>
      performCall(listAuditEntries, { query: { ...filter, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? String(entries.at(-1)?.id) : null),
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  })
