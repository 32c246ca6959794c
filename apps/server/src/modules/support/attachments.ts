import { maxPostFiles } from '@tradefront/rules/support/limits'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import {
  loadSealedPage,
  type PageLocation,
  removeSealedPages,
  requireBlobStore,
  saveSealedPages,
} from '../../platform/storage/sealed-pages.ts'
import type { RedrawRefusalCode } from '../documents/service.ts'
import {
  claimAbandoned,
  confirmAttachment,
  deleteAttachment,
  findSent,
  insertMailedAttachment,
  listStored,
  markDeleting,
  type NewAttachment,
  reserveAttachment,
  type StoredAttachment,
} from './attachment-store.ts'
import { findTicket } from './ticket-store.ts'

export type UploadedAttachment = { readonly bytes: Buffer; readonly title: string | null }

/** After this time an upload has failed. It is longer than any upload takes. */
const uploadTimeoutMs = 15 * minuteMs
/** After this time a file that was not sent is removed. */
const unsentMs = 7 * dayMs
/** How many files are sealed again at once. Each can have 10 MB, sealed and open. */
const resealBatchSize = 5

// Files of posts are redrawn as documents are. Rows are inserted before their bytes, and deleted after them.

/** Stores a file, and returns its id. @throws AppError 404, 413, 415, 503 */
export async function uploadAttachment(
  context: AppContext,
  userId: number,
  draft: string,
  isFirst: boolean,
  upload: UploadedAttachment,
): Promise<Result<string, 'support.files_full' | RedrawRefusalCode>> {
  if (isUuid(draft) && (await findTicket(context.db, userId, draft)) === null) throw new AppError('errors.not_found')
  const redrawn = await redrawAttachment(context, userId, upload, draft.toLowerCase(), isFirst)
  if (!redrawn.ok) return redrawn
  const { file, pages } = redrawn.value
  if (!(await reserveAttachment(context.db, file))) return refuse('support.files_full', { count: maxPostFiles })
  await saveAttachmentPages(context, file, pages)
  return ok(file.id)
}

/** The picture of a page. @throws AppError 404, 409, 503 */
export async function storeMailedAttachments(
  context: AppContext,
  userId: number,
  uploads: readonly UploadedAttachment[],
): Promise<string[]> {
  const ids: string[] = []
  for (const upload of uploads) {
    const redrawn = await redrawAttachment(context, userId, upload, null, false).catch(throwUnlessAboutFile)
    if (redrawn === null || !redrawn.ok) continue
    const { file, pages } = redrawn.value
    await insertMailedAttachment(context.db, file, ids.length)
    await saveAttachmentPages(context, file, pages)
    ids.push(file.id)
  }
  return ids
}

/** Removes unsent files. @param id null: all @throws AppError 404 for an unknown file, one that was sent, and another trader's */
export async function dropAttachments(context: AppContext, userId: number, id: string | null): Promise<void> {
  if (id !== null && !isUuid(id)) throw new AppError('errors.not_found')
  const dropped = await markDeleting(context.db, userId, id)
  if (id !== null && dropped.length === 0) throw new AppError('errors.not_found')
  for (const file of dropped) await deleteBytesAndRow(context, file)
}

/** Reads the picture of a page. @throws AppError 404, 409, 503 */
export async function readAttachmentPage(
  context: AppContext,
  userId: number,
  postId: string,
  id: string,
  page: number,
): Promise<Buffer> {
  const file = isUuid(id) && isUuid(postId) ? await findSent(context.db, userId, postId, id) : null
  const location = file === null ? undefined : listPages(file)[page - 1]
  if (file === null || location === undefined) throw new AppError('errors.not_found')
  return loadSealedPage(context, file.store, location)
}

export function readAttachmentPages(context: AppContext, file: StoredAttachment): Promise<Buffer[]> {
  return Promise.all(listPages(file).map((page) => loadSealedPage(context, file.store, page)))
}

/** Removes files that are left over. Can run on any server at any time. */
export async function cleanUpAttachments(context: AppContext): Promise<void> {
  const now = context.clock.now().getTime()
  const limits = { uploadsBefore: new Date(now - uploadTimeoutMs), unsentBefore: new Date(now - unsentMs) }
  for (const file of await claimAbandoned(context.db, limits)) await deleteBytesAndRow(context, file)
}

/** Seals all files again with the present key. @throws AppError 503 if a store is not configured */
export function resealAttachments(context: AppContext): Promise<ResealCount> {
  return resealRows(
    context.seal,
    async (after: string | null) => {
      const files = await listStored(context.db, after, resealBatchSize)
      const pages = files.flatMap((file) => listPages(file).map((page) => ({ ...file, ...page })))
      return Promise.all(
        pages.map(async (page) => ({ ...page, sealed: await requireBlobStore(context, page.store).get(page.key) })),
      )
    },
    ({ store, key }, sealed) => requireBlobStore(context, store).put(key, sealed),
  )
}

/** Deletes the bytes, then the row. On an error the row stays for `cleanUp`. */
async function deleteBytesAndRow(context: AppContext, file: StoredAttachment): Promise<void> {
  try {
    await removeSealedPages(context, file.store, listPages(file))
    await deleteAttachment(context.db, file.id)
  } catch (error) {
    context.onError(error)
  }
}

/** Saves the pages of a file. @throws AppError 503 */
async function saveAttachmentPages(context: AppContext, file: NewAttachment, images: readonly Buffer[]): Promise<void> {
  const { db, onError } = context
  try {
    await saveSealedPages(context, listPages(file), images)
    if (!(await confirmAttachment(db, file.id))) throw new Error('an attachment was stored after it was removed')
  } catch (error) {
    onError(error)
    await markDeleting(db, file.userId, file.id).catch(onError)
    await deleteBytesAndRow(context, file)
    throw new AppError('documents.not_stored', 503)
  }
}

async function redrawAttachment(
  { redrawer, newId, blobs, clock }: AppContext,
  userId: number,
  { bytes, title }: UploadedAttachment,
  draft: string | null,
  isFirst: boolean,
): Promise<Result<{ file: NewAttachment; pages: readonly Buffer[] }, RedrawRefusalCode>> {
  const redrawn = await redrawer.redraw(userId, 'passport', bytes)
  if (!redrawn.ok) return redrawn
  const { type, pages } = redrawn.value
  const file = {
    id: newId(),
    userId,
    type,
    bytes: bytes.length,
    title,
    pages: pages.length,
    store: blobs.primary.name,
    draft,
    isFirst,
    at: clock.now(),
  }
  return ok({ file, pages })
}

/** Leaves out a file of the wrong type or too large. Other errors are thrown: a server that is busy or without its store tries again. */
function throwUnlessAboutFile(error: unknown): null {
  if (error instanceof AppError && error.status < 500) return null
  throw error
}

function listPages({ id, userId, pages }: Pick<StoredAttachment, 'id' | 'userId' | 'pages'>): PageLocation[] {
  return Array.from({ length: pages }, (_, index) => ({
    key: `tickets/${id}/${index + 1}`,
    context: `ticket-file:${userId}:${id}:${index + 1}`,
  }))
}
