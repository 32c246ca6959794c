import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TicketItem } from '@tradefront/contract/support'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { paths } from '../../routes/paths.ts'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { getTicketsQuery, reloadTickets } from './api.ts'
import { NextStep, StatusMark } from './ticket-status.tsx'

/** Tickets, the last changed first. */
export function TicketList() {
  const t = useTranslate()
  const queryClient = useQueryClient()
  useLiveEvent('ticket', () => void reloadTickets(queryClient))
  useLiveEvent('refresh', () => void reloadTickets(queryClient))
  return (
    <section aria-label={t('support.list')} className="flex flex-col gap-3">
      <QueryView
        query={useInfiniteQuery(getTicketsQuery(useLocaleTag()))}
        name={t('support.list')}
        skeleton={<RowsSkeleton count={3} className="h-16" />}
        isEmpty={({ length }) => length === 0}
        empty={<p className="text-muted">{t('support.list_empty')}</p>}
      >
        {(tickets) => (
          <ul className="-mx-3 flex flex-col gap-px">
            {tickets.map((ticket) => (
              <TicketRow key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}

function TicketRow({ ticket }: { readonly ticket: TicketItem }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, subject, updated_at: changedMs, is_unread: isUnread } = ticket
  return (
    <li>
      <Link
        to={paths.showWith('support', id)}
        className="flex flex-col gap-1 rounded-field px-3 py-3 hover:bg-raised data-[status=active]:bg-raised"
      >
        <span className="flex items-baseline gap-3">
          <span className={cx('line-clamp-2 flex-1 wrap-anywhere', isUnread ? 'font-semibold' : 'font-medium')}>
            {isUnread && <span aria-hidden className="me-2 inline-block size-2 rounded-full bg-accent align-middle" />}
            {subject}
            {isUnread && <span className="sr-only"> · {t('support.unread')}</span>}
          </span>
          <time dateTime={new Date(changedMs).toISOString()} className="shrink-0 text-13 text-muted tabular-nums">
            {format.recentTime(changedMs, serverNow())}
          </time>
        </span>
        <span className="flex items-start justify-between gap-3">
          <span className="text-13 text-muted">
            <NextStep ticket={ticket} />
          </span>
          <StatusMark ticket={ticket} />
        </span>
      </Link>
    </li>
  )
}
