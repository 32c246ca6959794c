import { createHash } from 'node:crypto'

import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { cleanText } from '@tradefront/rules/validation/clean-text'
import { maxMailsPerDay, maxPostChars, maxPostFiles } from '@tradefront/rules/support/limits'
import { stripQuotedText } from '@tradefront/rules/support/quoted-text'
import { getStatusAfterPost } from '@tradefront/rules/support/ticket-status'

import type { AppContext } from '../../context.ts'
import type { MailOutcome } from '../../gateways/mail-in/mail-receiver.ts'
import type { ReceivedMail } from '../../gateways/mail-in/read-mail.ts'
import { dayMs, getLatestCounted } from '../../platform/clock.ts'
import { AppError, getViolatedConstraint } from '../../platform/http/errors.ts'
import { toTitle } from '../../platform/uploads/file-title.ts'
import { attachMailed } from './attachment-store.ts'
import { storeMailedAttachments } from './attachments.ts'
import { type DeskTicket, findDeskTicket } from './desk-store.ts'
import { countMailedPosts, hasMailedPost } from './mailed-post-store.ts'
import { publishTicket } from './publish-ticket.ts'
import { isSignedFor, parseReplyAddress } from './reply-address.ts'
import { mailAnswer, mailQuestion } from './ticket-mails.ts'
import { computeContentHash, computeMessageHash, openSubject, sealPost } from './ticket-seal.ts'
import { insertPost } from './ticket-store.ts'
import type { PostAuthor } from './ticket.ts'

type Correspondence = { readonly ticket: DeskTicket; readonly author: PostAuthor; readonly mailbox: string }

// Traders and support can answer our mails by mail.

export async function acceptsMail(context: AppContext, recipient: string): Promise<boolean> {
  return (await findCorrespondence(context, recipient)) !== null
}

/** Stores the post of a mail. The same mail can come again: it is stored once. */
export async function receiveMail(context: AppContext, recipient: string, mail: ReceivedMail): Promise<MailOutcome> {
  const correspondence = await findCorrespondence(context, recipient)
  if (correspondence === null) return { kind: 'refused', sentence: 'There is no such mailbox' }
  if (mail.from !== correspondence.mailbox.toLowerCase())
    return { kind: 'refused', sentence: 'Please write from the address that our message went to' }
  const content = maskCardData(stripQuotedText(cleanText(mail.text))).slice(0, maxPostChars)
  if (content === '' && mail.files.length === 0)
    return { kind: 'refused', sentence: 'The message is empty: please write above what it quotes' }
  const messageHash = computeMessageHash(context, mail.messageId ?? hashContent(mail))
  if (await hasMailedPost(context.db, correspondence.ticket.id, messageHash)) return { kind: 'stored' }
  const refusal = await refuseOver(context, correspondence)
  if (refusal !== null) return refusal
  try {
    await storePost(context, correspondence, mail, content, messageHash)
    return { kind: 'stored' }
  } catch (error) {
    if (getViolatedConstraint(error) === 'ticket_posts_message') return { kind: 'stored' }
    if (getViolatedConstraint(error) === 'tickets_full')
      return { kind: 'refused', sentence: 'The ticket is full: please open a new one on our site' }
    if (error instanceof AppError && error.status === 503) return { kind: 'later' }
    throw error
  }
}

/** Finds who writes to which ticket. Returns null unless the address is signed for the ticket and the mailbox that the mail went to. */
async function findCorrespondence(context: AppContext, recipient: string): Promise<Correspondence | null> {
  const parsed = parseReplyAddress(context, recipient)
  const ticket = parsed && (await findDeskTicket(context.db, parsed.ticketId))
  if (!ticket) return null
  const { author, signature } = parsed
  const mailbox = author === 'trader' ? ticket.email : await context.settings.getSetting('support_email')
  return isSignedFor(context, { ticketId: ticket.id, author, mailbox }, signature) ? { ticket, author, mailbox } : null
}

async function refuseOver({ clock, db }: AppContext, { ticket, author }: Correspondence): Promise<MailOutcome | null> {
  const now = clock.now()
  const since = new Date(now.getTime() - dayMs)
  const count = await countMailedPosts(db, ticket.id, author, since, getLatestCounted(now))
  return count < maxMailsPerDay
    ? null
    : { kind: 'refused', sentence: 'There were too many messages to this ticket today: please write on our site' }
}

async function storePost(
  context: AppContext,
  { ticket, author }: Correspondence,
  mail: ReceivedMail,
  content: string,
  messageHash: Buffer,
): Promise<void> {
  const { newId, clock, db } = context
  const { id: ticketId, userId } = ticket
  const uploads = mail.files
    .slice(0, maxPostFiles)
    .map(({ name, bytes }) => ({ bytes: Buffer.from(bytes), title: toTitle(name) }))
  const fileIds = await storeMailedAttachments(context, userId, uploads)
  const [id, at] = [newId(), clock.now()]
  const subject = openSubject(context, ticket)
  await db.transaction().execute(async (trx) => {
    await insertPost(trx, {
      id,
      ticketId,
      userId,
      author,
      via: 'mail',
      operator: null,
      sealed: sealPost(context, id, content),
      contentHash: computeContentHash(context, { ticketId, content }),
      messageHash,
      statusAfter: getStatusAfterPost(author === 'trader' ? { author } : { author, isQuestion: false }),
      refusedFiles: Math.min(100, mail.files.length - fileIds.length),
      at,
    })
    await attachMailed(trx, id, fileIds)
    const post = { ticketId, userId, subject, content, files: fileIds.length, at }
    if (author === 'trader') await mailQuestion(context, post, trx)
    else await mailAnswer(context, post, trx)
  })
  await publishTicket(context, { id: ticketId, userId })
}

function hashContent({ from, text, files }: ReceivedMail): string {
  const hash = createHash('sha256').update(from).update('\0').update(text)
  for (const { bytes } of files) hash.update('\0').update(bytes)
  return hash.digest('hex')
}
