import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { type Result, ok } from '@tradefront/rules/result'
import { getStatusAfterPost } from '@tradefront/rules/support/ticket-status'

import type { AppContext } from '../../context.ts'
import { insertAuditEntry, type Operator } from '../../platform/audit.ts'
import { type SentAttachment, listSent } from './attachment-store.ts'
import { readAttachmentPages } from './attachments.ts'
import {
  type DeskFilter,
  type DeskTicket,
  findDeskTicket,
  listDeskTicketRows,
  listWaitingTicketRows,
} from './desk-store.ts'
import { publishTicket } from './publish-ticket.ts'
import { findAnswerDeadline, type SupportSettings } from './ticket-view.ts'
import { mailAnswer } from './ticket-mails.ts'
import { computeContentHash, openPost, openSubject, sealPost } from './ticket-seal.ts'
import { closeTicketRow, insertPost, listPosts } from './ticket-store.ts'
import type { TicketRow } from './ticket.ts'
import { refuseFullTicket } from './write-post.ts'

// These functions are support's side of tickets.

export async function listDeskTickets(context: AppContext, filter: DeskFilter) {
  const settings = await context.settings.getSettings()
  return (await listDeskTicketRows(context.reports, filter)).map((ticket) => toListedTicket(context, ticket, settings))
}

/** Lists the tickets that wait longest first. */
export async function listWaitingTickets(context: AppContext, limit: number) {
  const settings = await context.settings.getSettings()
  return (await listWaitingTicketRows(context.reports, limit)).map((ticket) =>
    toListedTicket(context, ticket, settings),
  )
}

export async function findTicketForDesk(context: AppContext, id: string) {
  const { db, settings } = context
  const found = await findDeskTicket(db, id)
  if (found === null) return null
  const posts = await listPosts(db, id)
  const files = await listSent(
    db,
    posts.map((post) => post.id),
  )
  return {
    ticket: toListedTicket(context, found, await settings.getSettings()),
    posts: posts.map(({ sealed, ...post }) => ({
      ...post,
      content: openPost(context, { id: post.id, sealed }),
      files: files.filter(({ postId }) => postId === post.id),
    })),
  }
}

/** Returns the pages of a file. The view is audited before they are shown. */
export async function viewTicketFile(
  context: AppContext,
  ticketId: string,
  file: SentAttachment,
  by: Operator,
): Promise<Buffer[]> {
  const at = context.clock.now()
  const after = { file: file.id }
  await insertAuditEntry(context.db, {
    by,
    action: 'tickets.view',
    subject: `ticket:${ticketId}`,
    before: null,
    after,
    at,
  })
  return readAttachmentPages(context, file)
}

/** @param isQuestion the ticket then waits for the trader @param action that the operator has ordered */
export async function answerTicket(
  context: AppContext,
  ticket: Pick<TicketRow, 'id' | 'userId' | 'statusId'> & { readonly subject: string },
  text: string,
  isQuestion: boolean,
  by: Operator,
  action: 'ticket.answer' | 'ticket.answer_by_template' = 'ticket.answer',
): Promise<Result<void, 'support.ticket_full'>> {
  const { newId, clock, db } = context
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
        sealed: sealPost(context, id, content),
        contentHash: computeContentHash(context, { ticketId, content }),
        messageHash: null,
        statusAfter,
        refusedFiles: 0,
        at,
      })
      await mailAnswer(context, { ticketId, userId, subject, content, files: 0, at }, trx)
      const [before, after] = [{ status: statusId }, { status: statusAfter, post: id }]
      await insertAuditEntry(trx, {
        by,
        action,
        subject: `ticket:${ticketId}`,
        before,
        after,
        at,
      })
      return ok()
    })
    .catch(refuseFullTicket)
  if (written.ok) await publishTicket(context, { id: ticketId, userId })
  return written
}

/** Closes a ticket. Returns false if it was closed already. */
export async function closeTicketByOperator(
  context: AppContext,
  { id, userId, statusId }: Pick<TicketRow, 'id' | 'userId' | 'statusId'>,
  by: Operator,
): Promise<boolean> {
  const at = context.clock.now()
  const isClosed = await context.db.transaction().execute(async (trx) => {
    if (!(await closeTicketRow(trx, { id, userId }, at))) return false
    const [before, after] = [{ status: statusId }, { status: 4 }]
    await insertAuditEntry(trx, { by, action: 'ticket.close', subject: `ticket:${id}`, before, after, at })
    return true
  })
  if (isClosed) await publishTicket(context, { id, userId })
  return isClosed
}

function toListedTicket(context: AppContext, { sealedSubject, ...ticket }: DeskTicket, settings: SupportSettings) {
  return {
    ...ticket,
    subject: openSubject(context, { id: ticket.id, sealedSubject }),
    answerBy: findAnswerDeadline(ticket, settings),
  }
}
