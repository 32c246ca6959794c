import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { type Result, ok } from '@tradefront/rules/result'
import { getStatusAfterPost } from '@tradefront/rules/support/ticket-status'

import { insertAuditEntry, type Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { type SentAttachment, listSent } from './attachment-store.ts'
import type { Attachments } from './attachments.ts'
import { type DeskFilter, type DeskTicket, findDeskTicket, listDeskTickets, listWaitingTickets } from './desk-store.ts'
import { findAnswerDeadline, type SupportSettings } from './ticket-view.ts'
import type { TicketMails } from './ticket-mails.ts'
import type { TicketSeal } from './ticket-seal.ts'
import { closeTicket, insertPost, listPosts } from './ticket-store.ts'
import type { TicketRow } from './ticket.ts'
import { refuseFullTicket } from './write-post.ts'

export type TicketDeskDeps = {
  readonly db: Db
  readonly reports: Db
  readonly clock: Clock
  readonly ticketSeal: TicketSeal
  readonly mails: TicketMails
  readonly attachments: Attachments
  readonly getSettings: () => Promise<SupportSettings>
  readonly newId: () => string
  readonly publishTicket: (ticket: Pick<TicketRow, 'id' | 'userId'>) => Promise<void>
}

export type TicketDesk = ReturnType<typeof createTicketDesk>

/** Support's side of tickets. */
export function createTicketDesk(deps: TicketDeskDeps) {
  const { db, reports, clock, ticketSeal, mails, attachments, getSettings, newId, publishTicket } = deps

  const toListed = ({ sealedSubject, ...ticket }: DeskTicket, settings: SupportSettings) => ({
    ...ticket,
    subject: ticketSeal.openSubject({ id: ticket.id, sealedSubject }),
    answerBy: findAnswerDeadline(ticket, settings),
  })

  return {
    listTickets: async (filter: DeskFilter) => {
      const settings = await getSettings()
      return (await listDeskTickets(reports, filter)).map((ticket) => toListed(ticket, settings))
    },

    /** Lists the tickets that wait longest first. */
    listWaiting: async (limit: number) => {
      const settings = await getSettings()
      return (await listWaitingTickets(reports, limit)).map((ticket) => toListed(ticket, settings))
    },

    findTicket: async (id: string) => {
      const found = await findDeskTicket(db, id)
      if (found === null) return null
      const posts = await listPosts(db, id)
      const files = await listSent(
        db,
        posts.map((post) => post.id),
      )
      return {
        ticket: toListed(found, await getSettings()),
        posts: posts.map(({ sealed, ...post }) => ({
          ...post,
          content: ticketSeal.openPost({ id: post.id, sealed }),
          files: files.filter(({ postId }) => postId === post.id),
        })),
      }
    },

    /** Audited before it is shown. */
    viewFile: async (ticketId: string, file: SentAttachment, by: Operator): Promise<Buffer[]> => {
      const at = clock.now()
      const after = { file: file.id }
      await insertAuditEntry(db, { by, action: 'tickets.view', subject: `ticket:${ticketId}`, before: null, after, at })
      return attachments.readPages(file)
    },

    /** @param isQuestion the ticket then waits for the trader */
    answer: async (
      ticket: Pick<TicketRow, 'id' | 'userId' | 'statusId'> & { readonly subject: string },
      text: string,
      isQuestion: boolean,
      by: Operator,
    ): Promise<Result<void, 'support.ticket_full'>> => {
      const { id: ticketId, userId, statusId, subject } = ticket
      const content = maskCardData(text)
      const [id, at] = [newId(), clock.now()]
      const statusAfter = getStatusAfterPost({ author: 'support', isQuestion })
      const written = await db
        .transaction()
        .execute(async (trx) => {
          await insertPost(trx, {
            id,
            ticketId,
            userId,
            author: 'support',
            via: 'operator',
            operator: by.actor,
            sealed: ticketSeal.sealPost(id, content),
            contentHash: ticketSeal.computeContentHash({ ticketId, content }),
            messageHash: null,
            statusAfter,
            refusedFiles: 0,
            at,
          })
          await mails.sendAnswer({ ticketId, userId, subject, content, files: 0, at }, trx)
          const [before, after] = [{ status: statusId }, { status: statusAfter, post: id }]
          await insertAuditEntry(trx, {
            by,
            action: 'tickets.answer',
            subject: `ticket:${ticketId}`,
            before,
            after,
            at,
          })
          return ok()
        })
        .catch(refuseFullTicket)
      if (written.ok) await publishTicket({ id: ticketId, userId })
      return written
    },

    /** False if it was closed already. */
    close: async (
      { id, userId, statusId }: Pick<TicketRow, 'id' | 'userId' | 'statusId'>,
      by: Operator,
    ): Promise<boolean> => {
      const at = clock.now()
      const isClosed = await db.transaction().execute(async (trx) => {
        if (!(await closeTicket(trx, { id, userId }, at))) return false
        const [before, after] = [{ status: statusId }, { status: 4 }]
        await insertAuditEntry(trx, { by, action: 'tickets.close', subject: `ticket:${id}`, before, after, at })
        return true
      })
      if (isClosed) await publishTicket({ id, userId })
      return isClosed
    },
  }
}
