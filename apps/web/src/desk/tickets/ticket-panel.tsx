import { useQuery } from '@tanstack/react-query'
import type { DeskTicketDetails, TicketContent } from '@tradefront/contract/desk-support'
import { Link } from '@tanstack/react-router'
import { formatTicketNumber } from '@tradefront/rules/support/references'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ActionButton } from '../action-button.tsx'
import { FileButton } from '../sealed/file-button.tsx'
import { ticketContentQuery } from '../sealed/read-sealed.ts'
import { AnswerForm } from './answer-form.tsx'
import { AnswerTime } from './answer-time.tsx'
import { ticketQuery } from './api.ts'
import { TicketSide } from './ticket-side.tsx'

type Post = TicketContent['posts'][number]

/** One ticket: what was written, the answer, and beside it the trader and the notes of operators. */
export function TicketPanel({ id }: { readonly id: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(ticketQuery(id))}
      name={t('desk_support.ticket')}
      skeleton={<Skeleton className="h-[70dvh]" />}
      empty={<EmptyState title={t('errors.not_found')} />}
    >
      {(ticket) => (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem]">
          <Conversation ticket={ticket} />
          <TicketSide ticket={ticket} />
        </div>
      )}
    </QueryView>
  )
}

function Conversation({ ticket }: { readonly ticket: DeskTicketDetails }) {
  const t = useTranslate()
  const { id, posts, number, status, answerByMs } = ticket
  return (
    <QueryView
      query={useQuery(ticketContentQuery(id, posts))}
      name={t('desk_support.conversation')}
      skeleton={<Skeleton className="h-96" />}
    >
      {(content) => (
        <div className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="flex min-w-0 flex-col gap-1">
              <h2 className="text-21 font-semibold wrap-anywhere">{content.subject}</h2>
              <p className="text-muted">
                {number} · {t(`desk_support.status_${status}`)}
                {answerByMs !== null && (
                  <>
                    {' · '}
                    <AnswerTime answerByMs={answerByMs} />
                  </>
                )}
              </p>
            </div>
            <ActionButton
              action="ticket.close"
              title={t('desk_support.close_ticket', { number })}
              input={{ ticket: id }}
              isOffered={status !== 'closed'}
            />
          </div>
          {ticket.mergedInto !== null && (
            <Banner
              tone="info"
              action={
                <Link to="/tickets/$id" params={{ id: ticket.mergedInto }} search className={buttonClass({})}>
                  {t('desk_support.open_ticket')}
                </Link>
              }
            >
              {t('desk_support.merged_into', { number: formatTicketNumber(ticket.mergedInto) })}
            </Banner>
          )}
          <ol aria-label={t('desk_support.conversation')} className="flex flex-col gap-3">
            {content.posts.map((post) => (
              <PostView key={post.id} post={post} traderName={ticket.trader.name} />
            ))}
          </ol>
          {ticket.mergedInto === null && <AnswerForm ticket={ticket} serverKey={content.serverKey} />}
        </div>
      )}
    </QueryView>
  )
}

function PostView({ post, traderName }: { readonly post: Post; readonly traderName: string }) {
  const t = useTranslate()
  const format = useFormat()
  const isTrader = post.author === 'trader'
  const by = isTrader ? traderName || t('desk_support.by_trader') : (post.operator ?? t('desk_support.by_support'))
  return (
    <li
      className={cx(
        'flex max-w-[42rem] flex-col gap-2 rounded-card border border-line px-4 py-3',
        isTrader ? 'me-8 self-start bg-surface' : 'ms-8 self-end bg-accent-soft',
      )}
    >
      <p className="text-13 text-muted">
        <span className="font-medium text-ink">{by}</span> · {format.dateTime(post.createdAtMs)}
        {post.isMail && ` · ${t('desk_support.by_mail')}`}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{post.text}</p>
      {post.files.map(({ id, title }) => (
        <FileButton key={id} kind="ticket_file" id={id} title={title ?? t('desk_support.file')} />
      ))}
      {post.refusedFiles > 0 && (
        <p className="text-13 text-muted">{t('desk_support.refused_files', { count: post.refusedFiles })}</p>
      )}
    </li>
  )
}
