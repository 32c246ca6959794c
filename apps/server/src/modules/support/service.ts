import type { TicketItem, TicketView } from '@tradefront/contract/support'
import { type Result, ok } from '@tradefront/rules/result'
import type { Locale } from '@tradefront/texts/locales'

import type { Clock } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { toLocale } from '../../platform/http/locale.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { findUserById } from '../users/service.ts'
import { listSent } from './attachment-store.ts'
import { type AttachmentsDeps, createAttachments } from './attachments.ts'
import { createTicketDesk } from './desk.ts'
import { createMailbox } from './receive-mail.ts'
import { createReplyAddresses } from './reply-address.ts'
import { createTicketMails } from './ticket-mails.ts'
import { createTicketSeal, toPostContext, toSubjectContext } from './ticket-seal.ts'
import {
  closeTicket,
  countUnread,
  findTicket,
  listPosts,
  listTickets,
  markSeen,
  sealedTicketRows,
} from './ticket-store.ts'
import { pickTitle, type SupportSettings, toTicketItem, toTicketView } from './ticket-view.ts'
import type { TicketRow, TicketSubjectReference } from './ticket.ts'
import { createPostWriter, type NewTicketInput, type ReplyInput, type WriteRefusal } from './write-post.ts'

export type { TicketDesk } from './desk.ts'
export type { SupportSettings }

export type SupportDeps = AttachmentsDeps & {
  readonly db: Db
  /** For operators' lists. */
  readonly reports: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly mail: Parameters<typeof createTicketMails>[0]['mail']
  readonly live: Pick<UserEvents, 'publish'>
  readonly newId: () => string
  readonly publicUrl: string
  /** For answers to mails, e.g. `reply@trade.example`. Null: mails cannot be answered. */
  readonly replyAddress: string | null
  readonly getSettings: () => Promise<SupportSettings>
  /** Whether something belongs to a trader, by its kind. */
  readonly references: Readonly<Record<string, (userId: number, id: string) => Promise<boolean>>>
}

export type SupportService = ReturnType<typeof createSupportService>

const pageSize = 50
const resealBatch = 500

