import type { ReportTotals } from '@tradefront/contract/history'
import { choosePeriodUnit, hasUtcHours } from '@tradefront/rules/history/periods'
import { fromMinor } from '@tradefront/rules/ledger/money'

import type { AppContext } from '../../context.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { parseReportFilter, type ReportRequest } from './list-reports.ts'
import { findFirstPurchase, sumReportParts, sumReports, type TradePart, type TradeSum } from './report-query.ts'

type Counts = Pick<ReportTotals, 'won' | 'lost' | 'tie' | 'sold' | 'void' | 'profit'>

/** Computes totals, and what the pictures show. Amounts are in the account's currency; trades in an earlier one are left out. */
export async function sumTradeReports(
  { db, clock, reports }: AppContext,
  user: Pick<SessionUser, 'id' | 'isPractice' | 'currency'>,
  request: ReportRequest,
  zone: string,
): Promise<ReportTotals> {
  const { currency } = user
  const filter = parseReportFilter(request)
  if (filter === null) return buildSums(currency, [], [], 'day')
  const firstMs = (await findFirstPurchase(db, user))?.getTime() ?? clock.now().getTime()
  const range = {
    fromMs: Math.max(filter.from.getTime(), firstMs),
    toMs: Math.min(filter.to.getTime(), clock.now().getTime()),
  }
  const unit = choosePeriodUnit(range.fromMs, range.toMs)
  const [sums, parts] = await Promise.all([
    sumReports(db, user, filter),
    sumReportParts(reports, user, filter, { currency, unit, zone, hasUtcHours: hasUtcHours(zone, range) }),
  ])
  return buildSums(
    currency,
    sums.filter((sum) => sum.currency === currency),
    parts,
    unit,
  )
}

function buildSums(
  currency: string,
  sums: readonly TradeSum[],
  parts: readonly TradePart[],
  unit: ReportTotals['unit'],
): ReportTotals {
  const ended = sums.filter(({ state }) => state !== 'open')
  const symbols = Map.groupBy(ended, ({ symbol }) => symbol)
  const staked = sums.filter(({ state }) => state !== 'open' && state !== 'void')
  return {
    currency,
    ...countStates(ended, currency),
    open: sums.reduce((total, { state, count }) => total + (state === 'open' ? count : 0), 0),
    stake: fromMinor(
      staked.reduce((sum, { stake }) => sum + stake, 0),
      currency,
    ),
    unit,
    curve: parts.flatMap(({ at, profit }) =>
      at === null ? [] : [[at.getTime(), fromMinor(profit, currency)] as [number, number]],
    ),
    symbols: [...symbols].map(([symbol, group]) => ({ symbol: symbol, ...countStates(group, currency) })),
    hours: parts.flatMap(({ at: _at, hour, profit, ...counts }) =>
      hour === null ? [] : [{ hour, ...counts, profit: fromMinor(profit, currency) }],
    ),
  }
}

function countStates(ended: readonly TradeSum[], currency: string): Counts {
  const count = (wanted: TradeSum['state']) =>
    ended.reduce((total, { state, count }) => total + (state === wanted ? count : 0), 0)
  return {
    won: count('won'),
    lost: count('lost'),
    tie: count('tie'),
    sold: count('sold'),
    void: count('void'),
    profit: fromMinor(
      ended.reduce((sum, { stake, returned }) => sum + returned - stake, 0),
      currency,
    ),
  }
}
