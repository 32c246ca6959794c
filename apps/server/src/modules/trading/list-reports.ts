import type { TradeReport } from '@tradefront/contract/history'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { reportedStates } from '@tradefront/rules/trading/options'
import { toPrice } from '@tradefront/rules/trading/symbols'

import type { Db } from '../../platform/database/database.ts'
import { listReportPage, type ReportFilter, sumReports } from './report-query.ts'
import type { TradeOwner } from './trade-store.ts'
import { hasStarted, type StartedTrade } from './trade.ts'

/** What a browser requests: an empty text means all. */
export type ReportRequest = Pick<ReportFilter, 'direction'> & {
  readonly fromMs: number
  readonly toMs: number
  readonly status: string
  readonly symbol: string
}

export type ReportPage = {
  readonly limit: number
  readonly skip: number
  /** `next` of the page before. */
  readonly after: string | null
}

export type Reports = {
  readonly hits: TradeReport[]
  readonly total: number
  readonly skip: number
  readonly next: string | null
}

/** Latest time that is a date of the database. */
const lastMs = Date.UTC(9999, 11, 31)

/** Reads the filter of a request. Returns null if nothing can match. */
export function parseReportFilter({ status, symbol, direction, ...request }: ReportRequest): ReportFilter | null {
  const state = reportedStates.find((each) => each === status) ?? null
  if (state === null && status !== '') return null
  const [from, to] = [request.fromMs, request.toMs].map((ms) => new Date(Math.min(ms, lastMs))) as [Date, Date]
  return { from, to, state, direction, symbol: symbol === '' ? null : symbol }
}

/** Lists a trader's trades as the report of the specification. */
export async function listReports(
  db: Db,
  owner: TradeOwner,
  request: ReportRequest,
  page: ReportPage,
): Promise<Reports> {
  const { limit, skip } = page
  const filter = parseReportFilter(request)
  if (filter === null) return { hits: [], total: 0, skip, next: null }
  const after = page.after === null ? null : parseCursor(page.after)
  const total = (await sumReports(db, owner, filter)).reduce((sum, { count }) => sum + count, 0)
  const trades = await listReportPage(db, owner, filter, { limit, skip: after === null ? skip : 0, after, total })
  const last = trades.length < limit ? undefined : trades.at(-1)
  return {
    hits: trades.filter(hasStarted).map(toReport),
    total,
    skip: skip + trades.length,
    next: last === undefined ? null : `${last.openedAt.getTime()}_${last.id}`,
  }
}

function parseCursor(text: string) {
  const [ms = '', id = ''] = text.split('_')
  return { openedAt: new Date(Math.min(Number(ms), lastMs)), id }
}

function toReport(trade: StartedTrade): TradeReport {
  const { id, symbol, direction, state, stake, currency, digits, openPoints, strikePoints, closePoints, returned } =
    trade
  return {
    id,
    Sumbol: symbol,
    direction,
    Status: state,
    stake: fromMinor(stake, currency),
    currency,
    payout: trade.payoutPercent / 100,
    open: toPrice(openPoints, digits),
    strike: strikePoints === openPoints ? undefined : toPrice(strikePoints, digits),
    close: closePoints === null ? null : toPrice(closePoints, digits),
    profit: returned === null ? null : fromMinor(returned - stake, currency),
    opened_at: trade.openedAt.getTime(),
    expires_at: trade.expiresAt.getTime(),
    closed_at: trade.closedAt?.getTime() ?? null,
  }
}
