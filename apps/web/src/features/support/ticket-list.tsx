import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TicketItem } from '@tradefront/contract/support'
import MessagesSquare from 'lucide-react/icons/messages-square'
import type { ReactNode } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { getTicketsQuery } from './api.ts'
import { NextStep, StatusMark } from './ticket-status.tsx'

/** The last changed first. @param action of the empty list */
export function TicketList({ action, emptyText }: { readonly action: ReactNode; readonly emptyText: string }) {
  const t = useTranslate()
  return (
    <section aria-label={t('support.list')} className="flex flex-col gap-4">
      <QueryView
        query={useInfiniteQuery(getTicketsQuery(useLocaleTag()))}
        name={t('support.list')}
        skeleton={<RowsSkeleton count={3} className="h-20" />}
        isEmpty={({ length }) => length === 0}
        empty={
          <EmptyState icon={<MessagesSquare size={32} aria-hidden />} title={t('support.list_empty')} action={action}>
            {emptyText}
          </EmptyState>
        }
      >
        {(tickets) => (
          <ul className="overflow-hidden rounded-card border border-line bg-surface">
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
  const { id, subject, department, number, updated_at: changedMs, is_unread: isUnread } = ticket
  return (
    <li className="relative border-b border-line last:border-b-0 hover:bg-raised">
      <Link
        to={paths.showWith('support', id)}
        className="flex items-start gap-3 px-4 py-3.5 outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-accent-ink sm:px-5"
      >
        {isUnread && (
          <span aria-hidden className="absolute start-1.5 top-5.5 size-2 rounded-full bg-accent sm:start-2" />
        )}
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className={cx('wrap-anywhere', isUnread ? 'font-semibold' : 'font-medium')}>
            {subject}
            {isUnread && <span className="sr-only"> · {t('support.unread')}</span>}
          </span>
          <span className="text-13 text-muted">
            <NextStep ticket={ticket} />
          </span>
          <span className="text-13 text-muted">
            {[department, t('support.number', { number })].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1.5">
          <StatusMark ticket={ticket} />
          <time dateTime={new Date(changedMs).toISOString()} className="text-13 text-muted tabular-nums">
            {format.recentTime(changedMs, serverNow())}
          </time>
        </span>
      </Link>
    </li>
  )
}
