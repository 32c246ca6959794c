import type { TicketItem, TicketReference, TicketView } from '@tradefront/contract/support'
import { type Result, ok } from '@tradefront/rules/result'
import type { Locale } from '@tradefront/texts/locales'

import type { AppContext } from '../../context.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { findDepositById } from '../deposits/service.ts'
import { hasTrade } from '../trading/service.ts'
import { hasWithdrawal } from '../withdrawal/service.ts'
import { resealAttachments } from './attachments.ts'
import { listSent, listUnsent } from './attachment-store.ts'
import { publishTicket } from './publish-ticket.ts'
import { toPostContext, toSubjectContext } from './ticket-seal.ts'
import {
  closeTicketRow,
  countUnread,
  findTicket,
  listPosts,
  listTicketRows,
  markSeen,
  sealedTicketRows,
} from './ticket-store.ts'
import { pickTitle, type SupportSettings, toTicketItem, toTicketView } from './ticket-view.ts'
import type { TicketRow, TicketSubjectReference } from './ticket.ts'
import { type NewTicketInput, type ReplyInput, type WriteRefusal, writeReply, writeTicket } from './write-post.ts'

export type { SupportSettings }

const pageSize = 50
const resealBatchSize = 500

// Tickets are conversations of traders with support.

export async function getSupportOverview({ db }: AppContext, userId: number) {
  const [unread, files] = await Promise.all([countUnread(db, userId), listUnsent(db, userId)])
  return { unread, files }
}

/** Lists tickets. @param after id of the last ticket of the page before */
export async function listTickets(
  context: AppContext,
  userId: number,
  after: string | null,
  locale: Locale,
): Promise<{ tickets: TicketItem[]; next: string | null }> {
  if (after !== null && !isUuid(after)) return { tickets: [], next: null }
  const rows = await listTicketRows(context.db, userId, after, pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const settings = await context.settings.getSettings()
  return {
    tickets: shown.map((ticket) => toTicketItem(context, ticket, { settings, locale })),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Returns the form of a new ticket. @param reference what the ticket is to be about. It comes back if it is the trader's. */
export async function getTicketForm(
  context: AppContext,
  userId: number,
  reference: TicketReference | null,
  locale: Locale,
) {
  const { ticket_departments, ticket_priorities } = await context.settings.getSettings()
  const isOwn = reference !== null && (await isOwnReference(context, userId, reference))
  return {
    reference: isOwn ? reference : null,
    departments: ticket_departments.map(({ id, title, about }) => ({ id, title: pickTitle(title, locale), about })),
    priority: ticket_priorities.map(({ id, title, answer_hours }) => ({
      id,
      title: pickTitle(title, locale),
      answer_hours,
    })),
  }
}

/** Returns the ticket as it was before it is marked as read. */
export async function openTicket(
  context: AppContext,
  user: SessionUser,
  id: string,
  locale: Locale,
): Promise<TicketView> {
  const ticket = await getTicket(context, user, id, locale)
  if (ticket.is_unread) {
    await markSeen(context.db, user.id, ticket.id, context.clock.now())
    await publishTicket(context, { id: ticket.id, userId: user.id })
  }
  return ticket
}

/** Creates a ticket, and returns its id. @throws AppError 400, 404, 422 */
export async function createTicket(
  context: AppContext,
  userId: number,
  input: NewTicketInput,
): Promise<Result<string, WriteRefusal>> {
  await checkChoices(context, userId, input)
  const created = await writeTicket(context, userId, input)
  if (created.ok) await publishTicket(context, { id: created.value, userId })
  return created
}

/** Adds a post of the trader. @throws AppError 404, 422 */
export async function replyToTicket(
  context: AppContext,
  user: SessionUser,
  input: ReplyInput,
  locale: Locale,
): Promise<Result<TicketView, WriteRefusal>> {
  await requireTicket(context, user.id, input.ticketId)
  const written = await writeReply(context, user.id, input)
  if (!written.ok) return written
  await publishTicket(context, { id: input.ticketId, userId: user.id })
  return ok(await getTicket(context, user, input.ticketId, locale))
}

/** Closes a ticket, also if it is closed already. @throws AppError 404 */
export async function closeTicket(context: AppContext, userId: number, id: string): Promise<void> {
  const ticket = await requireTicket(context, userId, id)
  if (await closeTicketRow(context.db, ticket, context.clock.now())) await publishTicket(context, ticket)
}

/** Seals subjects, posts and files again with the present key. */
export async function resealTickets(context: AppContext): Promise<ResealCount> {
  const { db, seal } = context
  const counts = [
    await resealRows(
      seal,
      async (after: string | null) =>
        (await sealedTicketRows.listSubjects(db, after, resealBatchSize)).map((row) => ({
          ...row,
          context: toSubjectContext(row.id),
        })),
      ({ id }, sealed) => sealedTicketRows.replaceSubject(db, id, sealed),
    ),
    await resealRows(
      seal,
      async (after: string | null) =>
        (await sealedTicketRows.listPosts(db, after, resealBatchSize)).map((row) => ({
          ...row,
          context: toPostContext(row.id),
        })),
      ({ id }, sealed) => sealedTicketRows.replacePost(db, id, sealed),
    ),
    await resealAttachments(context),
  ]
  return {
    resealed: counts.reduce((sum, { resealed }) => sum + resealed, 0),
    unreadable: counts.reduce((sum, { unreadable }) => sum + unreadable, 0),
  }
}

/** Finds a ticket. @throws AppError 404, also for another trader's ticket */
async function requireTicket({ db }: AppContext, userId: number, id: string): Promise<TicketRow> {
  const ticket = isUuid(id) ? await findTicket(db, userId, id) : null
  if (ticket === null) throw new AppError('errors.not_found')
  return ticket
}

async function getTicket(context: AppContext, user: SessionUser, id: string, locale: Locale): Promise<TicketView> {
  const { db, settings } = context
  const ticket = await requireTicket(context, user.id, id)
  const posts = await listPosts(db, id)
  const files = await listSent(
    db,
    posts.map((post) => post.id),
  )
  return toTicketView(
    context,
    { ticket, posts, files, traderName: user.firstName },
    { settings: await settings.getSettings(), locale },
  )
}

/** Checks what the trader has chosen. @throws AppError 400 for what the settings do not have, 404 for what is not the trader's */
async function checkChoices(
  context: AppContext,
  userId: number,
  { department, priority, reference }: NewTicketInput,
): Promise<void> {
  const { ticket_departments, ticket_priorities } = await context.settings.getSettings()
  if (!ticket_departments.some(({ id }) => id === department))
    throw new AppError('errors.malformed', 400, {}, { departments: 'errors.field_invalid' })
  if (!ticket_priorities.some(({ id }) => id === priority))
    throw new AppError('errors.malformed', 400, {}, { priority: 'errors.field_invalid' })
  if (reference !== null && !(await isOwnReference(context, userId, reference))) throw new AppError('errors.not_found')
}

async function isOwnReference(
  context: AppContext,
  userId: number,
  { kind, id }: TicketSubjectReference,
): Promise<boolean> {
  if (!isUuid(id)) return false
  switch (kind) {
    case 'deposit':
      return (await findDepositById(context.db, userId, id)) !== null
    case 'trade':
      return hasTrade(context, userId, id)
    case 'withdrawal':
      return hasWithdrawal(context, userId, id)
    default:
      return false
  }
}
