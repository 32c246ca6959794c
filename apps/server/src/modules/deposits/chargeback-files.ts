import { maxChargebackFiles } from '@tradefront/contract/desk-money'
import type { ActionInput } from '@tradefront/contract/operator-actions'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { maxFileBytes } from '@tradefront/rules/uploads/limits'

import type { AppContext, SealedReaders } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  loadSealedPage,
  type PageLocation,
  removeSealedPages,
  requireBlobStore,
  saveSealedPages,
} from '../../platform/storage/sealed-pages.ts'
import { deleteSealedUpload, openSealedUpload } from '../operators/service.ts'
import {
  type ChargebackFile,
  deleteChargebackFile,
  findChargebackFile,
  insertChargebackFile,
  listChargebackFiles,
} from './chargeback-store.ts'

/** Each can have 10 MB, sealed and open. */
const resealBatchSize = 5
/** Operators' files are redrawn one after the other. */
const redrawnFor = 0

// Evidence about chargebacks as files. As documents, they are redrawn: only pictures of their pages are stored, sealed.

/** What a server unseals of the evidence. */
export const chargebackReaders: SealedReaders = {
  chargeback_file: async (context, [id = '']) => {
    const file = await findChargebackFile(context.db, id)
    return file && Promise.all(listPages(file).map((page) => loadSealedPage(context, file.store, page)))
  },
}

/** Pictures first: the row says that they are there. Done again after a crash, it stores the same. */
export async function attachChargebackFile(
  context: AppContext,
  input: ActionInput<'chargeback.attach'>,
  by: Operator,
): Promise<Result> {
  const { db, redrawer, blobs, clock } = context
  const bytes = await openSealedUpload(context, input.upload)
  if (bytes === null) return refuse('desk.changed')
  if (bytes.length > maxFileBytes) return refuse('desk_money.file_too_large')
  const redrawn = await redrawer.redraw(redrawnFor, 'passport', bytes).catch(refuseFile)
  if (!redrawn.ok) return refuse('desk_money.file_unreadable')
  const { type, pages } = redrawn.value
  const file = { id: input.upload, type, bytes: bytes.length, pages: pages.length, store: blobs.primary.name }
  await saveSealedPages(context, listPages(file), pages)
  const isAdded = await insertChargebackFile(db, input, file, by, maxChargebackFiles, clock.now())
  if (!isAdded) await removeSealedPages(context, file.store, listPages(file))
  await deleteSealedUpload(db, input.upload)
  return isAdded ? ok() : refuse('desk_money.case_full')
}

/** The row first: on an error of the store only sealed pictures are left, to which nothing leads. */
export async function detachChargebackFile(
  context: AppContext,
  input: ActionInput<'chargeback.detach'>,
  by: Operator,
): Promise<Result> {
  const file = await deleteChargebackFile(context.db, input, by, context.clock.now())
  if (file === null) return refuse('desk.changed')
  await removeSealedPages(context, file.store, listPages(file)).catch(context.onError)
  return ok()
}

/** @throws AppError 503 if a store is not configured */
export function resealChargebackFiles(context: AppContext): Promise<ResealCount> {
  return resealRows(
    context.seal,
    async (after: string | null) => {
      const files = await listChargebackFiles(context.db, after, resealBatchSize)
      const pages = files.flatMap((file) => listPages(file).map((page) => ({ ...file, ...page })))
      return Promise.all(
        pages.map(async (page) => ({ ...page, sealed: await requireBlobStore(context, page.store).get(page.key) })),
      )
    },
    ({ store, key }, sealed) => requireBlobStore(context, store).put(key, sealed),
  )
}

function listPages({ id, pages }: Pick<ChargebackFile, 'id' | 'pages'>): PageLocation[] {
  return Array.from({ length: pages }, (_page, index) => ({
    key: `chargebacks/${id}/${index + 1}`,
    context: `chargeback:${id}:${index + 1}`,
  }))
}

/** The file is of another type, or too large to be drawn. @throws every other error */
function refuseFile(error: unknown) {
  if (error instanceof AppError && error.status < 500) return refuse('desk_money.file_unreadable')
  throw error
}
