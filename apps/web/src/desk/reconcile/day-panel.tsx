import { useQuery } from '@tanstack/react-query'
import {
  type StatementDay,
  type StatementException,
  type StatementProcessor,
  statementUploaders,
} from '@tradefront/contract/desk-reconcile'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ActionButton } from '../action-button.tsx'
import { DeskTable } from '../desk-table.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { dayQuery, toNoon } from './api.ts'
import { ExceptionList } from './exception-list.tsx'
import { UploadButton } from './upload-button.tsx'

/** One day: each processor's money on both sides, the differences, and the button that closes the day. */
export function DayPanel({ day }: { readonly day: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(dayQuery(day))}
      name={t('desk_reconcile.title')}
      skeleton={<Skeleton className="h-96" />}
      empty={<EmptyState title={t('errors.not_found')} />}
    >
      {(found) => <Details day={found} />}
    </QueryView>
  )
}

function Details({ day }: { readonly day: StatementDay }) {
  const t = useTranslate()
  const format = useFormat()
  const name = format.day(toNoon(day.day))
  const isOpen = day.closedAtMs === null
  const isSettled =
    day.processors.every(({ comparedAtMs }) => comparedAtMs !== null) &&
    day.exceptions.every(({ goneAtMs, explanation }) => goneAtMs !== null || explanation !== null)
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 className="text-28 font-semibold">{name}</h2>
          <p className="text-13 text-muted">
            {day.closedAtMs !== null
              ? t('desk_reconcile.closed_at', { time: format.dateTime(day.closedAtMs) })
              : !isSettled && t('desk_reconcile.close_after')}
          </p>
        </div>
        <ActionButton
          action="day.close"
          tone="primary"
          title={t('desk_reconcile.close_title', { day: name })}
          input={{ day: day.day }}
          isOffered={isOpen && isSettled}
        >
          <p className="text-muted">{t('desk_reconcile.close_text')}</p>
        </ActionButton>
      </div>
      <Processors day={day} />
      <ExceptionList day={day} />
    </div>
  )
}

/** A processor has a row for each currency, or one that says why there is none. */
type Row = { readonly processor: StatementProcessor; readonly total: StatementProcessor['totals'][number] | null }

function Processors({ day }: { readonly day: StatementDay }) {
  const t = useTranslate()
  const format = useFormat()
  const { roles } = useOperator()
  const canUpload = day.closedAtMs === null && hasRole(roles, statementUploaders)
  const rows = day.processors.flatMap((processor): Row[] =>
    processor.totals.length === 0 || processor.comparedAtMs === null
      ? [{ processor, total: null }]
      : processor.totals.map((total) => ({ processor, total })),
  )
  const isFirst = ({ processor, total }: Row) => total === null || processor.totals[0] === total
  const sum = ({ processor, total }: Row) => sumDifferences(day.exceptions, processor.name, total?.currency ?? '')
  const write = (minor: number | undefined, currency = '', isSigned = false) =>
    minor === undefined ? '' : format.money(fromMinor(minor, currency), currency, { isSigned })
  return (
    <DeskTable
      id="processors"
      title={t('desk_reconcile.processors')}
      columns={[
        {
          id: 'processor',
          title: t('desk_reconcile.processor'),
          render: (row) => isFirst(row) && <ProcessorName processor={row.processor} />,
          toCell: ({ processor }) => processor.name,
        },
        {
          id: 'currency',
          title: t('desk_reconcile.column_currency'),
          render: ({ total }) => total?.currency,
          toCell: ({ total }) => total?.currency ?? '',
        },
        ...(['there', 'here', 'agreed'] as const).map((id) => ({
          id,
          title: t(`desk_reconcile.${id}`),
          isNumeric: true,
          render: ({ total }: Row) => (
            <>
              {write(total?.[id], total?.currency)}
              {id === 'agreed' && total !== null && (
                <span className="block text-13 text-muted">
                  {t('desk_reconcile.movements', { count: total.agreedCount })}
                </span>
              )}
            </>
          ),
          toCell: ({ total }: Row) => total && fromMinor(total[id], total.currency),
        })),
        {
          id: 'difference',
          title: t('desk_reconcile.differs'),
          isNumeric: true,
          render: (row) => {
            const { count, amount } = sum(row)
            return count === 0 ? (
              row.total !== null && <span className="text-muted">–</span>
            ) : (
              <>
                <span className="font-medium text-down">{write(amount, row.total?.currency, true)}</span>
                <span className="block text-13 text-muted">{t('desk_reconcile.movements', { count })}</span>
              </>
            )
          },
          toCell: (row) => fromMinor(sum(row).amount, row.total?.currency ?? ''),
        },
        {
          id: 'upload',
          title: '',
          isNumeric: true,
          render: (row) =>
            canUpload &&
            isFirst(row) && <UploadButton key={row.processor.name} day={day.day} processor={row.processor} />,
        },
      ]}
      rows={rows}
      toKey={({ processor, total }) => `${processor.name} ${total?.currency}`}
      emptyText=""
    />
  )
}

function ProcessorName({ processor }: { readonly processor: StatementProcessor }) {
  const t = useTranslate()
  const { name, comparedAtMs, fileName, totals } = processor
  const state =
    comparedAtMs === null
      ? fileName === null
        ? t('desk_reconcile.not_compared')
        : t('desk_reconcile.being_compared', { name: fileName })
      : fileName !== null
        ? t('desk_reconcile.from_file', { name: fileName })
        : totals.length === 0
          ? t('desk_reconcile.no_movements')
          : t('desk_reconcile.compared')
  return (
    <>
      <span className="font-medium">{name}</span>
      <span
        className={cx(
          'block max-w-56 truncate text-13',
          comparedAtMs === null && fileName === null ? 'text-down' : 'text-muted',
        )}
      >
        {state}
      </span>
    </>
  )
}

function sumDifferences(exceptions: readonly StatementException[], processor: string, currency: string) {
  const own = exceptions.filter(
    (each) => each.processor === processor && each.currency === currency && each.goneAtMs === null,
  )
  return { count: own.length, amount: own.reduce((all, { difference }) => all + difference, 0) }
}
