import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DeskTicket } from '@tradefront/contract/desk-support'
import { ticketStatuses } from '@tradefront/rules/support/ticket-status'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ticketSubjectsQuery } from '../sealed/read-sealed.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { type TicketFilter, ticketsQuery } from './api.ts'
import { AnswerTime } from './answer-time.tsx'
import { TicketPanel } from './ticket-panel.tsx'

/** The tickets of a state, and beside them the one that is open. */
export function TicketsScreen({ openId }: { readonly openId: string | null }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [filter, setFilter] = useState<TicketFilter>('open')
  const query = useQuery(ticketsQuery(filter))
  const ids = (query.data?.tickets ?? []).map(({ id }) => id)
  const { data: subjects = {} } = useQuery(ticketSubjectsQuery(ids))
  useListKeys(ids, openId, (id) => void navigate({ to: '/tickets/$id', params: { id } }))
  return (
    <ListAndDetail
      name={t('desk_support.tickets')}
      path="/tickets"
      columns="narrow"
      list={
        <>
          <ScreenTitle>{t('desk_support.tickets')}</ScreenTitle>
          <Select
            label={t('desk_support.state')}
            value={filter}
            options={[...ticketStatuses, 'all' as const].map((id) => ({
              id,
              label: t(id === 'all' ? 'desk_support.state_all' : `desk_support.status_${id}`),
            }))}
            onChange={setFilter}
          />
          <QueryView
            query={query}
            name={t('desk_support.tickets')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={({ tickets }) => tickets.length === 0}
            empty={<EmptyState title={t('desk_support.no_tickets')}>{t('desk_support.no_tickets_text')}</EmptyState>}
          >
            {({ tickets, hasMore }) => (
              <>
                <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                  {tickets.map((ticket) => (
                    <li key={ticket.id} className="border-b border-line last:border-b-0">
                      <TicketLink ticket={ticket} subject={subjects[ticket.id]} isOpen={ticket.id === openId} />
                    </li>
                  ))}
                </ul>
                {hasMore && (
                  <p className="text-13 text-muted">{t('desk_support.first_tickets', { count: tickets.length })}</p>
                )}
              </>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_support.ticket')}
      detail={openId === null ? null : <TicketPanel key={openId} id={openId} />}
      hint={ids.length === 0 ? null : t('desk_support.choose_ticket')}
    />
  )
}

function TicketLink(props: {
  readonly ticket: DeskTicket
  /** Undefined while the subject is being opened. */
  readonly subject: string | undefined
  readonly isOpen: boolean
}) {
  const t = useTranslate()
  const format = useFormat()
  const { ticket, subject } = props
  return (
    <Link
      to="/tickets/$id"
      params={{ id: ticket.id }}
      aria-current={props.isOpen || undefined}
      className={cx('flex flex-col gap-0.5 px-4 py-3', props.isOpen ? 'bg-accent-soft' : 'hover:bg-raised')}
    >
      {subject === undefined ? (
        <span className="flex h-6 items-center">
          <Skeleton className="h-4 w-40" />
          <span className="sr-only">{t('desk_support.sealed_subject')}</span>
        </span>
      ) : (
        <span className="truncate font-medium">{subject}</span>
      )}
      <span className="flex justify-between gap-2 text-13 text-muted">
        <span className="truncate">{ticket.trader.name || ticket.trader.email}</span>
        {ticket.assignedTo !== null && <span className="shrink-0">{ticket.assignedTo}</span>}
      </span>
      <span className="text-13 text-muted">
        {ticket.answerByMs === null ? (
          `${t(`desk_support.status_${ticket.status}`)} · ${format.day(ticket.changedAtMs)}`
        ) : (
          <AnswerTime answerByMs={ticket.answerByMs} />
        )}
      </span>
    </Link>
  )
}
