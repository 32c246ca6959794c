import { maxPostFiles } from '@tradefront/rules/support/limits'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import { type Clock, dayMs, minuteMs } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import type { BlobStores } from '../../platform/storage/blob-store.ts'
import { createSealedPages, type PageLocation } from '../../platform/storage/sealed-pages.ts'
import type { FileRedrawer, RedrawRefusalCode } from '../documents/service.ts'
import {
  claimAbandoned,
  confirmAttachment,
  deleteAttachment,
  findSent,
  insertMailedAttachment,
  listStored,
  listUnsent,
  markDeleting,
  type NewAttachment,
  reserveAttachment,
  type StoredAttachment,
} from './attachment-store.ts'
import { findTicket } from './ticket-store.ts'

export type AttachmentsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly blobs: BlobStores
  readonly newId: () => string
  readonly redrawer: FileRedrawer
  readonly onError: (error: unknown) => void
}

export type UploadedAttachment = { readonly bytes: Buffer; readonly title: string | null }

/** Longer than any upload takes. */
const uploadTimeoutMs = 15 * minuteMs
/** A draft can wait that long. */
const unsentMs = 7 * dayMs
/** Each can have 10 MB, sealed and open. */
const resealBatch = 5

export type Attachments = ReturnType<typeof createAttachments>

/** Files of posts. As documents, they are redrawn, and rows are inserted before their bytes and deleted after them. */
export function createAttachments(deps: AttachmentsDeps) {
  const { db, clock, seal, blobs, newId, redrawer, onError } = deps
  const sealedPages = createSealedPages(deps)

  /** On an error the row stays for `cleanUp`. */
  const deleteBytesAndRow = async (file: StoredAttachment): Promise<void> => {
    try {
      await sealedPages.remove(file.store, listPages(file))
      await deleteAttachment(db, file.id)
    } catch (error) {
      onError(error)
    }
  }

  /** @throws AppError 503 */
  const savePages = async (file: NewAttachment, images: readonly Buffer[]): Promise<void> => {
    try {
      await sealedPages.save(listPages(file), images)
      if (!(await confirmAttachment(db, file.id))) throw new Error('an attachment was stored after it was removed')
    } catch (error) {
      onError(error)
      await markDeleting(db, file.userId, file.id).catch(onError)
      await deleteBytesAndRow(file)
      throw new AppError('documents.not_stored', 503)
    }
  }

  const redraw = async (
    userId: number,
    { bytes, title }: UploadedAttachment,
    draft: string | null,
    isFirst: boolean,
  ): Promise<Result<{ file: NewAttachment; pages: readonly Buffer[] }, RedrawRefusalCode>> => {
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

  return {
    /** Returns its id. @throws AppError 404, 413, 415, 503 */
    upload: async (
      userId: number,
      draft: string,
      isFirst: boolean,
      upload: UploadedAttachment,
    ): Promise<Result<string, 'support.files_full' | RedrawRefusalCode>> => {
      if (isUuid(draft) && (await findTicket(db, userId, draft)) === null) throw new AppError('errors.not_found')
      const redrawn = await redraw(userId, upload, draft.toLowerCase(), isFirst)
      if (!redrawn.ok) return redrawn
      const { file, pages } = redrawn.value
      if (!(await reserveAttachment(db, file))) return refuse('support.files_full', { count: maxPostFiles })
      await savePages(file, pages)
      return ok(file.id)
    },

    /** Files of a mail. Returns the ids of those that are accepted. @throws AppError 503 */
    storeMailed: async (userId: number, uploads: readonly UploadedAttachment[]): Promise<string[]> => {
      const ids: string[] = []
      for (const upload of uploads) {
        const redrawn = await redraw(userId, upload, null, false).catch(throwUnlessAboutFile)
        if (redrawn === null || !redrawn.ok) continue
        const { file, pages } = redrawn.value
        await insertMailedAttachment(db, file, ids.length)
        await savePages(file, pages)
        ids.push(file.id)
      }
      return ids
    },

    listUnsent: (userId: number) => listUnsent(db, userId),

    /** Null: all. @throws AppError 404 for an unknown file, one that was sent, and another trader's */
    drop: async (userId: number, id: string | null): Promise<void> => {
      if (id !== null && !isUuid(id)) throw new AppError('errors.not_found')
      const dropped = await markDeleting(db, userId, id)
      if (id !== null && dropped.length === 0) throw new AppError('errors.not_found')
      for (const file of dropped) await deleteBytesAndRow(file)
    },

    /** The picture of a page. @throws AppError 404, 409, 503 */
    readPage: async (userId: number, postId: string, id: string, page: number): Promise<Buffer> => {
      const file = isUuid(id) && isUuid(postId) ? await findSent(db, userId, postId, id) : null
      const location = file === null ? undefined : listPages(file)[page - 1]
      if (file === null || location === undefined) throw new AppError('errors.not_found')
      return sealedPages.load(file.store, location)
    },

    readPages: (file: StoredAttachment): Promise<Buffer[]> =>
      Promise.all(listPages(file).map((page) => sealedPages.load(file.store, page))),

    /** Can run on any server at any time. */
    cleanUp: async (): Promise<void> => {
      const now = clock.now().getTime()
      const limits = { uploadsBefore: new Date(now - uploadTimeoutMs), unsentBefore: new Date(now - unsentMs) }
      for (const file of await claimAbandoned(db, limits)) await deleteBytesAndRow(file)
    },

    /** @throws AppError 503 if a store is not configured */
    reseal: (): Promise<ResealCount> =>
      resealRows(
        seal,
        async (after: string | null) => {
          const files = await listStored(db, after, resealBatch)
          const pages = files.flatMap((file) => listPages(file).map((page) => ({ ...file, ...page })))
          return Promise.all(
            pages.map(async (page) => ({ ...page, sealed: await sealedPages.requireStore(page.store).get(page.key) })),
          )
        },
        ({ store, key }, sealed) => sealedPages.requireStore(store).put(key, sealed),
      ),
  }
}

/** A file of the wrong type or too large is refused; a server that is busy or without its store tries again. */
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