/** Tickets: conversations of traders with support. */
export function createSupportService(deps: SupportDeps) {
  const { db, clock, live, getSettings } = deps
  const ticketSeal = createTicketSeal(deps.seal)
  const addresses = createReplyAddresses(deps.seal, deps.replyAddress)
  const getSupportEmail = async () => (await getSettings()).support_email
  const mails = createTicketMails({ mail: deps.mail, addresses, getSupportEmail, publicUrl: deps.publicUrl })
  const attachments = createAttachments(deps)
  const writer = createPostWriter({ ...deps, ticketSeal, mails })

  const toItem = async (ticket: TicketRow, locale: Locale) =>
    toTicketItem(ticket, { settings: await getSettings(), seal: ticketSeal, locale })

  /** To the trader's browsers. */
  const publishTicket = async ({ id, userId }: Pick<TicketRow, 'id' | 'userId'>): Promise<void> => {
    const [ticket, user] = await Promise.all([findTicket(db, userId, id), findUserById(db, userId)])
    if (ticket === null || user === null) return
    await live.publish(userId, { type: 'ticket', ticket: await toItem(ticket, toLocale(user.language)) })
  }

  /** @throws AppError 404, also for another trader's ticket */
  const requireTicket = async (userId: number, id: string): Promise<TicketRow> => {
    const ticket = isUuid(id) ? await findTicket(db, userId, id) : null
    if (ticket === null) throw new AppError('errors.not_found')
    return ticket
  }

  const getTicket = async (user: SessionUser, id: string, locale: Locale): Promise<TicketView> => {
    const ticket = await requireTicket(user.id, id)
    const posts = await listPosts(db, id)
    const files = await listSent(
      db,
      posts.map((post) => post.id),
    )
    return toTicketView(
      { ticket, posts, files, traderName: user.firstName },
      { settings: await getSettings(), seal: ticketSeal, locale },
    )
  }

  /** @throws AppError 400 for what the settings do not have, 404 for what is not the trader's */
  const checkChoices = async (userId: number, { department, priority, reference }: NewTicketInput): Promise<void> => {
    const { ticket_departments, ticket_priorities } = await getSettings()
    if (!ticket_departments.some(({ id }) => id === department))
      throw new AppError('errors.malformed', 400, {}, { departments: 'errors.field_invalid' })
    if (!ticket_priorities.some(({ id }) => id === priority))
      throw new AppError('errors.malformed', 400, {}, { priority: 'errors.field_invalid' })
    if (reference !== null && !(await isOwnReference(userId, reference))) throw new AppError('errors.not_found')
  }

  const isOwnReference = async (userId: number, { kind, id }: TicketSubjectReference): Promise<boolean> =>
    isUuid(id) && (await deps.references[kind]?.(userId, id)) === true

  return {
    attachments,

    getOverview: async (userId: number) => {
      const [unread, files] = await Promise.all([countUnread(db, userId), attachments.listUnsent(userId)])
      return { unread, files }
    },

    /** @param after id of the last ticket of the page before */
    listTickets: async (
      userId: number,
      after: string | null,
      locale: Locale,
    ): Promise<{ tickets: TicketItem[]; next: string | null }> => {
      if (after !== null && !isUuid(after)) return { tickets: [], next: null }
      const rows = await listTickets(db, userId, after, pageSize + 1)
      const shown = rows.slice(0, pageSize)
      const settings = await getSettings()
      return {
        tickets: shown.map((ticket) => toTicketItem(ticket, { settings, seal: ticketSeal, locale })),
        next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
      }
    },

    getForm: async (locale: Locale) => {
      const { ticket_departments, ticket_priorities } = await getSettings()
      return {
        departments: ticket_departments.map(({ id, title }) => ({ id, title: pickTitle(title, locale) })),
        priority: ticket_priorities.map(({ id, title, answer_hours }) => ({
          id,
          title: pickTitle(title, locale),
          answer_hours,
        })),
      }
    },

    /** Returns the ticket as it was before it is marked as read. */
    openTicket: async (user: SessionUser, id: string, locale: Locale): Promise<TicketView> => {
      const ticket = await getTicket(user, id, locale)
      if (ticket.is_unread) {
        await markSeen(db, user.id, id, clock.now())
        await publishTicket({ id, userId: user.id })
      }
      return ticket
    },

    /** Returns its id. @throws AppError 400, 404, 422 */
    createTicket: async (userId: number, input: NewTicketInput): Promise<Result<string, WriteRefusal>> => {
      await checkChoices(userId, input)
      const created = await writer.createTicket(userId, input)
      if (created.ok) await publishTicket({ id: created.value, userId })
      return created
    },

    /** @throws AppError 404, 422 */
    reply: async (user: SessionUser, input: ReplyInput, locale: Locale): Promise<Result<TicketView, WriteRefusal>> => {
      await requireTicket(user.id, input.ticketId)
      const written = await writer.reply(user.id, input)
      if (!written.ok) return written
      await publishTicket({ id: input.ticketId, userId: user.id })
      return ok(await getTicket(user, input.ticketId, locale))
    },

    /** Also if it is closed already. @throws AppError 404 */
    close: async (userId: number, id: string): Promise<void> => {
      const ticket = await requireTicket(userId, id)
      if (await closeTicket(db, ticket, clock.now())) await publishTicket(ticket)
    },

    /** For the receiver of mails. */
    mailbox: createMailbox({ ...deps, addresses, ticketSeal, mails, attachments, getSupportEmail, publishTicket }),

    desk: createTicketDesk({ ...deps, ticketSeal, mails, attachments, publishTicket }),

    /** Subjects, posts and files. */
    reseal: async (): Promise<ResealCount> => {
      const counts = [
        await resealRows(
          deps.seal,
          async (after: string | null) =>
            (await sealedTicketRows.listSubjects(db, after, resealBatch)).map((row) => ({
              ...row,
              context: toSubjectContext(row.id),
            })),
          ({ id }, sealed) => sealedTicketRows.replaceSubject(db, id, sealed),
        ),
        await resealRows(
          deps.seal,
          async (after: string | null) =>
            (await sealedTicketRows.listPosts(db, after, resealBatch)).map((row) => ({
              ...row,
              context: toPostContext(row.id),
            })),
          ({ id }, sealed) => sealedTicketRows.replacePost(db, id, sealed),
        ),
        await attachments.reseal(),
      ]
      return {
        resealed: counts.reduce((sum, { resealed }) => sum + resealed, 0),
        unreadable: counts.reduce((sum, { unreadable }) => sum + unreadable, 0),
      }
    },

    cleanUp: attachments.cleanUp,
  }
}
