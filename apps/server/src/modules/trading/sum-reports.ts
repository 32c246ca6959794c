import type { ReportSums } from '@tradefront/contract/history'
import { choosePeriodUnit } from '@tradefront/rules/history/periods'
import { fromMinor } from '@tradefront/rules/ledger/money'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { parseReportFilter, type ReportRequest } from './list-reports.ts'
import { findFirstPurchase, sumReportParts, sumReports, type TradeSum } from './report-query.ts'

type Counts = Pick<ReportSums, 'won' | 'lost' | 'tie' | 'sold' | 'void' | 'profit'>

/** Totals, and what the pictures show. Amounts in the account's currency; trades in an earlier one are left out. */
export function createSumReports({
  db,
  reports,
  clock,
}: {
  readonly db: Db
  readonly reports: Db
  readonly clock: Clock
}) {
  return async (
    user: Pick<SessionUser, 'id' | 'practice' | 'currency'>,
    request: ReportRequest,
    zone: string,
  ): Promise<Omit<ReportSums, 'return'>> => {
    const { currency } = user
    const filter = parseReportFilter(request)
    if (filter === null) return buildSums(currency, [], [], 'day')
    const firstMs = (await findFirstPurchase(db, user))?.getTime() ?? clock.now().getTime()
    const fromMs = Math.max(filter.from.getTime(), firstMs)
    const unit = choosePeriodUnit(fromMs, Math.min(filter.to.getTime(), clock.now().getTime()))
    const [sums, parts] = await Promise.all([
      sumReports(db, user, filter),
      sumReportParts(reports, user, filter, { currency, unit, zone }),
    ])
    return buildSums(
      currency,
      sums.filter((sum) => sum.currency === currency),
      parts,
      unit,
    )
  }
}

function buildSums(
  currency: string,
  sums: readonly TradeSum[],
  parts: Awaited<ReturnType<typeof sumReportParts>>,
  unit: ReportSums['unit'],
): Omit<ReportSums, 'return'> {
  const periods = groupBy(parts, ({ at }) => at?.getTime() ?? null)
  const symbols = groupBy(parts, ({ symbol }) => symbol)
  const hours = groupBy(parts, ({ hour }) => hour)
  const staked = sums.filter(({ state }) => state !== 'open' && state !== 'void')
  return {
    currency,
    ...countStates(sums, currency),
    open: sums.find(({ state }) => state === 'open')?.count ?? 0,
    stake: fromMinor(
      staked.reduce((sum, { stake }) => sum + stake, 0),
      currency,
    ),
    unit,
    curve: [...periods].map(([at, group]) => [at, countStates(group, currency).profit] as [number, number]),
    symbols: [...symbols].map(([symbol, group]) => ({ Sumbol: symbol, ...countStates(group, currency) })),
    hours: [...hours].map(([hour, group]) => ({ hour, ...countStates(group, currency) })),
  }
}

function groupBy<Row, Key>(rows: readonly Row[], getKey: (row: Row) => Key | null): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = getKey(row)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return groups
}

function countStates(sums: readonly Omit<TradeSum, 'currency'>[], currency: string): Counts {
  const count = (wanted: TradeSum['state']) => sums.find(({ state }) => state === wanted)?.count ?? 0
  const ended = sums.filter(({ state }) => state !== 'open')
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
