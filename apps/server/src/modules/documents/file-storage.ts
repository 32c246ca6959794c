import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, invariant } from '../../platform/http/errors.ts'
import type { BlobStoreName, BlobStores } from '../../platform/storage/blob-store.ts'
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
  const requireBlobStore = (name: BlobStoreName) => {
    const blobStore = blobs.findStore(name)
    if (!blobStore) throw new AppError('documents.not_stored', 503)
    return blobStore
  }

  /** Bytes first: on an error the row stays for `cleanUp`. */
  const deleteBytesAndRow = async (file: UnfinishedFile): Promise<void> => {
    try {
      const store = requireBlobStore(file.store)
      for (const { key } of listPages(file)) await store.remove(key)
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
        for (const [index, { key, context }] of listPages(file).entries()) {
          const image = images[index]
          invariant(image !== undefined, 'a page of a document has no picture')
          await blobs.primary.put(key, seal.sealBytes(image, context))
        }
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
            pages.map(async (page) => ({ ...page, sealed: await requireBlobStore(page.store).get(page.key) })),
          )
        },
        ({ store, key }, sealed) => requireBlobStore(store).put(key, sealed),
      ),

    /** @throws AppError `documents.away`: the store does not respond; `documents.lost`: the bytes are gone or unreadable */
    loadPage: async (file: StoredFile, number: number): Promise<Buffer> => {
      const reportAndThrow = (code: 'documents.away' | 'documents.lost', status: number) => (error: unknown) => {
        onError(error)
        throw new AppError(code, status)
      }
      const store = blobs.findStore(file.store)
      if (!store) throw new AppError('documents.away', 503)
      const page = listPages(file)[number - 1]
      if (page === undefined) throw new AppError('errors.not_found')
      const sealed = await store.get(page.key).catch(reportAndThrow('documents.away', 503))
      if (!sealed) throw new AppError('documents.lost', 409)
      try {
        return seal.openBytes(sealed, page.context)
      } catch (error) {
        return reportAndThrow('documents.lost', 409)(error)
      }
    },
  }
}

/** What `context` binds a page to cannot be changed in the row. */
function listPages({ id, userId, pages }: Pick<StoredFile, 'id' | 'userId' | 'pages'>) {
  return Array.from({ length: pages }, (_, index) => {
    const suffix = index === 0 ? '' : `${index + 1}`
    return {
      key: suffix === '' ? `documents/${id}` : `documents/${id}/${suffix}`,
      context: suffix === '' ? `document:${userId}:${id}` : `document:${userId}:${id}:${suffix}`,
    }
  })
}
