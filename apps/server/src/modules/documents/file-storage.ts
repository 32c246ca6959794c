import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { BlobStores } from '../../platform/storage/blob-store.ts'
import { createSealedPages, type PageLocation } from '../../platform/storage/sealed-pages.ts'
import {
  type StoredFile,
  type UnfinishedFile,
  abortUpload,
  confirmUpload,
  deleteFile,
  listStoredFiles,
} from './store.ts'

export type FileStorageDeps = {
  readonly db: Db
  readonly seal: Seal
  readonly blobs: BlobStores
  readonly onError: (error: unknown) => void
}

/** Each can have 10 MB, sealed and open. */
const resealBatch = 5

export function createFileStorage({ db, seal, blobs, onError }: FileStorageDeps) {
  const sealedPages = createSealedPages({ seal, blobs, onError })

  /** Bytes first: on an error the row stays for `cleanUp`. */
  const deleteBytesAndRow = async (file: UnfinishedFile): Promise<void> => {
    try {
      await sealedPages.remove(file.store, listPages(file))
      await deleteFile(db, file.id)
    } catch (error) {
      onError(error)
    }
  }

  return {
    deleteBytesAndRow,

    /** @throws AppError 503 */
    savePages: async (file: Omit<StoredFile, 'state' | 'reason'>, images: readonly Buffer[]): Promise<void> => {
      try {
        await sealedPages.save(listPages(file), images)
        if (!(await confirmUpload(db, file.id))) throw new Error('a document was stored after its upload had timed out')
      } catch (error) {
        onError(error)
        await abortUpload(db, file.id).catch(onError)
        await deleteBytesAndRow(file)
        throw new AppError('documents.not_stored', 503)
      }
    },

    /** @throws AppError 503 if a store is not configured */
    reseal: (): Promise<ResealCount> =>
      resealRows(
        seal,
        async (after: string | null) => {
          const files = await listStoredFiles(db, after, resealBatch)
          const pages = files.flatMap((file) => listPages(file).map((page) => ({ ...file, ...page })))
          return Promise.all(
            pages.map(async (page) => ({
              ...page,
              sealed: await sealedPages.requireStore(page.store).get(page.key),
            })),
          )
        },
        ({ store, key }, sealed) => sealedPages.requireStore(store).put(key, sealed),
      ),

    /** @throws AppError `documents.away`: the store does not respond; `documents.lost`: the bytes are gone or unreadable */
    loadPage: async (file: StoredFile, number: number): Promise<Buffer> => {
      const page = listPages(file)[number - 1]
      if (page === undefined) throw new AppError('errors.not_found')
      return sealedPages.load(file.store, page)
    },
  }
}

function listPages({ id, userId, pages }: Pick<StoredFile, 'id' | 'userId' | 'pages'>): PageLocation[] {
  return Array.from({ length: pages }, (_, index) => {
    const suffix = index === 0 ? '' : `${index + 1}`
    return {
      key: suffix === '' ? `documents/${id}` : `documents/${id}/${suffix}`,
      context: suffix === '' ? `document:${userId}:${id}` : `document:${userId}:${id}:${suffix}`,
    }
  })
}
