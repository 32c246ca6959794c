import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type QueueFilter, queueReaders, type QueueRow } from '@tradefront/contract/desk-queue'
import { queueKinds, type QueueKind } from '@tradefront/contract/operator-actions'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { ReactNode } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ChoiceChips } from '../../ui/fields/choice-chips.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { BulkButton, SelectRow } from '../bulk-bar.tsx'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { ListTools } from '../list-tools.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { useKeys } from '../use-keys.ts'
import { useChosenRow } from '../use-list-keys.ts'
import { useOrder } from '../use-order.ts'
import { useSelection } from '../use-selection.ts'
import { queueQuery } from './api.ts'
import { BulkCases } from './bulk-cases.tsx'
import { useCaseOrders } from './use-case-orders.ts'

type RowProps = ReturnType<ReturnType<typeof useChosenRow>['toRowProps']>

const toKey = ({ kind, id }: QueueRow) => `${kind}:${id}`
const isSnoozed = ({ snoozedUntilMs }: QueueRow) => snoozedUntilMs !== null && snoozedUntilMs > serverNow()

/** All that waits for the operator's roles, in one list. */
export function QueueScreen({ filter = 'all' }: { readonly filter: QueueFilter | undefined }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { name, roles } = useOperator()
  const query = useQuery(queueQuery)
  const { take, snooze } = useCaseOrders()
  const all = query.data ?? []
  const isShown = (row: QueueRow): boolean => {
    if (filter === 'snoozed') return isSnoozed(row)
    if (isSnoozed(row)) return false
    return filter === 'all' || (filter === 'mine' ? row.operator === name : row.kind === filter)
  }
  const rows = all.filter(isShown)
  const { chosen, toRowProps } = useChosenRow(rows.map(toKey))
  const current = rows.find((row) => toKey(row) === chosen)
  const selection = useSelection(rows.map(toKey))
  useKeys(
    current === undefined
      ? []
      : [
          { key: 'Enter', text: t('desk.key_open'), run: () => void navigate({ to: findPage(current) }) },
          { key: 'e', text: t('desk_queue.take'), run: () => take(current, current.operator !== name) },
          { key: 'x', text: t('desk.key_select'), run: () => selection.toggle(toKey(current)) },
          { key: 's', text: t('desk_queue.snooze'), run: () => snooze(current, !isSnoozed(current)) },
        ],
  )
  const count = (kind: QueueKind) => all.filter((row) => row.kind === kind && !isSnoozed(row)).length
  const kinds = queueKinds.filter((kind) => hasRole(roles, queueReaders[kind]) && count(kind) > 0)
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('desk_queue.lead')}>{t('desk_queue.title')}</ScreenTitle>
      <ListTools
        path="/queue"
        csv={
          <CsvButton
            file="queue"
            title={t('desk_queue.title')}
            load={() => rows}
            columns={[
              { title: t('desk_queue.show'), toCell: ({ kind }) => t(`desk_queue.kind_${kind}`) },
              {
                title: t('desk.trader'),
                toCell: ({ trader, alert }) => trader?.name || trader?.email || alert?.subject || null,
              },
              {
                title: t('desk.col_amount'),
                toCell: ({ amount, currency }) =>
                  amount === null || currency === null ? null : fromMinor(amount, currency),
              },
              { title: t('desk.col_currency'), toCell: ({ currency }) => currency },
              { title: t('desk.col_time'), toCell: ({ sinceMs }) => toCsvTime(sinceMs) },
              { title: t('desk_queue.due_time'), toCell: ({ dueMs }) => toCsvTime(dueMs) },
              { title: t('desk_queue.operator'), toCell: ({ operator }) => operator },
            ]}
          />
        }
      >
        <ChoiceChips<QueueFilter>
          label={t('desk_queue.show')}
          choices={[
            { id: 'all', label: t('desk_queue.all') },
            { id: 'mine', label: t('desk_queue.mine') },
            ...kinds.map((id) => ({ id, label: t(`desk_queue.kind_${id}`), count: count(id) })),
            { id: 'snoozed', label: t('desk_queue.snoozed') },
          ]}
          value={filter}
          onChange={(show) => void navigate({ to: '/queue', search: { show }, replace: true })}
        />
      </ListTools>
      <BulkCases selection={selection} rows={rows.filter((row) => selection.has(toKey(row)))} />
      <QueryView
        query={query}
        name={t('desk_queue.title')}
        skeleton={<Skeleton className="h-96" />}
        isEmpty={() => rows.length === 0}
        empty={<EmptyState title={t('desk_queue.empty')}>{t('desk_queue.empty_text')}</EmptyState>}
      >
        {() => (
          <ul
            aria-label={t('desk_queue.title')}
            className="flex flex-col overflow-hidden rounded-card border border-line bg-surface"
          >
            {rows.map((row) => (
              <li key={toKey(row)} className="flex border-b border-line last:border-b-0">
                <SelectRow selection={selection} id={toKey(row)} name={nameCase(t, row)} />
                <Case row={row} isChosen={toKey(row) === chosen} rowProps={toRowProps(toKey(row))} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

/** Returns the screen on which the case is worked on. */
function findPage({ kind, id }: QueueRow): string {
  switch (kind) {
    case 'withdrawal':
      return `/withdrawals/${id}`
    case 'ticket':
      return `/tickets/${id}`
    case 'document':
      return `/documents/${id.replace('|', '/')}`
    case 'chargeback':
      return `/chargebacks/${id}`
    case 'prize':
      return `/prizes/${id}`
    case 'rate':
      return `/rates/${id}`
    case 'approval':
      return '/approvals'
    case 'alert':
      return '/queue'
    default:
      return `/deposits/${id}`
  }
}

function Case({ row, isChosen, rowProps }: { row: QueueRow; isChosen: boolean; rowProps: RowProps }) {
  const t = useTranslate()
  const format = useFormat()
  const { name } = useOperator()
  const { take, snooze, isPending } = useCaseOrders()
  const resolve = useOrder('alert.resolve')
  const { kind, trader, amount, currency, alert, operator } = row
  const isMine = operator === name
  const title = alert?.name ?? (kind === 'rate' ? row.id : trader?.name || trader?.email)
  return (
    <div
      className={cx(
        'flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3',
        isChosen && 'bg-accent-soft',
      )}
    >
      <Opener row={row} rowProps={rowProps}>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex min-w-0 gap-x-2 max-sm:flex-col">
            <span className="font-medium">{t(`desk_queue.kind_${kind}`)}</span>
            {title !== undefined && <span className="truncate text-muted">{title}</span>}
          </span>
          {alert !== null && (
            <span lang="en" className="text-13 text-muted">
              {alert.meaning} ({alert.subject})
            </span>
          )}
          <span className="flex flex-wrap gap-x-3 text-13 text-muted tabular">
            <Times row={row} />
          </span>
        </span>
        {amount !== null && currency !== null && (
          <span className="font-semibold tabular max-sm:self-start">
            {format.money(fromMinor(amount, currency), currency)}
          </span>
        )}
      </Opener>
      <span className="flex items-center gap-2 max-sm:w-full">
        {operator !== null && (
          <span className="text-13 text-muted">
            {isMine ? t('desk_queue.you_work') : t('desk_queue.works_on', { name: operator })}
          </span>
        )}
        {kind === 'alert' && (
          <BulkButton
            label={t('desk_queue.end_alert')}
            effect={t('actions.alert_resolve_undo')}
            isPending={resolve.isPending}
            onRun={(reason) => resolve.mutate({ input: { alert: Number(row.id) }, reason })}
          />
        )}
        <Button size="sm" isDisabled={isPending} onPress={() => take(row, !isMine)}>
          {t(isMine ? 'desk_queue.give_back' : 'desk_queue.take')}
        </Button>
        {kind !== 'alert' && kind !== 'approval' && (
          <Button size="sm" tone="plain" isDisabled={isPending} onPress={() => snooze(row, !isSnoozed(row))}>
            {t(isSnoozed(row) ? 'desk_queue.wake' : 'desk_queue.snooze')}
          </Button>
        )}
      </span>
    </div>
  )
}

/** For who hears the list. */
function nameCase(t: Translate, { kind, trader, alert }: QueueRow): string {
  return `${t(`desk_queue.kind_${kind}`)} ${alert?.subject ?? (trader?.name || trader?.email || '')}`.trim()
}

const openerClass = 'flex min-w-0 flex-1 items-center gap-4 rounded-field max-sm:basis-full'

/** An alert has no screen of its own. */
function Opener(props: { readonly row: QueueRow; readonly rowProps: RowProps; readonly children: ReactNode }) {
  const { row, rowProps, children } = props
  if (row.kind === 'alert')
    return (
      <span {...rowProps} className={openerClass}>
        {children}
      </span>
    )
  return (
    <Link {...rowProps} tabIndex={0} to={findPage(row)} className={openerClass}>
      {children}
    </Link>
  )
}

function Times({ row: { sinceMs, dueMs, snoozedUntilMs } }: { readonly row: QueueRow }) {
  const t = useTranslate()
  const format = useFormat()
  const now = serverNow()
  if (snoozedUntilMs !== null && snoozedUntilMs > now)
    return t('desk_queue.until', { time: format.recentTime(snoozedUntilMs, now) })
  const since = t('desk_queue.waits_since', { time: format.recentTime(sinceMs, now) })
  if (dueMs === null) return since
  const isLate = dueMs <= now
  return (
    <>
      <span>{since}</span>
      <span className={cx(isLate && 'font-medium text-down')}>
        {isLate
          ? t('desk_queue.late', { time: format.ago(dueMs, now) })
          : t('desk_queue.due', { time: format.until(dueMs, now) })}
      </span>
    </>
  )
}
