import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { queueCalls, queueReaders, type QueueRow } from '@tradefront/contract/desk-queue'
import { queueKinds, type QueueKind } from '@tradefront/contract/operator-actions'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { type ReactNode, useState } from 'react'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ChoiceChips } from '../../ui/fields/choice-chips.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { useKeys } from '../use-keys.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useOrder } from '../use-order.ts'

const refreshMs = 5000
const dayMs = 86_400_000

const queueQuery = queryOptions({
  queryKey: callKey(queueCalls.getQueue),
  queryFn: async ({ signal }) => (await performCall(queueCalls.getQueue, { signal })).rows,
  refetchInterval: refreshMs,
})

type Filter = 'all' | 'mine' | 'snoozed' | QueueKind

const toKey = ({ kind, id }: QueueRow) => `${kind}:${id}`
const isSnoozed = ({ snoozedUntilMs }: QueueRow) => snoozedUntilMs !== null && snoozedUntilMs > serverNow()

/** Everything that waits for the operator's roles, in one list. */
export function QueueScreen() {
  const t = useTranslate()
  const navigate = useNavigate()
  const { name, roles } = useOperator()
  const [filter, setFilter] = useState<Filter>('all')
  const [chosen, setChosen] = useState<string | null>(null)
  const query = useQuery(queueQuery)
  const { take, snooze } = useCaseOrders()
  const all = query.data ?? []
  const isShown = (row: QueueRow): boolean => {
    if (filter === 'snoozed') return isSnoozed(row)
    if (isSnoozed(row)) return false
    return filter === 'all' || (filter === 'mine' ? row.operator === name : row.kind === filter)
  }
  const rows = all.filter(isShown)
  const current = rows.find((row) => toKey(row) === chosen)
  useListKeys(rows.map(toKey), chosen, (key) => {
    setChosen(key)
    document.getElementById(key)?.focus()
  })
  useKeys(
    current === undefined
      ? {}
      : {
          Enter: () => void navigate({ to: findPage(current) }),
          e: () => take(current, current.operator !== name),
          s: () => snooze(current, !isSnoozed(current)),
        },
  )
  const count = (kind: QueueKind) => all.filter((row) => row.kind === kind && !isSnoozed(row)).length
  const kinds = queueKinds.filter((kind) => hasRole(roles, queueReaders[kind]) && count(kind) > 0)
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('desk_queue.lead')}>{t('desk_queue.title')}</ScreenTitle>
      <ChoiceChips
        label={t('desk_queue.show')}
        choices={[
          { id: 'all', label: t('desk_queue.all') },
          { id: 'mine', label: t('desk_queue.mine') },
          ...kinds.map((id) => ({ id, label: t(`desk_queue.kind_${id}`), count: count(id) })),
          { id: 'snoozed', label: t('desk_queue.snoozed') },
        ]}
        value={filter}
        onChange={setFilter}
      />
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
              <li key={toKey(row)} className="border-b border-line last:border-b-0">
                <Case row={row} isChosen={toKey(row) === chosen} onChoose={() => setChosen(toKey(row))} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <p className="text-13 text-muted max-lg:hidden">{t('desk_queue.keys')}</p>
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
      return '/chargebacks'
    case 'approval':
      return '/approvals'
    case 'alert':
      return '/queue'
    default:
      return `/deposits/${id}`
  }
}

/** Returns orders that take a case or put it off. A ticket has an order of its own for who answers it. */
function useCaseOrders() {
  const t = useTranslate()
  const { name } = useOperator()
  const reason = t('desk_queue.reason')
  const takeCase = useOrder('case.take')
  const assign = useOrder('ticket.assign')
  const put = useOrder('case.snooze')
  return {
    take: ({ kind, id }: QueueRow, isMine: boolean) =>
      kind === 'ticket'
        ? assign.mutate({ input: { ticket: id, operator: isMine ? name : null }, reason })
        : takeCase.mutate({ input: { kind, id, isMine }, reason }),
    snooze: ({ kind, id }: QueueRow, isLater: boolean) =>
      put.mutate({ input: { kind, id, untilMs: isLater ? serverNow() + dayMs : null }, reason }),
    isPending: takeCase.isPending || assign.isPending || put.isPending,
  }
}

function Case({ row, isChosen, onChoose }: { row: QueueRow; isChosen: boolean; onChoose: () => void }) {
  const t = useTranslate()
  const format = useFormat()
  const { name } = useOperator()
  const { take, snooze, isPending } = useCaseOrders()
  const resolve = useOrder('alert.resolve')
  const { kind, trader, amount, currency, alert, operator } = row
  const isMine = operator === name
  const title = alert === null ? trader?.name || trader?.email : alert.name
  return (
    <div className={cx('flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3', isChosen && 'bg-accent-soft')}>
      <Opener row={row} onFocus={onChoose}>
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
          <Button
            size="sm"
            isPending={resolve.isPending}
            onPress={() => resolve.mutate({ input: { alert: Number(row.id) }, reason: t('desk_queue.reason') })}
          >
            {t('desk_queue.end_alert')}
          </Button>
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

const openerClass = 'flex min-w-0 flex-1 items-center gap-4 rounded-field max-sm:basis-full'

/** Opens the screen of the case. An alert has no screen of its own. */
function Opener(props: { readonly row: QueueRow; readonly onFocus: () => void; readonly children: ReactNode }) {
  const { row } = props
  if (row.kind === 'alert')
    return (
      <span id={toKey(row)} tabIndex={-1} className={openerClass} onFocus={props.onFocus}>
        {props.children}
      </span>
    )
  return (
    <Link id={toKey(row)} to={findPage(row)} className={openerClass} onFocus={props.onFocus}>
      {props.children}
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
