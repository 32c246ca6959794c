import { historyCalls } from '@tradefront/contract/history'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

import type { AppContext } from '../../context.ts'
import { getRequestLocale, toOfferedLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { fetchFromPlatform } from '../auth/service.ts'
import { listReports, sumTradeReports } from '../trading/service.ts'
import { streamMovements, streamReports } from './export-csv.ts'
import { listMovements } from './list-movements.ts'
import { sumMovements } from './sum-movements.ts'

const filesPerMinute = 20

/** spec: account 7, funding 7 */
export function historyRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, historyCalls.listMovements, async ({ user, body }) => {
    const page = { limit: body.limit, skip: body.offset, after: body.after ?? null }
    return { ...okReply, ...(await listMovements(context.db, user, toMovementRequest(body), page)) }
  })
  registerCall(app, historyCalls.sumMovements, async ({ user, body }) => ({
    ...okReply,
    ...(await sumMovements(context, user, toMovementRequest(body), body.zone)),
  }))
  registerCall(app, historyCalls.listPlatformMovements, async ({ user, query, request: httpRequest }) => {
    const { reply } = historyCalls.listPlatformMovements
    const fromPlatform = await fetchFromPlatform(context, httpRequest, '/cli/transactions', reply, query)
    if (fromPlatform !== null) return fromPlatform
    const { dateFrom, dateTo, status = '', trType = '' } = query
    const request = { fromMs: Number(dateFrom), toMs: Number(dateTo), status, type: trType }
    return { ...okReply, ...(await listMovements(context.db, user, request, toPlatformPage(query))) }
  })
  registerCall(app, historyCalls.listTrades, async ({ user, body }) => {
    const page = { limit: body.limit, skip: body.skip ?? body.offset, after: body.after ?? null }
    return { ...okReply, ...(await listReports(context.db, user, toReportRequest(body), page)) }
  })
  registerCall(app, historyCalls.sumTrades, async ({ user, body }) => ({
    ...okReply,
    ...(await sumTradeReports(context, user, toReportRequest(body), body.zone)),
  }))
  registerCall(app, historyCalls.listPlatformTrades, async ({ user, query, request: httpRequest }) => {
    const { reply } = historyCalls.listPlatformTrades
    const fromPlatform = await fetchFromPlatform(context, httpRequest, '/cli/orders', reply, query)
    if (fromPlatform !== null) return fromPlatform
    const { dateFrom, dateTo, status = '', symbol = '' } = query
    const request = { fromMs: Number(dateFrom), toMs: Number(dateTo), status, symbol, direction: null }
    return { ...okReply, ...(await listReports(context.db, user, request, toPlatformPage(query))) }
  })
  registerFiles(app, context)
}

function registerFiles(app: FastifyInstance, context: AppContext): void {
  registerCall(
    app,
    historyCalls.exportMovements,
    async ({ user, query, request, reply }) => {
      const { from, to, status = '', trType = '', zone } = query
      const filter = { fromMs: Number(from), toMs: Number(to), status, type: trType }
      const rows = streamMovements((page) => listMovements(context.reports, user, filter, page), {
        locale: toOfferedLocale(getRequestLocale(request)),
        zone,
      })
      return sendCsv(reply, 'history', rows)
    },
    { perMinute: filesPerMinute },
  )
  registerCall(
    app,
    historyCalls.exportTrades,
    async ({ user, query, request, reply }) => {
      const { from, to, status = '', symbol = '', position, zone } = query
      const filter = { fromMs: Number(from), toMs: Number(to), status, symbol, direction: position ?? null }
      const rows = streamReports((page) => listReports(context.reports, user, filter, page), {
        locale: toOfferedLocale(getRequestLocale(request)),
        zone,
      })
      return sendCsv(reply, 'reports', rows)
    },
    { perMinute: filesPerMinute },
  )
}

function sendCsv(reply: FastifyReply, name: string, rows: Readable) {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(rows)
}

function toMovementRequest(body: { DateFrom: number; DateTo: number; Status: string; trType: string }) {
  return { fromMs: body.DateFrom, toMs: body.DateTo, status: body.Status, type: body.trType }
}

function toReportRequest(body: {
  DateFrom: number
  DateTo: number
  Status: string
  Sumbol: string
  position?: 'up' | 'down'
}) {
  const { DateFrom, DateTo, Status, Sumbol, position = null } = body
  return { fromMs: DateFrom, toMs: DateTo, status: Status, symbol: Sumbol, direction: position }
}

function toPlatformPage({ limit, offset }: { limit: string; offset: string }) {
  return { limit: Number(limit), skip: Number(offset), after: null }
}
