import { createHash } from 'node:crypto'

import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { maxMailsPerDay, maxPostChars, maxPostFiles } from '@tradefront/rules/support/limits'
import { stripQuotedText } from '@tradefront/rules/support/quoted-text'
import { getStatusAfterPost } from '@tradefront/rules/support/ticket-status'

import type { MailOutcome } from '../../gateways/mail-in/mail-receiver.ts'
import type { ReceivedMail } from '../../gateways/mail-in/read-mail.ts'
import { type Clock, dayMs, getLatestCounted } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, getViolatedConstraint } from '../../platform/http/errors.ts'
import { toTitle } from '../../platform/uploads/file-title.ts'
import { attachMailed } from './attachment-store.ts'
import type { Attachments } from './attachments.ts'
import { type DeskTicket, findDeskTicket } from './desk-store.ts'
import { countMailedPosts, hasMailedPost } from './mailed-post-store.ts'
import type { ReplyAddresses } from './reply-address.ts'
import type { TicketMails } from './ticket-mails.ts'
import type { TicketSeal } from './ticket-seal.ts'
import { insertPost } from './ticket-store.ts'
import type { PostAuthor, TicketRow } from './ticket.ts'

export type ReceiveMailDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly addresses: ReplyAddresses
  readonly ticketSeal: TicketSeal
  readonly mails: TicketMails
  readonly attachments: Attachments
  readonly getSupportEmail: () => Promise<string>
  readonly newId: () => string
  readonly publishTicket: (ticket: Pick<TicketRow, 'id' | 'userId'>) => Promise<void>
}

type Correspondence = { readonly ticket: DeskTicket; readonly author: PostAuthor; readonly mailbox: string }

/** They reorder or hide text. As the contract's `text`. */
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu

/** Answers to our mails, of traders and of support. */
export function createMailbox(deps: ReceiveMailDeps) {
  const { db, clock, addresses, ticketSeal, mails, attachments, newId, publishTicket } = deps

  /** Null unless the address is signed for the ticket and the mailbox that the mail went to. */
  const findCorrespondence = async (recipient: string): Promise<Correspondence | null> => {
    const parsed = addresses.parse(recipient)
    const ticket = parsed && (await findDeskTicket(db, parsed.ticketId))
    if (!ticket) return null
    const { author, signature } = parsed
    const mailbox = author === 'trader' ? ticket.email : await deps.getSupportEmail()
    return addresses.isSignedFor({ ticketId: ticket.id, author, mailbox }, signature)
      ? { ticket, author, mailbox }
      : null
  }

  const refuseOver = async ({ ticket, author }: Correspondence): Promise<MailOutcome | null> => {
    const now = clock.now()
    const since = new Date(now.getTime() - dayMs)
    const count = await countMailedPosts(db, ticket.id, author, since, getLatestCounted(now))
    return count < maxMailsPerDay
      ? null
      : { kind: 'refused', sentence: 'There were too many messages to this ticket today: please write on our site' }
  }

  const storePost = async (
    { ticket, author }: Correspondence,
    mail: ReceivedMail,
    content: string,
    messageHash: Buffer,
  ): Promise<void> => {
    const { id: ticketId, userId } = ticket
    const uploads = mail.files
      .slice(0, maxPostFiles)
      .map(({ name, bytes }) => ({ bytes: Buffer.from(bytes), title: toTitle(name) }))
    const fileIds = await attachments.storeMailed(userId, uploads)
    const [id, at] = [newId(), clock.now()]
    const subject = ticketSeal.openSubject(ticket)
    await db.transaction().execute(async (trx) => {
      await insertPost(trx, {
        id,
        ticketId,
        userId,
        author,
        via: 'mail',
        operator: null,
        sealed: ticketSeal.sealPost(id, content),
        contentHash: ticketSeal.computeContentHash({ ticketId, content }),
        messageHash,
        statusAfter: getStatusAfterPost(author === 'trader' ? { author } : { author, isQuestion: false }),
        refusedFiles: Math.min(100, mail.files.length - fileIds.length),
        at,
      })
      await attachMailed(trx, id, fileIds)
      const post = { ticketId, userId, subject, content, files: fileIds.length, at }
      if (author === 'trader') await mails.sendQuestion(post, trx)
      else await mails.sendAnswer(post, trx)
    })
    await publishTicket({ id: ticketId, userId })
  }

  return {
    accepts: async (recipient: string): Promise<boolean> => (await findCorrespondence(recipient)) !== null,

    /** The same mail can come again: it is stored once. */
    receive: async (recipient: string, mail: ReceivedMail): Promise<MailOutcome> => {
      const correspondence = await findCorrespondence(recipient)
      if (correspondence === null) return { kind: 'refused', sentence: 'There is no such mailbox' }
      if (mail.from !== correspondence.mailbox.toLowerCase())
        return { kind: 'refused', sentence: 'Please write from the address that our message went to' }
      const content = maskCardData(stripQuotedText(mail.text.replaceAll(controlCharacters, ''))).slice(0, maxPostChars)
      if (content === '' && mail.files.length === 0)
        return { kind: 'refused', sentence: 'The message is empty: please write above what it quotes' }
      const messageHash = ticketSeal.computeMessageHash(mail.messageId ?? hashContent(mail))
      if (await hasMailedPost(db, correspondence.ticket.id, messageHash)) return { kind: 'stored' }
      const refusal = await refuseOver(correspondence)
      if (refusal !== null) return refusal
      try {
        await storePost(correspondence, mail, content, messageHash)
        return { kind: 'stored' }
      } catch (error) {
        if (getViolatedConstraint(error) === 'ticket_posts_message') return { kind: 'stored' }
        if (getViolatedConstraint(error) === 'tickets_full')
          return { kind: 'refused', sentence: 'The ticket is full: please open a new one on our site' }
        if (error instanceof AppError && error.status === 503) return { kind: 'later' }
        throw error
      }
    },
  }
}

function hashContent({ from, text, files }: ReceivedMail): string {
  const hash = createHash('sha256').update(from).update('\0').update(text)
  for (const { bytes } of files) hash.update('\0').update(bytes)
  return hash.digest('hex')
}
