import type { AppContext } from '../../context.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  loadSealedPage,
  type PageLocation,
  removeSealedPages,
  requireBlobStore,
  saveSealedPages,
} from '../../platform/storage/sealed-pages.ts'
import {
  type StoredFile,
  type UnfinishedFile,
  abortUpload,
  confirmUpload,
  deleteFile,
  listStoredFiles,
} from './store.ts'

/** How many files are sealed again at once. Each can have 10 MB, sealed and open. */
const resealBatchSize = 5

/** Deletes the bytes first: on an error the row stays for `cleanUp`. */
export async function deleteBytesAndRow(context: AppContext, file: UnfinishedFile): Promise<void> {
  try {
    await removeSealedPages(context, file.store, listPages(file))
    await deleteFile(context.db, file.id)
  } catch (error) {
    context.onError(error)
  }
}

/** Saves the pages of a file. @throws AppError 503 */
export async function saveDocumentPages(
  context: AppContext,
  file: Omit<StoredFile, 'state' | 'reason'>,
  images: readonly Buffer[],
): Promise<void> {
  const { db, onError } = context
  try {
    await saveSealedPages(context, listPages(file), images)
    if (!(await confirmUpload(db, file.id))) throw new Error('a document was stored after its upload had timed out')
  } catch (error) {
    onError(error)
    await abortUpload(db, file.id).catch(onError)
    await deleteBytesAndRow(context, file)
    throw new AppError('documents.not_stored', 503)
  }
}

/** Seals all files again with the present key. @throws AppError 503 if a store is not configured */
export function resealDocuments(context: AppContext): Promise<ResealCount> {
  return resealRows(
    context.seal,
    async (after: string | null) => {
      const files = await listStoredFiles(context.db, after, resealBatchSize)
      const pages = files.flatMap((file) => listPages(file).map((page) => ({ ...file, ...page })))
      return Promise.all(
        pages.map(async (page) => ({
          ...page,
          sealed: await requireBlobStore(context, page.store).get(page.key),
        })),
      )
    },
    ({ store, key }, sealed) => requireBlobStore(context, store).put(key, sealed),
  )
}

/** Loads a page. @throws AppError `documents.away`: the store does not respond; `documents.lost`: the bytes are gone or unreadable */
export async function loadDocumentPage(context: AppContext, file: StoredFile, number: number): Promise<Buffer> {
  const page = listPages(file)[number - 1]
  if (page === undefined) throw new AppError('errors.not_found')
  return loadSealedPage(context, file.store, page)
}

export function loadDocumentPages(context: AppContext, file: StoredFile): Promise<Buffer[]> {
  return Promise.all(listPages(file).map((page) => loadSealedPage(context, file.store, page)))
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
