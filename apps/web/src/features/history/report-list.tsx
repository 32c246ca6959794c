import { useQuery } from '@tanstack/react-query'
import type { ReportedTrade } from '@tradefront/contract/domain/history'
import { fromAbsolute } from '@internationalized/date'
import { reportedStates } from '@tradefront/rules/trading/options'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { symbols } from '@tradefront/rules/trading/symbols'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useUser } from '../../platform/current-user.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useRows } from '../../platform/query/use-rows.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { VirtualTable } from '../../ui/layout/virtual-table.tsx'
import { ListActions } from './actions.tsx'
import { latestTradeQuery, loadReports, reportsFileUrl, reportsKey, reportTotalsQuery, tradesPerPage } from './api.ts'
import { formatPosition } from './describe-movement.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Filters, toSearch } from './filters.ts'
import { HistoryView } from './history-view.tsx'
import { ReportCard, useReportColumns } from './report-rows.tsx'
import { ReportSummary, useReportTiles } from './report-summary.tsx'
import { maxPrintedRows, Statement } from './statement.tsx'
import { useTimeZone } from './time-zone.ts'
import { TradeDialog } from './trade-dialog.tsx'
import { useListRange } from './use-list-range.ts'

const positions = ['up', 'down'] as const

export const reportOptions = {
  status: reportedStates,
  symbol: symbols.map(({ name }) => name),
  position: positions,
} as const
export type ReportFilters = Filters<keyof typeof reportOptions>

type ReportListProps = {
  readonly filters: ReportFilters
  readonly onFilter: (filters: ReportFilters) => void
}

/** List of trades (spec: account 2, 3, 9). It starts yesterday or, without trades since then, on the day before the latest one. */
export function ReportList(props: ReportListProps) {
  const t = useTranslate()
  const zone = useTimeZone()
  const { registeredAtMs } = useUser()
  const [openedMs] = useState(serverNow)
  const latest = useQuery(latestTradeQuery({ fromMs: registeredAtMs, toMs: openedMs }))
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('history.reports_lead')}>{t('history.reports_title')}</ScreenTitle>
      <QueryView query={latest} name={t('history.reports_title')} skeleton={<Skeleton className="h-96" />}>
        {({ openedAtMs }) => (
          <Reports
            {...props}
            getStartMs={(nowMs) => Math.min(findDayBefore(nowMs, zone), findDayBefore(openedAtMs ?? nowMs, zone))}
          />
        )}
      </QueryView>
    </div>
  )
}

function Reports(props: ReportListProps & { readonly getStartMs: (nowMs: number) => number }) {
  const { filters, onFilter, getStartMs } = props
  const t = useTranslate()
  const format = useFormat()
  const zone = useTimeZone()
  const { range, onShowLatest } = useListRange(filters, zone, getStartMs)
  const filter = { ...range, ...filters.choices }
  const rows = useRows(reportsKey(filter), tradesPerPage, loadReports(filter))
  const totals = useQuery(reportTotalsQuery(filter, zone))
  const [opened, setOpened] = useState<ReportedTrade | null>(null)
  const [printed, setPrinted] = useState<readonly ReportedTrade[] | null>(null)
  const print = useTaskMutation(() => rows.loadFirst(maxPrintedRows), { onSuccess: setPrinted })
  const columns = useReportColumns(zone, 'momentOfDay')
  const printedColumns = useReportColumns(zone, 'moment')
  const tiles = useReportTiles(totals.data)
  return (
    <div className="flex flex-col gap-6">
      <FilterBar
        filters={filters}
        onFilter={onFilter}
        zone={zone}
        startMs={getStartMs(serverNow())}
        choices={[
          {
            name: 'status',
            label: t('history.status'),
            all: t('history.all'),
            options: reportedStates.map((id) => ({ id, label: t(`history.state_${id}`) })),
          },
          {
            name: 'symbol',
            label: t('history.symbol'),
            all: t('history.all_symbols'),
            options: symbols.map(({ name }) => ({ id: name, label: getSymbolLabel(name, t) })),
          },
          ...(isPlatformEmbedded()
            ? []
            : [
                {
                  name: 'position' as const,
                  label: t('history.position'),
                  all: t('history.all_positions'),
                  options: positions.map((id) => ({ id, label: t(`history.position_${id}`) })),
                },
              ]),
        ]}
      />
      <HistoryView
        query={rows.query}
        name={t('history.reports_title')}
        hasFilters={Object.keys(toSearch(filters)).length > 0}
        empty={{ title: t('history.empty_reports'), text: t('history.empty_reports_text') }}
      >
        {(total) => (
          <>
            {!isPlatformEmbedded() && <ReportSummary totals={totals} zone={zone} />}
            <ListActions
              count={t('history.trade_count', { count: total })}
              csvUrl={isPlatformEmbedded() ? null : reportsFileUrl(filter, zone)}
              onPrint={() => print.mutate()}
              isPrinting={print.isPending}
              onShowLatest={onShowLatest}
            />
            <VirtualTable
              label={t('history.reports_title')}
              columns={columns}
              rowCount={total}
              getRow={rows.getRow}
              onShow={rows.onShow}
              getHeading={({ openedAtMs }) => format.dayName(openedAtMs, serverNow(), zone)}
              onOpen={setOpened}
              renderCard={(trade) => <ReportCard trade={trade} zone={zone} />}
              describeRow={(trade) =>
                t('history.open_details', {
                  name: `${getSymbolLabel(trade.symbol, t)}, ${formatPosition(trade, t, format)}, ${t(`history.state_${trade.state}`)}`,
                  time: format.moment(trade.openedAtMs, zone),
                })
              }
              loadingText={t('history.loading_row')}
            />
          </>
        )}
      </HistoryView>
      {opened !== null && <TradeDialog trade={opened} zone={zone} onClose={() => setOpened(null)} />}
      {printed !== null && (
        <Statement
          title={t('history.statement_reports')}
          {...{ range, zone, tiles }}
          columns={printedColumns}
          total={rows.query.data ?? 0}
          rows={printed}
          getKey={({ id }) => id}
          onDone={() => setPrinted(null)}
        />
      )}
    </div>
  )
}

/** Finds the start of the day before. Spec: account 9. */
function findDayBefore(timeMs: number, zone: string): number {
  return fromAbsolute(timeMs, zone)
    .subtract({ days: 1 })
    .set({ hour: 0, minute: 0, second: 0, millisecond: 0 })
    .toDate()
    .getTime()
}
