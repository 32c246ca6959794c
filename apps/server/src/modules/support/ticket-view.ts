import type { TicketItem, TicketView } from '@tradefront/contract/support'
import { formatTicketNumber } from '@tradefront/rules/support/references'
import { toTicketStatus } from '@tradefront/rules/support/ticket-status'
import { defaultLocale, type Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'
import { hourMs } from '../../platform/clock.ts'
import { invariant } from '../../platform/http/errors.ts'
import type { Settings } from '../settings/service.ts'
import type { SentAttachment } from './attachment-store.ts'
import type { PostRow, TicketRow } from './ticket.ts'
import { openPost, openSubject } from './ticket-seal.ts'

export type SupportSettings = Pick<Settings, 'ticket_departments' | 'ticket_priorities' | 'support_email'>

type Titles = SupportSettings['ticket_departments'][number]['title']

export function pickTitle(titles: Titles, locale: Locale): string {
  return Object.entries(titles).find(([name]) => name === locale)?.[1] ?? titles[defaultLocale] ?? ''
}

/** Finds when support answers an open ticket, by its priority. */
export function findAnswerDeadline(
  { priority, waitingSince }: Pick<TicketRow, 'priority' | 'waitingSince'>,
  { ticket_priorities }: SupportSettings,
): Date | null {
  const hours = ticket_priorities.find(({ id }) => id === priority)?.answer_hours
  return waitingSince === null || hours === undefined ? null : new Date(waitingSince.getTime() + hours * hourMs)
}

type ViewOptions = { readonly settings: SupportSettings; readonly locale: Locale }

export function toTicketItem(context: AppContext, ticket: TicketRow, { settings, locale }: ViewOptions): TicketItem {
  const status = toTicketStatus(ticket.statusId)
  invariant(status !== undefined, 'a ticket has an unknown status')
  const department = settings.ticket_departments.find(({ id }) => id === ticket.department)
  const priority = settings.ticket_priorities.find(({ id }) => id === ticket.priority)
  const { referenceKind: kind, referenceId } = ticket
  return {
    id: ticket.id,
    number: formatTicketNumber(ticket.id),
    subject: openSubject(context, ticket),
    status: translate(locale, `support.status_${status}`),
    status_id: ticket.statusId,
    department: department === undefined ? '' : pickTitle(department.title, locale),
    priority: priority === undefined ? '' : pickTitle(priority.title, locale),
    created_at: ticket.createdAt.getTime(),
    updated_at: ticket.changedAt.getTime(),
    answer_by: findAnswerDeadline(ticket, settings)?.getTime() ?? null,
    is_unread: ticket.isUnread,
    reference: kind === null || referenceId === null ? null : { kind, id: referenceId },
  }
}

type Conversation = {
  readonly ticket: TicketRow
  readonly posts: readonly PostRow[]
  readonly files: readonly SentAttachment[]
  readonly traderName: string
}

export function toTicketView(
  context: AppContext,
  { ticket, posts, files, traderName }: Conversation,
  options: ViewOptions,
): TicketView {
  const { locale } = options
  return {
    ...toTicketItem(context, ticket, options),
    posts: posts.map((post) => ({
      id: post.id,
      from: post.author,
      name: post.author === 'trader' ? traderName : translate(locale, 'support.team'),
      content: openPost(context, post),
      at: post.createdAt.getTime(),
      by_mail: post.via === 'mail',
      attachments: files
        .filter(({ postId }) => postId === post.id)
        .map(({ id, title, bytes, pages }) => ({ id, pid: post.id, name: title, size: bytes, pages })),
      refused_files: post.refusedFiles,
    })),
  }
}
