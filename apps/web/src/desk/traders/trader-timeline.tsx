import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { depositReaders } from '@tradefront/contract/desk-money'
import { type TraderEvent, type TraderEventKind, traderEventKinds } from '@tradefront/contract/desk-traders'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ChoiceChips } from '../../ui/fields/choice-chips.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Money } from '../../ui/money/money.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { UndoCorrection } from '../money/undo-correction.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { traderEventsQuery } from './api.ts'
import { describeEvent } from './describe-event.ts'
import { EventIcon } from './event-icon.tsx'

/** Events, newest first, by day. */
export function TraderTimeline({ id, kind }: { readonly id: string; readonly kind: TraderEventKind | undefined }) {
  const t = useTranslate()
  const format = useFormat()
  const navigate = useNavigate()
  const choices = traderEventKinds.map((each) => ({ id: each, label: t(`traders.kinds_${each}`) }))
  return (
    <Card as="section" labelledBy="timeline" className="flex min-w-0 flex-col gap-4">
      <h2 id="timeline" className="text-17 font-semibold">
        {t('traders.timeline')}
      </h2>
      <ChoiceChips<TraderEventKind | 'all'>
        label={t('traders.show')}
        choices={[{ id: 'all', label: t('traders.all') }, ...choices]}
        value={kind ?? 'all'}
        onChange={(next) =>
          void navigate({
            to: '/traders/$id',
            params: { id },
            search: next === 'all' ? {} : { kind: next },
            replace: true,
          })
        }
      />
      <QueryView
        query={useInfiniteQuery(traderEventsQuery(id, kind))}
        name={t('traders.timeline')}
        skeleton={<RowsSkeleton count={6} className="h-12" />}
        isEmpty={({ length }) => length === 0}
        empty={
          <p className="py-4 text-muted">{t(kind === undefined ? 'traders.nothing' : 'traders.nothing_of_kind')}</p>
        }
      >
        {(events) =>
          [...Map.groupBy(events, ({ atMs }) => format.longDay(atMs))].map(([day, ofDay]) => (
            <section key={day} aria-label={day}>
              <h3 className="border-b border-line pb-1 text-13 font-medium text-muted">{day}</h3>
              <ul>
                {ofDay.map((event) => (
                  <li key={event.key} className="border-b border-line last:border-b-0">
                    <EventRow event={event} trader={Number(id)} />
                  </li>
                ))}
              </ul>
            </section>
          ))
        }
      </QueryView>
    </Card>
  )
}

const rowClass = 'flex items-center gap-3 py-2.5'

function EventRow({ event, trader }: { readonly event: TraderEvent; readonly trader: number }) {
  const { roles } = useOperator()
  const content = <EventContent event={event} />
  if (event.kind === 'correction' && event.state === 'booked')
    return (
      <div className={rowClass}>
        {content}
        <UndoCorrection trader={trader} correction={event} />
      </div>
    )
  const isOpened = event.kind === 'withdrawal' || (event.kind === 'deposit' && hasRole(roles, depositReaders))
  if (!isOpened) return <div className={rowClass}>{content}</div>
  return (
    <Link
      to={event.kind === 'deposit' ? '/deposits/$id' : '/withdrawals/$id'}
      params={{ id: event.id }}
      className={`${rowClass} -mx-2 rounded-field px-2 hover:bg-raised`}
    >
      {content}
    </Link>
  )
}

const moneyClasses = { moved: 'font-medium', open: 'text-muted', off: 'text-muted line-through' } as const

function EventContent({ event }: { readonly event: TraderEvent }) {
  const t = useTranslate()
  const format = useFormat()
  const { title, state, isBad, isQuiet, detail, money } = describeEvent(t, format, event)
  return (
    <>
      <EventIcon kind={event.kind} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className={cx('wrap-anywhere', isQuiet ? 'text-muted' : 'font-medium')}>{title}</span>
        {detail !== undefined && (
          <span className="text-13 wrap-anywhere text-muted first-letter:uppercase">{detail}</span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end">
        {money !== undefined && (
          <Money
            amount={fromMinor(money.state === 'moved' ? money.minor : Math.abs(money.minor), money.currency)}
            currency={money.currency}
            isSigned={money.state === 'moved'}
            className={moneyClasses[money.state]}
          />
        )}
        <span className="text-13 text-muted">
          {state !== undefined && (
            <>
              <span className={cx(isBad && 'text-down')}>{state}</span> ·{' '}
            </>
          )}
          {event.kind !== 'trades' && format.time(event.atMs)}
        </span>
      </span>
    </>
  )
}
