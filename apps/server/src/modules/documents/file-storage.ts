import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
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

/** Files of up to 20 MB are in memory at once. */
const resealBatch = 5

export function createFileStorage({ db, seal, blobs, onError }: FileStorageDeps) {
  const requireBlobStore = (name: BlobStoreName) => {
    const blobStore = blobs.findStore(name)
    if (!blobStore) throw new AppError('documents.not_stored', 503)
    return blobStore
  }

  /** Bytes first: on an error the row stays for `cleanUp`. */
  const deleteBytesAndRow = async ({ id, store }: UnfinishedFile): Promise<void> => {
    try {
      await requireBlobStore(store).remove(toBlobKey(id))
      await deleteFile(db, id)
    } catch (error) {
      onError(error)
    }
  }

  return {
    deleteBytesAndRow,

    /** @throws AppError 503 */
    saveBytes: async (file: Omit<StoredFile, 'state' | 'reason'>, bytes: Buffer): Promise<void> => {
      try {
        await blobs.primary.put(toBlobKey(file.id), seal.sealBytes(bytes, toSealContext(file)))
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
        async (after: string | null) =>
          Promise.all(
            (await listStoredFiles(db, after, resealBatch)).map(async (file) => ({
              ...file,
              sealed: await requireBlobStore(file.store).get(toBlobKey(file.id)),
              context: toSealContext(file),
            })),
          ),
        ({ id, store }, sealed) => requireBlobStore(store).put(toBlobKey(id), sealed),
      ),

    /** @throws AppError `documents.away`: the store does not respond; `documents.lost`: the bytes are gone or unreadable */
    loadBytes: async (file: StoredFile): Promise<Buffer> => {
      const reportAndThrow = (code: 'documents.away' | 'documents.lost', status: number) => (error: unknown) => {
        onError(error)
        throw new AppError(code, status)
      }
      const store = blobs.findStore(file.store)
      if (!store) throw new AppError('documents.away', 503)
      const sealed = await store.get(toBlobKey(file.id)).catch(reportAndThrow('documents.away', 503))
      if (!sealed) throw new AppError('documents.lost', 409)
      try {
        return seal.openBytes(sealed, toSealContext(file))
      } catch (error) {
        return reportAndThrow('documents.lost', 409)(error)
      }
    },
  }
}

function toBlobKey(id: string): string {
  return `documents/${id}`
}

function toSealContext({ id, userId }: Pick<StoredFile, 'id' | 'userId'>): string {
  return `document:${userId}:${id}`
}
