import { maxPostsPerDay, maxTicketsPerDay, maxPosts } from '@tradefront/rules/support/limits'
import { getStatusAfterPost } from '@tradefront/rules/support/ticket-status'
import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { type Refusal, type Result, ok, refuse } from '@tradefront/rules/result'

import { type Clock, dayMs, getLatestCounted, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { deriveUuid } from '../../platform/derive-uuid.ts'
import { AppError, getViolatedConstraint } from '../../platform/http/errors.ts'
import { lockUser } from '../users/service.ts'
import { attachUnsent, type DraftSelection, replyDraft } from './attachment-store.ts'
import type { TicketMails } from './ticket-mails.ts'
import type { TicketSeal } from './ticket-seal.ts'
import {
  findPostHash,
  findTicket,
  findTraderActivity,
  insertPost,
  insertTicket,
  type TraderActivity,
} from './ticket-store.ts'
import type { NewPost, TicketSubjectReference } from './ticket.ts'

export type WritePostDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly ticketSeal: TicketSeal
  readonly mails: TicketMails
  readonly newId: () => string
}

/** `key`: of the request, null for a client without keys. `files`: null for those that were uploaded for this text. */
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
/** The same text is a second press of the button. */
const duplicateMs = 10 * minuteMs

/** Posts that a trader writes on the site. */
export function createPostWriter({ db, clock, ticketSeal, mails, newId }: WritePostDeps) {
  const checkActivity = async (trx: Db, userId: number, contentHash: Buffer): Promise<TraderActivity> => {
    const now = clock.now()
    return findTraderActivity(trx, userId, contentHash, {
      dayAgo: new Date(now.getTime() - dayMs),
      duplicateSince: new Date(now.getTime() - duplicateMs),
      latest: getLatestCounted(now),
    })
  }

  /** True if the request with this key was carried out. @throws AppError 422 if it was another request */
  const isRepeated = async (trx: Db, userId: number, postId: string, contentHash: Buffer): Promise<boolean> => {
    const found = await findPostHash(trx, userId, postId)
    if (found === null) return false
    if (!found.equals(contentHash)) throw new AppError('errors.other_key_body')
    return true
  }

  const toPost = (post: Pick<NewPost, 'id' | 'ticketId' | 'userId' | 'contentHash'>, content: string): NewPost => ({
    ...post,
    author: 'trader',
    via: 'site',
    operator: null,
    sealed: ticketSeal.sealPost(post.id, content),
    messageHash: null,
    statusAfter: getStatusAfterPost({ author: 'trader' }),
    refusedFiles: 0,
    at: clock.now(),
  })

  /** @throws AppError 404 if a named file is not there */
  const attachFiles = async (
    trx: Db,
    userId: number,
    postId: string,
    files: Submission['files'],
    draft: DraftSelection,
  ) => {
    const count = await attachUnsent(trx, userId, postId, files === null ? draft : { ids: files })
    if (files !== null && count !== new Set(files).size) throw new AppError('errors.not_found')
    return count
  }

  return {
    createTicket: (userId: number, input: NewTicketInput): Promise<Result<string, WriteRefusal>> => {
      const { key, files, ...fields } = input
      const [subject, content] = [maskCardData(fields.subject), maskCardData(fields.content)]
      const contentHash = ticketSeal.computeContentHash({ ...fields, subject, content, files })
      const id = key === null ? newId() : deriveUuid(namespace, `ticket:${userId}:${key}`)
      const postId = deriveUuid(namespace, `first:${id}`)
      return db.transaction().execute(async (trx) => {
        await lockUser(trx, userId)
        if (await isRepeated(trx, userId, postId, contentHash)) return ok(id)
        const { tickets, posts, duplicateOf } = await checkActivity(trx, userId, contentHash)
        if (key === null && duplicateOf !== null) return ok(duplicateOf)
        if (tickets >= maxTicketsPerDay || posts >= maxPostsPerDay) return refuse('support.too_many')
        const { department, priority, reference } = fields
        const at = clock.now()
        const sealedSubject = ticketSeal.sealSubject(id, subject)
        await insertTicket(trx, { id, userId, sealedSubject, department, priority, reference, at })
        await insertPost(trx, toPost({ id: postId, ticketId: id, userId, contentHash }, content))
        const count = await attachFiles(trx, userId, postId, files, 'new_ticket')
        await mails.sendQuestion({ ticketId: id, userId, subject, content, files: count, at }, trx)
        return ok(id)
      })
    },

    /** @throws AppError 404, also for another trader's ticket */
    reply: (userId: number, { key, ticketId, files, ...fields }: ReplyInput): Promise<Result<void, WriteRefusal>> => {
      const content = maskCardData(fields.content)
      const contentHash = ticketSeal.computeContentHash({ ticketId, content, files })
      const postId = key === null ? newId() : deriveUuid(namespace, `post:${userId}:${key}`)
      const writing = db.transaction().execute(async (trx): Promise<Result<void, WriteRefusal>> => {
        await lockUser(trx, userId)
        const ticket = await findTicket(trx, userId, ticketId)
        if (ticket === null) throw new AppError('errors.not_found')
        if (await isRepeated(trx, userId, postId, contentHash)) return ok()
        const { posts, duplicateOf } = await checkActivity(trx, userId, contentHash)
        if (key === null && duplicateOf !== null) return ok()
        if (posts >= maxPostsPerDay) return refuse('support.too_many')
        await insertPost(trx, toPost({ id: postId, ticketId, userId, contentHash }, content))
        const count = await attachFiles(trx, userId, postId, files, { drafts: [ticketId, replyDraft] })
        const subject = ticketSeal.openSubject(ticket)
        await mails.sendQuestion({ ticketId, userId, subject, content, files: count, at: clock.now() }, trx)
        return ok()
      })
      return writing.catch(refuseFullTicket)
    },
  }
}

/** The database counts the posts. @throws other errors */
export function refuseFullTicket(error: unknown): Refusal<'support.ticket_full'> {
  if (getViolatedConstraint(error) !== 'tickets_full') throw error
  return refuse('support.ticket_full', { count: maxPosts })
}
