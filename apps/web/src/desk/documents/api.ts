import { queryOptions } from '@tanstack/react-query'
import { deskSupportCalls, type DocumentCase } from '@tradefront/contract/desk-support'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

const { listDocumentCases, getDocumentCase } = deskSupportCalls

export type CaseKind = DocumentCase['kind']

export const documentCasesQuery = queryOptions({
  queryKey: callKey(listDocumentCases),
  queryFn: async ({ signal }) => (await performCall(listDocumentCases, { signal })).cases,
  ...follow(['documents']),
})

/**
 * Files of a case. They are not loaded again while they are open: what is decided is what was seen. Null: no file of the kind waits any
 * more.
 */
export const documentCaseQuery = (trader: string, kind: CaseKind) =>
  queryOptions({
    queryKey: callKey(getDocumentCase, { params: { trader, kind } }),
    queryFn: async ({ signal }) =>
      (await performCall(getDocumentCase, { params: { trader, kind }, signal })).case ?? null,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
