import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { supportCalls, type TicketView } from '@tradefront/contract/support'
import { ticketStatusIds } from '@tradefront/rules/support/ticket-status'
import { useEffect, useEffectEvent, useRef } from 'react'

import { callKey } from '../../platform/api/call-query.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { confirmAction } from '../../platform/dialogs.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { useLiveEvent, useLiveStatus } from '../../platform/realtime/live-connection.ts'
import { showToast } from '../../platform/toasts.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { getTicketQuery, reloadTickets } from './api.ts'
import { BubblesSkeleton, ConversationFrame, ConversationHead } from './conversation-frame.tsx'
import { PostList } from './post-list.tsx'
import { ReferenceNote } from './reference-note.tsx'
import { ReplyComposer } from './reply-composer.tsx'
import { NextStep, StatusMark } from './ticket-status.tsx'

/** Interval of polls while the live socket is down. */
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
    <ConversationFrame>
      <QueryView
        query={query}
        name={t('support.ticket')}
        skeleton={<BubblesSkeleton />}
        empty={
          <EmptyState title={<h1>{t('support.ticket_missing')}</h1>}>{t('support.ticket_missing_text')}</EmptyState>
        }
      >
        {(ticket) => <Conversation ticket={ticket} />}
      </QueryView>
    </ConversationFrame>
  )
}

function Conversation({ ticket }: { readonly ticket: TicketView }) {
  const t = useTranslate()
  const { subject, department, priority, number, reference, posts } = ticket
  const end = useScrollToEnd(posts)
  const isClosed = ticket.status_id === ticketStatusIds.closed
  return (
    <>
      <ConversationHead title={subject} action={!isClosed && <CloseButton id={ticket.id} />}>
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusMark ticket={ticket} />
          <span>
            <NextStep ticket={ticket} />
          </span>
        </p>
        <p className="text-13 text-muted">
          {[t('support.number', { number }), department, priority].filter(Boolean).join(' · ')}
        </p>
        {reference !== null && <ReferenceNote reference={reference} />}
      </ConversationHead>
      <PostList posts={posts} />
      <ReplyComposer ticket={ticket} />
      {/* This place is above the bottom navigation. */}
      <span ref={end} aria-hidden className="max-lg:-scroll-mb-22 lg:-scroll-mb-20" />
    </>
  )
}

/** Opens a conversation at its end, and scrolls to a new post if its reader is at the end or has written it. */
function useScrollToEnd(posts: TicketView['posts']) {
  const end = useRef<HTMLSpanElement>(null)
  const isOpened = useRef(false)
  const last = posts.at(-1)
  const scroll = useEffectEvent(() => {
    const isNear = (end.current?.getBoundingClientRect().top ?? 0) < 2 * innerHeight
    if (!isOpened.current || isNear || last?.from === 'trader') end.current?.scrollIntoView({ block: 'nearest' })
    isOpened.current = true
  })
  useEffect(() => {
    // The router first scrolls to where a page starts.
    const frame = requestAnimationFrame(scroll)
    return () => cancelAnimationFrame(frame)
  }, [last?.id])
  return end
}

/** Button that closes a ticket after a question, and goes back to the list (spec: account 4, 8) if that is not beside the conversation. */
function CloseButton({ id }: { readonly id: string }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const hasList = useMediaQuery('(width >= 64rem)')
  const close = useCallMutation(supportCalls.closeTicket, {
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: callKey(supportCalls.getTicket) }),
        reloadTickets(queryClient),
      ])
      if (!hasList) await navigate({ to: paths.show('support') })
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
    <Button size="sm" tone="subtle" isPending={close.isPending} className="-me-3" onPress={() => void ask()}>
      {t('support.close')}
    </Button>
  )
}
