import { AppError, invariant } from '../http/errors.ts'
import type { Seal } from '../crypto/seal.ts'
import type { BlobStoreName, BlobStores } from './blob-store.ts'

/** A picture in a store. What `context` binds it to cannot be changed in its row. */
export type PageLocation = { readonly key: string; readonly context: string }

/** Encrypted pictures of the pages of uploaded files. */
export function createSealedPages(deps: {
  readonly seal: Seal
  readonly blobs: BlobStores
  readonly onError: (error: unknown) => void
}) {
  const { seal, blobs, onError } = deps

  /** @throws AppError 503 */
  const requireStore = (name: BlobStoreName) => {
    const blobStore = blobs.findStore(name)
    if (!blobStore) throw new AppError('documents.not_stored', 503)
    return blobStore
  }

  return {
    requireStore,

    /** Into the primary store, whose name the row keeps. */
    save: async (pages: readonly PageLocation[], images: readonly Buffer[]): Promise<void> => {
      for (const [index, { key, context }] of pages.entries()) {
        const image = images[index]
        invariant(image !== undefined, 'a page has no picture')
        await blobs.primary.put(key, seal.sealBytes(image, context))
      }
    },

    remove: async (storeName: BlobStoreName, pages: readonly PageLocation[]): Promise<void> => {
      const store = requireStore(storeName)
      for (const { key } of pages) await store.remove(key)
    },

    /** @throws AppError `documents.away`: the store does not respond; `documents.lost`: the bytes are gone or unreadable */
    load: async (storeName: BlobStoreName, page: PageLocation): Promise<Buffer> => {
      const reportAndThrow = (code: 'documents.away' | 'documents.lost', status: number) => (error: unknown) => {
        onError(error)
        throw new AppError(code, status)
      }
      const store = blobs.findStore(storeName)
      if (!store) throw new AppError('documents.away', 503)
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
