import { useQuery } from '@tanstack/react-query'
import type { Movement } from '@tradefront/contract/domain/history'
import { movementStatuses, movementTypes } from '@tradefront/rules/history/movements'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useRows } from '../../platform/query/use-rows.ts'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { VirtualTable } from '../../ui/layout/virtual-table.tsx'
import { ListActions } from './actions.tsx'
import { loadMovements, movementsFileUrl, movementsKey, movementsPerPage, movementTotalsQuery } from './api.ts'
import { describeMovement } from './describe-movement.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Filters, toSearch } from './filters.ts'
import { HistoryView } from './history-view.tsx'
import { MovementDialog } from './movement-dialog.tsx'
import { MovementSummary, useMovementTiles } from './movement-summary.tsx'
import { MovementCard, useMovementColumns } from './movement-rows.tsx'
import { maxPrintedRows, Statement } from './statement.tsx'
import { useTimeZone } from './time-zone.ts'
import { useListRange } from './use-list-range.ts'

export const movementOptions = { status: movementStatuses, type: movementTypes } as const
export type MovementFilters = Filters<keyof typeof movementOptions>

/** All changes of the balance (spec: account 2, 3, 9). The list starts at the registration. */
export function MovementList(props: {
  readonly filters: MovementFilters
  readonly onFilter: (filters: MovementFilters) => void
}) {
  const { filters, onFilter } = props
  const t = useTranslate()
  const format = useFormat()
  const zone = useTimeZone()
  const { registeredAtMs } = useUser()
  const { range, onShowLatest } = useListRange(filters, zone, () => registeredAtMs)
  const filter = { ...range, ...filters.choices }
  const rows = useRows(movementsKey(filter), movementsPerPage, loadMovements(filter))
  const totals = useQuery(movementTotalsQuery(filter, zone))
  const [opened, setOpened] = useState<Movement | null>(null)
  const [printed, setPrinted] = useState<readonly Movement[] | null>(null)
  const print = useTaskMutation(() => rows.loadFirst(maxPrintedRows), { onSuccess: setPrinted })
  const columns = useMovementColumns(zone, 'momentOfDay')
  const printedColumns = useMovementColumns(zone, 'moment')
  const tiles = useMovementTiles(totals.data)
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('history.lead')}>{t('history.title')}</ScreenTitle>
      <FilterBar
        filters={filters}
        onFilter={onFilter}
        zone={zone}
        startMs={registeredAtMs}
        choices={[
          {
            name: 'status',
            label: t('history.status'),
            all: t('history.all'),
            options: movementStatuses.map((id) => ({ id, label: t(`history.status_${id}`) })),
          },
          {
            name: 'type',
            label: t('history.type'),
            all: t('history.all_types'),
            options: movementTypes.map((id) => ({ id, label: t(`history.type_${id}`) })),
          },
        ]}
      />
      <HistoryView
        query={rows.query}
        name={t('history.title')}
        hasFilters={Object.keys(toSearch(filters)).length > 0}
        empty={{ title: t('history.empty'), text: t('history.empty_text') }}
      >
        {(total) => (
          <>
            {!isPlatformEmbedded() && <MovementSummary totals={totals} zone={zone} />}
            <ListActions
              count={t('history.count', { count: total })}
              csvUrl={isPlatformEmbedded() ? null : movementsFileUrl(filter, zone)}
              onPrint={() => print.mutate()}
              isPrinting={print.isPending}
              onShowLatest={onShowLatest}
            />
            <VirtualTable
              label={t('history.title')}
              columns={columns}
              rowCount={total}
              getRow={rows.getRow}
              onShow={rows.onShow}
              getHeading={({ atMs }) => format.dayName(atMs, serverNow(), zone)}
              onOpen={setOpened}
              renderCard={(movement) => <MovementCard movement={movement} zone={zone} />}
              describeRow={(movement) =>
                t('history.open_details', {
                  name: [t(`history.type_${movement.type}`), describeMovement(movement, t, format)]
                    .filter(Boolean)
                    .join(', '),
                  time: format.moment(movement.atMs, zone),
                })
              }
              loadingText={t('history.loading_row')}
            />
          </>
        )}
      </HistoryView>
      {opened !== null && <MovementDialog movement={opened} zone={zone} onClose={() => setOpened(null)} />}
      {printed !== null && (
        <Statement
          title={t('history.statement')}
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
