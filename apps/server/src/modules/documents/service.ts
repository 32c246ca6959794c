import type { DocumentKindView } from '@tradefront/contract/documents'
import { canRemove, canSend, deriveKindState, getRequiredKinds } from '@tradefront/rules/documents/document-state'
import type { DocumentState } from '@tradefront/rules/documents/document-state'
import { type DocumentKind, documentKinds, maxPendingFiles } from '@tradefront/rules/documents/document-kinds'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { type Decision, type FilesToDecide, decideFiles } from './decide-files.ts'
import { insertDocumentAudit, measureCheckHours } from './decision-store.ts'
import { deleteBytesAndRow, loadDocumentPage, loadDocumentPages, saveDocumentPages } from './file-storage.ts'
import { listPageNames, parsePageName, toPageName } from './file-name.ts'
import type { FileRedrawer, RedrawRefusalCode } from './redraw-file.ts'
import {
  type StoredFile,
  findFile,
  hasPaidByCard,
  listFiles,
  listUnfinished,
  markFileDeleting,
  reservePosition,
} from './store.ts'

export type { Decision, FileRedrawer, RedrawRefusalCode }

export type UploadInput = {
  readonly kind: DocumentKind
  readonly bytes: Buffer
  /** Name of the file, to show it. */
  readonly title: string | null
  /** True if the file is sent after a refusal (spec: account 7, corrupted info). */
  readonly isResubmission: boolean
}

export type UploadRefusal = 'documents.nothing_refused' | 'documents.full' | RedrawRefusalCode

export type UploadedFile = { readonly name: string; readonly state: DocumentState }

const measuredMs = 10 * minuteMs
const measuredSinceMs = 90 * dayMs
/** After this time an upload has failed. It is longer than any upload takes. */
const uploadTimeoutMs = 15 * minuteMs

// Rows are inserted before their bytes, and deleted after them. A failure in between leaves nothing visible, and `cleanUp` removes the
// rest.

export async function listDocumentKinds({ db }: AppContext, user: SessionUser): Promise<DocumentKindView[]> {
  const [files, hasCard] = await Promise.all([listFiles(db, user.id), hasPaidByCard(db, user.id)])
  const required = getRequiredKinds(hasCard)
  return documentKinds.map((kind) => toKindView(kind, files, required.includes(kind)))
}

export async function findKindStatus({ db }: AppContext, userId: number, kind: DocumentKind) {
  const current = deriveKindState(kind, await listFiles(db, userId))
  return { state: current.state, canSend: canSend(kind, current) }
}

/** Stores a file that a trader sends. @throws AppError 413, 415, 503 */
export async function uploadDocument(
  context: AppContext,
  user: SessionUser,
  { kind, bytes, title, isResubmission }: UploadInput,
): Promise<Result<UploadedFile, UploadRefusal>> {
  const { db, redrawer, newId, blobs, clock } = context
  const before = deriveKindState(kind, await listFiles(db, user.id))
  if (isResubmission && !before.isRefused) return refuse('documents.nothing_refused')
  if (!canSend(kind, before)) return refuse('documents.full')
  const redrawn = await redrawer.redraw(user.id, kind, bytes)
  if (!redrawn.ok) return redrawn
  const { type, pages } = redrawn.value
  const file = {
    id: newId(),
    userId: user.id,
    kind,
    type,
    bytes: bytes.length,
    title,
    pages: pages.length,
    store: blobs.primary.name,
    sentAt: clock.now(),
  }
  if (!(await reserveOrThrow(context, file))) return refuse('documents.full')
  await saveDocumentPages(context, file, pages)
  await publishUserChanged(context, user.id)
  return ok({ name: toPageName(file, 1), state: await findKindState(context, user.id, kind) })
}

/** Removes a file. @throws AppError 404, also for another user's file */
export async function removeDocument(
  context: AppContext,
  user: SessionUser,
  name: string,
): Promise<Result<DocumentState, 'documents.kept'>> {
  const found = await findPage(context, user.id, name)
  if (found?.page !== 1) throw new AppError('errors.not_found')
  const { file } = found
  if (!canRemove(file.state) || !(await markFileDeleting(context.db, user.id, file.id))) return refuse('documents.kept')
  await deleteBytesAndRow(context, file)
  await publishUserChanged(context, user.id)
  return ok(await findKindState(context, user.id, file.kind))
}

