import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Movement, type ReportedTrade, toMovement, toReportedTrade } from '@tradefront/contract/domain/history'
import { historyCalls } from '@tradefront/contract/history'

import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'
import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import type { Range } from './filters.ts'
import type { LoadRows } from '../../platform/query/use-rows.ts'

/** Number of rows of a page. Spec: account 9. */
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
  position: (['up', 'down'] as const).find((each) => each === position),
})

/** Converts a query for the calls of an embedded platform (spec: funding 7). */
const toPlatformQuery = (
  { fromMs, toMs, status }: Range & { readonly status: string },
  limit: number,
  offset: number,
) => ({
  dateFrom: String(fromMs),
  dateTo: String(toMs),
  limit: String(limit),
  offset: String(offset),
  status: status || undefined,
})

export function movementsKey(filter: MovementFilter): readonly unknown[] {
  return callKey(historyCalls.listMovements, {
    body: { ...toMovementBody(filter), limit: movementsPerPage, offset: 0 },
  })
}

export function loadMovements(filter: MovementFilter): LoadRows<Movement> {
  return async ({ limit, offset, after }, signal) => {
    const place = after === null ? { offset } : { offset: 0, after }
    const reply = isPlatformEmbedded()
      ? await request(historyCalls.listPlatformMovements, {
          query: { ...toPlatformQuery(filter, limit, offset), trType: filter.type || undefined },
          signal,
        })
      : await request(historyCalls.listMovements, {
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
    const reply = isPlatformEmbedded()
      ? await request(historyCalls.listPlatformTrades, {
          query: { ...toPlatformQuery(filter, limit, offset), symbol: filter.symbol || undefined },
          signal,
        })
      : await request(historyCalls.listTrades, {
          body: { ...toReportBody(filter), limit, offset: 0, ...place },
          signal,
        })
    return { rows: reply.hits.map(toReportedTrade), total: reply.total, next: reply.next }
  }
}

/** Loads when the latest trade was opened. Null if there is none, or if that cannot be found out. */
export function latestTradeQuery(range: Range) {
  const filter = { ...range, status: '', symbol: '', position: '' }
  return queryOptions({
    queryKey: [...reportsKey(filter), 'latest'],
    queryFn: async ({ signal }): Promise<{ readonly openedAtMs: number | null }> => {
      const page = await loadReports(filter)({ limit: 1, offset: 0, after: null }, signal).catch(() => null)
      return { openedAtMs: page?.rows[0]?.openedAtMs ?? null }
    },
    staleTime: Infinity,
  })
}

/** Loads the totals, which the calls of an embedded platform do not have. */
export function movementTotalsQuery(filter: MovementFilter, zone: string) {
  const body = { ...toMovementBody(filter), zone }
  return queryOptions({
    queryKey: callKey(historyCalls.sumMovements, { body }),
    queryFn: ({ signal }) => request(historyCalls.sumMovements, { body, signal }),
    enabled: !isPlatformEmbedded(),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}

export function reportTotalsQuery(filter: ReportFilter, zone: string) {
  const body = { ...toReportBody(filter), zone }
  return queryOptions({
    queryKey: callKey(historyCalls.sumTrades, { body }),
    queryFn: ({ signal }) => request(historyCalls.sumTrades, { body, signal }),
    enabled: !isPlatformEmbedded(),
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
