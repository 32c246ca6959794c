import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { supportCalls, type TicketView } from '@tradefront/contract/support'
import { ticketStatusIds } from '@tradefront/rules/support/ticket-status'
import ArrowLeft from 'lucide-react/icons/arrow-left'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { confirmAction } from '../../platform/dialogs.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { useLiveEvent, useLiveStatus } from '../../platform/realtime/live-connection.ts'
import { showToast } from '../../platform/toasts.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { getTicketQuery, reloadTickets } from './api.ts'
import { PostList } from './post-list.tsx'
import { ReferenceNote } from './reference-note.tsx'
import { ReplyForm } from './reply-form.tsx'
import { NextStep, StatusMark } from './ticket-status.tsx'

/** While the live socket is down. */
const pollMs = 9000

/** spec: account 4, state `get` */
export function TicketPage({ id }: { readonly id: string }) {
  const t = useTranslate()
  const isLive = useLiveStatus() === 'up'
  const query = useQuery({
    ...getTicketQuery(useLocaleTag(), id),
    refetchInterval: isLive ? false : pollMs,
  })
  const { data, refetch } = query
  useLiveEvent('ticket', ({ ticket }) => {
    if (ticket.id === id && ticket.updated_at !== data?.updated_at) void refetch()
  })
  useLiveEvent('refresh', () => void refetch())
  usePageTitle(data?.subject ?? t('support.title'))
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col items-start gap-5">
      <Link to={paths.show('support')} className={buttonClass({ tone: 'plain', size: 'sm', className: '-ms-3' })}>
        <ArrowLeft size={16} className="rtl:-scale-x-100" aria-hidden />
        {t('support.back')}
      </Link>
      <QueryView
        query={query}
        name={t('support.ticket')}
        skeleton={<Skeleton className="h-96 w-full" />}
        empty={
          <EmptyState title={<h1>{t('support.ticket_missing')}</h1>}>{t('support.ticket_missing_text')}</EmptyState>
        }
      >
        {(ticket) => <Conversation key={ticket.id} ticket={ticket} />}
      </QueryView>
    </div>
  )
}

function Conversation({ ticket }: { readonly ticket: TicketView }) {
  const t = useTranslate()
  const { subject, department, priority, number, reference } = ticket
  return (
    <div className="flex w-full flex-col gap-6">
      <header className="flex flex-col gap-3">
        <h1 tabIndex={-1} className="text-28 font-semibold wrap-anywhere outline-none">
          {subject}
        </h1>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusMark ticket={ticket} />
            <span>
              <NextStep ticket={ticket} />
            </span>
          </p>
          {ticket.status_id !== ticketStatusIds.closed && <CloseButton id={ticket.id} />}
        </div>
        <p className="text-13 text-muted">
          {[t('support.number', { number }), department, priority].filter(Boolean).join(' · ')}
        </p>
        {reference !== null && <ReferenceNote reference={reference} />}
      </header>
      <PostList posts={ticket.posts} />
      <ReplyForm ticket={ticket} />
    </div>
  )
}

/** Closes after a question, and goes back to the list (spec: account 4, 8). */
function CloseButton({ id }: { readonly id: string }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const close = useCallMutation(supportCalls.closeTicket, {
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: [supportCalls.getTicket.path] })
      await reloadTickets(queryClient)
      showToast({ tone: 'success', text: t('support.close_done') })
      await navigate({ to: paths.show('support') })
    },
    onError: () => showToast({ tone: 'danger', text: translateExplained('support.close_failed') }),
  })
  const ask = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('support.close'),
      body: t('support.close_confirm'),
      confirmLabel: t('support.close'),
      cancelLabel: t('support.close_no'),
    })
    if (isConfirmed) close.mutate({ body: { id } })
  }
  return (
    <Button size="sm" isPending={close.isPending} onPress={() => void ask()}>
      {t('support.close')}
    </Button>
  )
}