/** Reads a page as a picture. Returns null also for another user's file. @throws AppError 409, 503 */
export async function readDocumentPage(context: AppContext, user: SessionUser, name: string): Promise<Buffer | null> {
  const found = await findPage(context, user.id, name)
  return found && loadDocumentPage(context, found.file, found.page)
}

/** Removes files that are left over. Can run on any server at any time. */
export async function cleanUpDocuments(context: AppContext): Promise<void> {
  const uploadsBefore = new Date(context.clock.now().getTime() - uploadTimeoutMs)
  for (const file of await listUnfinished(context.db, uploadsBefore)) await deleteBytesAndRow(context, file)
}

async function findKindState({ db }: AppContext, userId: number, kind: DocumentKind) {
  return deriveKindState(kind, await listFiles(db, userId)).state
}

/** Finds the page with this name. A name with another kind or extension belongs to no file. */
async function findPage(
  { db }: AppContext,
  userId: number,
  name: string,
): Promise<{ file: StoredFile; page: number } | null> {
  const parsed = parsePageName(name)
  const file = parsed && (await findFile(db, userId, parsed.id))
  return file && listPageNames(file).includes(name) ? { file, page: parsed.page } : null
}

/** Reserves a position. A database failure gets the same message as a store failure. */
async function reserveOrThrow(
  { db, onError }: AppContext,
  file: Omit<StoredFile, 'state' | 'reason'>,
): Promise<boolean> {
  try {
    return await reservePosition(db, file)
  } catch (error) {
    onError(error)
    throw new AppError('documents.not_stored', 503)
  }
}

/** Returns a function with the measured hours, which it measures again after ten minutes, because every page asks for them. */
export function createCheckHours({ db, clock }: AppContext): () => Promise<number | null> {
  let cached: { readonly atMs: number; readonly hours: Promise<number | null> } | null = null
  return () => {
    const nowMs = clock.now().getTime()
    if (cached !== null && Math.abs(nowMs - cached.atMs) < measuredMs) return cached.hours
    const entry = { atMs: nowMs, hours: measureCheckHours(db, new Date(nowMs - measuredSinceMs)) }
    cached = entry
    // Failed reads are not cached.
    entry.hours.catch(() => {
      if (cached === entry) cached = null
    })
    return entry.hours
  }
}

/** Returns the picture of each page. Null if the file is gone. The view is audited before it is shown. */
export async function viewDocument(
  context: AppContext,
  { userId, id }: Pick<StoredFile, 'userId' | 'id'>,
  by: Operator,
): Promise<Buffer[] | null> {
  const { db, clock } = context
  const file = await findFile(db, userId, id)
  if (!file) return null
  const after = { kind: file.kind, file: id }
  await insertDocumentAudit(db, userId, { by, action: 'documents.view', before: null, after, at: clock.now() })
  return loadDocumentPages(context, file)
}

/** Decides files. Returns false if one no longer waits. */
export async function decideDocuments(
  context: AppContext,
  files: FilesToDecide,
  decision: Decision,
  by: Operator,
): Promise<boolean> {
  const isDecided = await decideFiles(context, files, decision, by)
  if (isDecided) await publishUserChanged(context, files.userId)
  return isDecided
}

function toKindView(kind: DocumentKind, all: readonly StoredFile[], required: boolean): DocumentKindView {
  const current = deriveKindState(kind, all)
  const visibleFiles = all.filter((file) => file.kind === kind && (file.state !== 'refused' || current.waiting === 0))
  return {
    kind,
    state: current.state,
    required,
    canSend: canSend(kind, current),
    max: maxPendingFiles[kind],
    reason: current.reason,
    files: visibleFiles.toReversed().map((file) => ({
      name: toPageName(file, 1),
      title: file.title,
      pages: listPageNames(file),
      type: file.type,
      size: file.bytes,
      state: file.state,
      sentAtMs: file.sentAt.getTime(),
      canRemove: canRemove(file.state),
    })),
  }
}
