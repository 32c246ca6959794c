import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TicketItem } from '@tradefront/contract/support'
import MessagesSquare from 'lucide-react/icons/messages-square'
import type { ReactNode } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { getTicketsQuery } from './api.ts'
import { LoadFailure } from './load-failure.tsx'
import { NextStep, StatusMark } from './ticket-status.tsx'

/** The last changed first. @param action of the empty list */
export function TicketList({ action, emptyText }: { readonly action: ReactNode; readonly emptyText: string }) {
  const t = useTranslate()
  const query = useInfiniteQuery(getTicketsQuery(useLocaleTag()))
  const { data, isError, refetch } = query
  if (data === undefined && isError)
    return <LoadFailure text={t('support.list_failed')} onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton />
  const tickets = data.pages.flatMap((page) => page.tickets)
  if (tickets.length === 0)
    return (
      <EmptyState icon={<MessagesSquare size={32} aria-hidden />} title={t('support.list_empty')} action={action}>
        {emptyText}
      </EmptyState>
    )
  return (
    <section aria-label={t('support.list')} className="flex flex-col gap-4">
      {isError && <LoadFailure text={t('support.list_failed')} onRetry={() => void refetch()} />}
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {tickets.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} className="self-center">
          {t('support.more')}
        </Button>
      )}
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

function ListSkeleton() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-3">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-20" {...(row === 0 && { label: t('support.list_loading') })} />
      ))}
    </div>
  )
}
