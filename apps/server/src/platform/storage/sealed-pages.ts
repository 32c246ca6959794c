import { AppError, invariant } from '../http/errors.ts'
import type { Seal } from '../crypto/seal.ts'
import type { BlobStoreName, BlobStores } from './blob-store.ts'

export type SealedPagesContext = {
  readonly seal: Seal
  readonly blobs: BlobStores
  readonly onError: (error: unknown) => void
}

/** A picture in a store. `context` binds it to facts that cannot be changed in its row. */
export type PageLocation = { readonly key: string; readonly context: string }

/** Returns the store of this name. @throws AppError 503 */
export function requireBlobStore({ blobs }: SealedPagesContext, name: BlobStoreName) {
  const blobStore = blobs.findStore(name)
  if (!blobStore) throw new AppError('documents.not_stored', 503)
  return blobStore
}

/** Saves pages in the primary store, whose name the row keeps. */
export async function saveSealedPages(
  { blobs, seal }: SealedPagesContext,
  pages: readonly PageLocation[],
  images: readonly Buffer[],
): Promise<void> {
  for (const [index, { key, context }] of pages.entries()) {
    const image = images[index]
    invariant(image !== undefined, 'a page has no picture')
    await blobs.primary.put(key, seal.sealBytes(image, context))
  }
}

export async function removeSealedPages(
  context: SealedPagesContext,
  storeName: BlobStoreName,
  pages: readonly PageLocation[],
): Promise<void> {
  const store = requireBlobStore(context, storeName)
  for (const { key } of pages) await store.remove(key)
}

/** Loads a page. @throws AppError `documents.away`: the store does not respond; `documents.lost`: the bytes are gone or unreadable */
export async function loadSealedPage(
  { onError, blobs, seal }: SealedPagesContext,
  storeName: BlobStoreName,
  page: PageLocation,
): Promise<Buffer> {
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
}
