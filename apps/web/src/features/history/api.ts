import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type Movement,
  type ReportedTrade,
  toMovement,
  toMovementTotals,
  toReportedTrade,
  toReportTotals,
} from '@tradefront/contract/domain/history'
import { historyCalls } from '@tradefront/contract/history'

import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'
import type { Range } from './filters.ts'
import type { LoadRows } from './use-rows.ts'

/** Rows of a page. Spec: account 9. */
export const movementsPerPage = 999
export const tradesPerPage = 100

export type MovementFilter = Range & { readonly status: string; readonly type: string }
export type ReportFilter = Range & {
  readonly status: string
  readonly symbol: string
  readonly position: string
}

const toMovementBody = ({ fromMs, toMs, status, type }: MovementFilter) => ({
  DateFrom: fromMs,
  DateTo: toMs,
  Status: status,
  trType: type,
})

const toReportBody = ({ fromMs, toMs, status, symbol, position }: ReportFilter) => ({
  DateFrom: fromMs,
  DateTo: toMs,
  Status: status,
  Sumbol: symbol,
  ...((position === 'up' || position === 'down') && { position: position as 'up' | 'down' }),
})

export function movementsKey(filter: MovementFilter): readonly unknown[] {
  return callKey(historyCalls.listMovements, {
    body: { ...toMovementBody(filter), limit: movementsPerPage, offset: 0 },
  })
}

export function loadMovements(filter: MovementFilter): LoadRows<Movement> {
  return async ({ limit, offset, after }, signal) => {
    const place = after === null ? { offset } : { offset: 0, after }
    const reply = await request(historyCalls.listMovements, {
      body: { ...toMovementBody(filter), limit, ...place },
      signal,
    })
    return { rows: reply.hits.map(toMovement), total: reply.total, next: reply.next }
  }
}

export function reportsKey(filter: ReportFilter): readonly unknown[] {
  return callKey(historyCalls.listTrades, { body: { ...toReportBody(filter), limit: tradesPerPage, offset: 0 } })
}

export function loadReports(filter: ReportFilter): LoadRows<ReportedTrade> {
  return async ({ limit, offset, after }, signal) => {
    // Spec: account 9. The next pages are loaded with skip.
    const place = after !== null ? { after } : offset === 0 ? {} : { skip: offset }
    const reply = await request(historyCalls.listTrades, {
      body: { ...toReportBody(filter), limit, offset: 0, ...place },
      signal,
    })
    return { rows: reply.hits.map(toReportedTrade), total: reply.total, next: reply.next }
  }
}

export function movementTotalsQuery(filter: MovementFilter, zone: string) {
  const body = { ...toMovementBody(filter), zone }
  return queryOptions({
    queryKey: callKey(historyCalls.sumMovements, { body }),
    queryFn: async ({ signal }) => toMovementTotals(await request(historyCalls.sumMovements, { body, signal })),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}

export function reportTotalsQuery(filter: ReportFilter, zone: string) {
  const body = { ...toReportBody(filter), zone }
  return queryOptions({
    queryKey: callKey(historyCalls.sumTrades, { body }),
    queryFn: async ({ signal }) => toReportTotals(await request(historyCalls.sumTrades, { body, signal })),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}

function toFileUrl(path: string, values: Readonly<Record<string, string | number>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]))
  return `${path}?${new URLSearchParams(given).toString()}`
}

export function movementsFileUrl({ fromMs, toMs, status, type }: MovementFilter, zone: string): string {
  return toFileUrl(historyCalls.exportMovements.path, { from: fromMs, to: toMs, status, trType: type, zone })
}

export function reportsFileUrl({ fromMs, toMs, status, symbol, position }: ReportFilter, zone: string): string {
  return toFileUrl(historyCalls.exportTrades.path, { from: fromMs, to: toMs, status, symbol, position, zone })
}
