import type { DocumentKindView } from '@tradefront/contract/documents'
import { canRemove, canSend, deriveKindState, getRequiredKinds } from '@tradefront/rules/documents/document-state'
import type { DocumentState } from '@tradefront/rules/documents/document-state'
import { type DocumentKind, documentKinds, maxPendingFiles } from '@tradefront/rules/documents/document-kinds'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { Operator } from '../../platform/audit.ts'
import { type Clock, dayMs, minuteMs } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { BlobStores } from '../../platform/storage/blob-store.ts'
import type { MailService } from '../mail/service.ts'
import { type Decision, type FilesToDecide, decideFiles } from './decide-files.ts'
import { createDecisionEmails } from './decision-emails.ts'
import { insertDocumentAudit, listPendingFiles, measureCheckHours } from './decision-store.ts'
import { createFileStorage } from './file-storage.ts'
import { listPageNames, parsePageName, toPageName } from './file-name.ts'
import type { FileRedrawer, RedrawRefusalCode } from './redraw-file.ts'
import {
  type StoredFile,
  findFile,
  hasPaidByCard,
  listFiles,
  listUnfinished,
  markDeleting,
  reservePosition,
} from './store.ts'

export { createCheckWaiting as createCheckWaitingDocuments } from './check-waiting.ts'
export type { Decision, FileRedrawer, RedrawRefusalCode }

export type UploadInput = {
  readonly kind: DocumentKind
  readonly bytes: Buffer
  /** The file's name, to show it. */
  readonly title: string | null
  /** Sent after a refusal (spec: account 7, corrupted info). */
  readonly isResubmission: boolean
}

export type UploadRefusal = 'documents.nothing_refused' | 'documents.full' | RedrawRefusalCode

export type UploadedFile = { readonly name: string; readonly state: DocumentState }

export type DocumentsDeps = {
  readonly db: Db
  readonly seal: Seal
  readonly clock: Clock
  readonly blobs: BlobStores
  readonly newId: () => string
  readonly redrawer: FileRedrawer
  readonly mail: Pick<MailService, 'send'>
  /** Empty: mails have no links. */
  readonly publicUrl: string
  readonly publishUser: (userId: number) => Promise<void>
  readonly onError: (error: unknown) => void
}

const measuredMs = 10 * minuteMs
const measuredSinceMs = 90 * dayMs
/** Longer than any upload takes. */
const uploadTimeoutMs = 15 * minuteMs

export type DocumentsService = ReturnType<typeof createDocumentsService>

/**
 * Rows are inserted before their bytes, and deleted after them. A failure in between leaves nothing visible, and `cleanUp` removes the
 * rest.
 */
export function createDocumentsService(deps: DocumentsDeps) {
  const { db, clock, blobs, newId, redrawer, publishUser, onError } = deps
  const storage = createFileStorage(deps)

  const findKindState = async (userId: number, kind: DocumentKind) =>
    deriveKindState(kind, await listFiles(db, userId)).state

  /** Another kind or extension is another file. */
  const findPage = async (userId: number, name: string): Promise<{ file: StoredFile; page: number } | null> => {
    const parsed = parsePageName(name)
    const file = parsed && (await findFile(db, userId, parsed.id))
    return file && listPageNames(file).includes(name) ? { file, page: parsed.page } : null
  }

  /** A database failure gets the same message as a store failure. */
  const reserveOrThrow = async (file: Omit<StoredFile, 'state' | 'reason'>): Promise<boolean> => {
    try {
      return await reservePosition(db, file)
    } catch (error) {
      onError(error)
      throw new AppError('documents.not_stored', 503)
    }
  }

  return {
    listKinds: async (user: SessionUser): Promise<DocumentKindView[]> => {
      const [files, hasCard] = await Promise.all([listFiles(db, user.id), hasPaidByCard(db, user.id)])
      const required = getRequiredKinds(hasCard)
      return documentKinds.map((kind) => toKindView(kind, files, required.includes(kind)))
    },

    findKindStatus: async (userId: number, kind: DocumentKind) => {
      const current = deriveKindState(kind, await listFiles(db, userId))
      return { state: current.state, canSend: canSend(kind, current) }
    },

    /** @throws AppError 413, 415, 503 */
    uploadFile: async (
      user: SessionUser,
      { kind, bytes, title, isResubmission }: UploadInput,
    ): Promise<Result<UploadedFile, UploadRefusal>> => {
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
      if (!(await reserveOrThrow(file))) return refuse('documents.full')
      await storage.savePages(file, pages)
      await publishUser(user.id)
      return ok({ name: toPageName(file, 1), state: await findKindState(user.id, kind) })
    },

    /** @throws AppError 404, also for another user's file */
    removeFile: async (user: SessionUser, name: string): Promise<Result<DocumentState, 'documents.kept'>> => {
      const found = await findPage(user.id, name)
      if (found?.page !== 1) throw new AppError('errors.not_found')
      const { file } = found
      if (!canRemove(file.state) || !(await markDeleting(db, user.id, file.id))) return refuse('documents.kept')
      await storage.deleteBytesAndRow(file)
      await publishUser(user.id)
      return ok(await findKindState(user.id, file.kind))
    },

    /** A picture. Null also for another user's file. @throws AppError 409, 503 */
    readPage: async (user: SessionUser, name: string): Promise<Buffer | null> => {
      const found = await findPage(user.id, name)
      return found && storage.loadPage(found.file, found.page)
    },

    /** Can run on any server at any time. */
    cleanUp: async (): Promise<void> => {
      const uploadsBefore = new Date(clock.now().getTime() - uploadTimeoutMs)
      for (const file of await listUnfinished(db, uploadsBefore)) await storage.deleteBytesAndRow(file)
    },

    getCheckHours: createCheckHours(deps),

    operator: createDocumentDesk(deps, storage),

    close: redrawer.stop,
  }
}

/** Measured again after ten minutes: every page asks. */
function createCheckHours({ db, clock }: Pick<DocumentsDeps, 'db' | 'clock'>): () => Promise<number | null> {
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

function createDocumentDesk(deps: DocumentsDeps, storage: ReturnType<typeof createFileStorage>) {
  const { db, clock, publishUser } = deps
  const sendDecisionEmail = createDecisionEmails(deps)
  return {
    listPendingFiles: () => listPendingFiles(db),

    reseal: storage.reseal,

    /** The picture of each page. Null if the file is gone. Audited before it is shown. */
    viewFile: async ({ userId, id }: Pick<StoredFile, 'userId' | 'id'>, by: Operator): Promise<Buffer[] | null> => {
      const file = await findFile(db, userId, id)
      if (!file) return null
      const after = { kind: file.kind, file: id }
      await insertDocumentAudit(db, userId, { by, action: 'documents.view', before: null, after, at: clock.now() })
      return Promise.all(listPageNames(file).map((_name, index) => storage.loadPage(file, index + 1)))
    },

    /** False if a file no longer waits. */
    decideFiles: async (files: FilesToDecide, decision: Decision, by: Operator): Promise<boolean> => {
      const isDecided = await decideFiles(db, files, decision, by, clock.now(), (recipient, trx) =>
        sendDecisionEmail(recipient, files.kind, decision, trx),
      )
      if (isDecided) await publishUser(files.userId)
      return isDecided
    },
  }
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
