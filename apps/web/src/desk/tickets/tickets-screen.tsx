import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DeskTicket } from '@tradefront/contract/desk-support'
import { ticketStatuses } from '@tradefront/rules/support/ticket-status'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ticketSubjectsQuery } from '../sealed/read-sealed.ts'
import { SelectRow } from '../bulk-bar.tsx'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { listTraderColumns } from '../csv-columns.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { loadRows, pagedQuery } from '../paged-list.ts'
import { useKeys } from '../use-keys.ts'
import { useListKeys } from '../use-list-keys.ts'
import { useSelection } from '../use-selection.ts'
import { type TicketFilter, ticketList } from './api.ts'
import { AnswerTime } from './answer-time.tsx'
import { BulkTickets } from './bulk-tickets.tsx'
import { TicketPanel } from './ticket-panel.tsx'

const readAtOnce = 50

/** The tickets of a state, and beside them the one that is open. */
export function TicketsScreen(props: { readonly openId: string | null; readonly status: TicketFilter | undefined }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { openId, status = 'open' } = props
  const list = ticketList(status)
  const query = useInfiniteQuery(pagedQuery(list))
  const ids = (query.data ?? []).map(({ id }) => id)
  const subjects = useSubjects(ids)
  const selection = useSelection(ids)
  useKeys(openId === null ? [] : [{ key: 'x', text: t('desk.key_select'), run: () => selection.toggle(openId) }])
  useListKeys(ids, openId, (id) => void navigate({ to: '/tickets/$id', params: { id }, search: { status } }))
  return (
    <ListAndDetail
      name={t('desk_support.tickets')}
      path="/tickets"
      columns="narrow"
      list={
        <>
          <ScreenTitle>{t('desk_support.tickets')}</ScreenTitle>
          <ListTools
            path="/tickets"
            csv={
              <CsvButton
                file="tickets"
                title={t('desk_support.tickets')}
                load={() => loadRows(list)}
                columns={[
                  { title: t('desk.col_number'), toCell: ({ number }) => number },
                  ...listTraderColumns<DeskTicket>(t),
                  { title: t('desk_support.department'), toCell: ({ department }) => department },
                  { title: t('desk_support.priority'), toCell: ({ priority }) => priority },
                  { title: t('desk_support.state'), toCell: (row) => t(`desk_support.status_${row.status}`) },
                  { title: t('desk_support.created'), toCell: ({ createdAtMs }) => toCsvTime(createdAtMs) },
                  { title: t('desk_support.answer_until'), toCell: ({ answerByMs }) => toCsvTime(answerByMs) },
                  { title: t('desk_support.assigned_to'), toCell: ({ assignedTo }) => assignedTo },
                ]}
              />
            }
          >
            <Select
              label={t('desk_support.state')}
              className="w-full"
              value={status}
              options={[...ticketStatuses, 'all' as const].map((id) => ({
                id,
                label: t(id === 'all' ? 'desk_support.state_all' : `desk_support.status_${id}`),
              }))}
              onChange={(next) => void navigate({ to: '/tickets', search: { status: next } })}
            />
          </ListTools>
          <BulkTickets selection={selection} />
          <QueryView
            query={query}
            name={t('desk_support.tickets')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={({ length }) => length === 0}
            empty={<EmptyState title={t('desk_support.no_tickets')}>{t('desk_support.no_tickets_text')}</EmptyState>}
          >
            {(tickets) => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {tickets.map((ticket) => (
                  <li key={ticket.id} className="flex border-b border-line last:border-b-0">
                    <SelectRow selection={selection} id={ticket.id} name={ticket.number} />
                    <TicketLink
                      ticket={ticket}
                      filter={status}
                      subject={subjects[ticket.id]}
                      isOpen={ticket.id === openId}
                    />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_support.ticket')}
      subject={openId && `ticket:${openId}`}
      detail={openId === null ? null : <TicketPanel key={openId} id={openId} />}
      hint={ids.length === 0 ? null : t('desk_support.choose_ticket')}
    />
  )
}

/** They are sealed, and read for some tickets at once. */
function useSubjects(ids: readonly string[]): Readonly<Record<string, string>> {
  const parts = Array.from({ length: Math.ceil(ids.length / readAtOnce) }, (_part, index) =>
    ids.slice(index * readAtOnce, (index + 1) * readAtOnce),
  )
  return useQueries({
    queries: parts.map(ticketSubjectsQuery),
    combine: (found): Readonly<Record<string, string>> => Object.assign({}, ...found.map(({ data }) => data)),
  })
}

function TicketLink(props: {
  readonly ticket: DeskTicket
  readonly filter: TicketFilter
  /** Undefined while it is opened. */
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
      search={{ status: props.filter }}
      aria-current={props.isOpen || undefined}
      className={cx(
        'flex min-w-0 flex-1 flex-col gap-0.5 px-4 py-3',
        props.isOpen ? 'bg-accent-soft' : 'hover:bg-raised',
      )}
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
