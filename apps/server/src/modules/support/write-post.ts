import { maxPostsPerDay, maxTicketsPerDay, maxPosts } from '@tradefront/rules/support/limits'
import { getStatusAfterPost } from '@tradefront/rules/support/ticket-status'
import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { type Refusal, type Result, ok, refuse } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { dayMs, getLatestCounted, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { deriveUuid } from '../../platform/derive-uuid.ts'
import { AppError, getViolatedConstraint } from '../../platform/http/errors.ts'
import { lockUser } from '../users/service.ts'
import { attachUnsent, type DraftSelection, replyDraft } from './attachment-store.ts'
import { mailQuestion } from './ticket-mails.ts'
import { computeContentHash, openSubject, sealPost, sealSubject } from './ticket-seal.ts'
import {
  findPostHash,
  findTicket,
  findTraderActivity,
  insertPost,
  insertTicket,
  type TraderActivity,
} from './ticket-store.ts'
import type { NewPost, TicketSubjectReference } from './ticket.ts'

/** `key` is that of the request, null for a client without keys. `files` is null for those that were uploaded for this text. */
type Submission = { readonly key: string | null; readonly content: string; readonly files: readonly string[] | null }

export type NewTicketInput = Submission & {
  readonly subject: string
  readonly department: number
  readonly priority: number
  readonly reference: TicketSubjectReference | null
}

export type ReplyInput = Submission & { readonly ticketId: string }

export type WriteRefusal = 'support.too_many' | 'support.ticket_full'

const namespace = '1f0f7a3e-5d0c-4a57-9a53-0d4c7f6f2f11'
/** Within this time, the same text counts as a second press of the button. */
const duplicateMs = 10 * minuteMs

// A trader writes these posts on the site.

export function writeTicket(
  context: AppContext,
  userId: number,
  input: NewTicketInput,
): Promise<Result<string, WriteRefusal>> {
  const { newId, db, clock } = context
  const { key, files, ...fields } = input
  const [subject, content] = [maskCardData(fields.subject), maskCardData(fields.content)]
  const contentHash = computeContentHash(context, { ...fields, subject, content, files })
  const id = key === null ? newId() : deriveUuid(namespace, `ticket:${userId}:${key}`)
  const postId = deriveUuid(namespace, `first:${id}`)
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    if (await isRepeated(trx, userId, postId, contentHash)) return ok(id)
    const { tickets, posts, duplicateOf } = await checkActivity(context, trx, userId, contentHash)
    if (key === null && duplicateOf !== null) return ok(duplicateOf)
    if (tickets >= maxTicketsPerDay || posts >= maxPostsPerDay) return refuse('support.too_many')
    const { department, priority, reference } = fields
    const at = clock.now()
    const sealedSubject = sealSubject(context, id, subject)
    await insertTicket(trx, { id, userId, sealedSubject, department, priority, reference, at })
    await insertPost(trx, toPost(context, { id: postId, ticketId: id, userId, contentHash }, content))
    const count = await attachFiles(trx, userId, postId, files, 'new_ticket')
    await mailQuestion(context, { ticketId: id, userId, subject, content, files: count, at }, trx)
    return ok(id)
  })
}

/** Writes a reply. @throws AppError 404, also for another trader's ticket */
export function writeReply(
  context: AppContext,
  userId: number,
  { key, ticketId, files, ...fields }: ReplyInput,
): Promise<Result<void, WriteRefusal>> {
  const { newId, db, clock } = context
  const content = maskCardData(fields.content)
  const contentHash = computeContentHash(context, { ticketId, content, files })
  const postId = key === null ? newId() : deriveUuid(namespace, `post:${userId}:${key}`)
  const writing = db.transaction().execute(async (trx): Promise<Result<void, WriteRefusal>> => {
    await lockUser(trx, userId)
    const ticket = await findTicket(trx, userId, ticketId)
    if (ticket === null) throw new AppError('errors.not_found')
    if (await isRepeated(trx, userId, postId, contentHash)) return ok()
    const { posts, duplicateOf } = await checkActivity(context, trx, userId, contentHash)
    if (key === null && duplicateOf !== null) return ok()
    if (posts >= maxPostsPerDay) return refuse('support.too_many')
    await insertPost(trx, toPost(context, { id: postId, ticketId, userId, contentHash }, content))
    const count = await attachFiles(trx, userId, postId, files, { drafts: [ticketId, replyDraft] })
    const subject = openSubject(context, ticket)
    await mailQuestion(context, { ticketId, userId, subject, content, files: count, at: clock.now() }, trx)
    return ok()
  })
  return writing.catch(refuseFullTicket)
}

async function checkActivity(
  { clock }: AppContext,
  trx: Db,
  userId: number,
  contentHash: Buffer,
): Promise<TraderActivity> {
  const now = clock.now()
  return findTraderActivity(trx, userId, contentHash, {
    dayAgo: new Date(now.getTime() - dayMs),
    duplicateSince: new Date(now.getTime() - duplicateMs),
    latest: getLatestCounted(now),
  })
}

/** Returns whether the request with this key was carried out. @throws AppError 422 if it was another request */
async function isRepeated(trx: Db, userId: number, postId: string, contentHash: Buffer): Promise<boolean> {
  const found = await findPostHash(trx, userId, postId)
  if (found === null) return false
  if (!found.equals(contentHash)) throw new AppError('errors.other_key_body')
  return true
}

function toPost(
  context: AppContext,
  post: Pick<NewPost, 'id' | 'ticketId' | 'userId' | 'contentHash'>,
  content: string,
): NewPost {
  return {
    ...post,
    author: 'trader',
    via: 'site',
    operator: null,
    sealed: sealPost(context, post.id, content),
    messageHash: null,
    statusAfter: getStatusAfterPost({ author: 'trader' }),
    refusedFiles: 0,
    at: context.clock.now(),
  }
}

/** Attaches files to a post. @throws AppError 404 if a named file is not there */
async function attachFiles(trx: Db, userId: number, postId: string, files: Submission['files'], draft: DraftSelection) {
  const count = await attachUnsent(trx, userId, postId, files === null ? draft : { ids: files })
  if (files !== null && count !== new Set(files).size) throw new AppError('errors.not_found')
  return count
}

/** Refuses a post to a full ticket: the database counts the posts. @throws other errors */
export function refuseFullTicket(error: unknown): Refusal<'support.ticket_full'> {
  if (getViolatedConstraint(error) !== 'tickets_full') throw error
  return refuse('support.ticket_full', { count: maxPosts })
}
