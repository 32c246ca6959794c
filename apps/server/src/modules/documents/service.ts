import { type FileType, detectFileType } from '@tradefront/rules/documents/file-type'
import { type DocumentKind, documentKinds, maxPendingFiles, maxFileBytes } from '@tradefront/rules/documents/limits'
import {
  canRemove,
  canSend,
  type DocumentState,
  deriveKindState,
  getRequiredKinds,
} from '@tradefront/rules/documents/document-state'
import type { DocumentKindView } from '@tradefront/contract/documents'
import type { TextKey } from '@tradefront/texts/keys'

import type { Operator } from '../../platform/audit.ts'
import type { BlobStoreName, BlobStores } from '../../platform/storage/blob-store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { MailService } from '../mail/service.ts'
import { type SanitizedImage, sanitizePhoto, sanitizeSignature } from './sanitize-image.ts'
import { createDecisionEmails } from './decision-emails.ts'
import { parseDocumentId, toFileName } from './file-name.ts'
import { inspectPdf } from './inspect-pdf.ts'
import { createDocumentsStore, type Decision, type StoredFile, type UnfinishedFile } from './store.ts'

export type { Decision, StoredFile }

/** What a trader sends. `isResubmission`: by the corrupted-info variant, after a refusal. */
export type UploadInput = { readonly kind: DocumentKind; readonly bytes: Buffer; readonly isResubmission: boolean }

/** What became of it; `rejection` is a text key for the trader, with nothing stored. */
export type UploadResult =
  | { readonly name: string; readonly state: DocumentState; readonly rejection: null }
  | { readonly rejection: TextKey }

export type DocumentsDeps = {
  readonly db: Db
  readonly seal: Seal
  readonly clock: Clock
  readonly blobs: BlobStores
  readonly newId: () => string
  readonly mail: Pick<MailService, 'send'>
  /** Where letters lead to; empty: nowhere. */
  readonly publicUrl: string
  /** Tells the trader's open pages that their record has changed. */
  readonly notifyUser: (userId: number) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Longer than any upload takes: what is still arriving after this will not come any more. */
const uploadTimeoutMs = 15 * 60_000

export type DocumentsService = ReturnType<typeof createDocumentsService>

/**
 * The documents of traders. A row is written before the bytes are stored and counts once they are, and goes the other way
 * round when it is removed: whatever fails in between leaves nothing that anyone sees, and `cleanUp` ends it.
 */
export function createDocumentsService(deps: DocumentsDeps) {
  const { db, seal, clock, blobs, newId, notifyUser: tell, onError } = deps
  const store = createDocumentsStore(db)
  const sendDecisionEmail = createDecisionEmails(deps)

  const requireBlobStore = (name: BlobStoreName) => {
    const blobStore = blobs.findStore(name)
    if (!blobStore) throw new AppError('documents.not_stored', 503)
    return blobStore
  }
  /** Removes the bytes, then the row; an error is told and leaves it to `cleanUp`. */
  const deleteBlobAndRow = async ({ id, store: name }: UnfinishedFile): Promise<void> => {
    try {
      await requireBlobStore(name).remove(toBlobKey(id))
      await store.deleteFile(id)
    } catch (error) {
      onError(error)
    }
  }
  const storeFile = async (file: Omit<StoredFile, 'state' | 'reason'>, bytes: Buffer): Promise<void> => {
    try {
      await blobs.primary.put(toBlobKey(file.id), seal.sealBytes(bytes, toSealContext(file)))
      if (!(await store.confirmUpload(file.id))) throw new Error('a document was stored after its time')
    } catch (error) {
      onError(error)
      await store.abortUpload(file.id).catch(onError)
      await deleteBlobAndRow(file)
      throw new AppError('documents.not_stored', 503)
    }
  }
  const findKindState = async (userId: number, kind: DocumentKind) =>
    deriveKindState(kind, await store.listFiles(userId)).state
  /** @throws AppError `away` while its store does not answer, `lost` for bytes that are gone or of a key that is not ours */
  const loadBytes = async (file: StoredFile): Promise<Buffer> => {
    const failWith = (code: 'documents.away' | 'documents.lost', status: number) => (error: unknown) => {
      onError(error)
      throw new AppError(code, status)
    }
    const store = blobs.findStore(file.store)
    if (!store) throw new AppError('documents.away', 503)
    const sealed = await store.get(toBlobKey(file.id)).catch(failWith('documents.away', 503))
    if (!sealed) throw new AppError('documents.lost', 409)
    try {
      return seal.openBytes(sealed, toSealContext(file))
    } catch (error) {
      return failWith('documents.lost', 409)(error)
    }
  }

  return {
    /** Every kind as the trader sees it. */
    listKinds: async (user: SessionUser): Promise<DocumentKindView[]> => {
      const [files, hasCard] = await Promise.all([store.listFiles(user.id), store.hasCard(user.id)])
      const required = getRequiredKinds(hasCard)
      return documentKinds.map((kind) => toKindView(kind, files, required.includes(kind)))
    },

    /** How one kind stands, and whether a file of it can be sent. */
    findKindStatus: async (userId: number, kind: DocumentKind) => {
      const current = deriveKindState(kind, await store.listFiles(userId))
      return { state: current.state, canSend: canSend(kind, current) }
    },

    /** Cleans what was sent, stores it sealed, and tells where it is. @throws AppError 415, 413, 503 */
    uploadFile: async (
      user: SessionUser,
      { kind, bytes, isResubmission: again }: UploadInput,
    ): Promise<UploadResult> => {
      const before = deriveKindState(kind, await store.listFiles(user.id))
      if (again && !before.isRefused) return { rejection: 'documents.nothing_refused' }
      if (!canSend(kind, before)) return { rejection: 'documents.full' }
      const sanitized = await sanitizeFile(kind, bytes)
      if ('rejection' in sanitized) return sanitized
      const file = {
        id: newId(),
        userId: user.id,
        kind,
        type: sanitized.type,
        bytes: sanitized.bytes.length,
        store: blobs.primary.name,
        sentAt: clock.now(),
      }
      if (!(await reserveOrFail(() => store.reserveSlot(file)))) return { rejection: 'documents.full' }
      await storeFile(file, sanitized.bytes)
      await tell(user.id)
      return { name: toFileName(file), state: await findKindState(user.id, kind), rejection: null }
    },

    /** Takes a file back. @throws AppError 404 for what is not there or not theirs */
    removeFile: async (user: SessionUser, name: string): Promise<{ state: DocumentState } | { rejection: TextKey }> => {
      const file = await findByName(user.id, name)
      if (!file) throw new AppError('errors.not_found')
      if (!canRemove(file.state) || !(await store.markDeleting(user.id, file.id)))
        return { rejection: 'documents.kept' }
      await deleteBlobAndRow(file)
      await tell(user.id)
      return { state: await findKindState(user.id, file.kind) }
    },

    /** A file of this trader, whole; null for what is not there or not theirs. @throws AppError 409, 503 */
    readFile: async (user: SessionUser, name: string): Promise<{ type: FileType; bytes: Buffer } | null> => {
      const file = await findByName(user.id, name)
      return file && { type: file.type, bytes: await loadBytes(file) }
    },

    /** Ends what was left half done by a crash or a store that failed. Any copy of the server may do it at any time. */
    cleanUp: async (): Promise<void> => {
      for (const file of await store.listUnfinished(new Date(clock.now().getTime() - uploadTimeoutMs)))
        await deleteBlobAndRow(file)
    },

    /** For operators: what waits, what is in a file, and the decision. */
    operator: {
      listPending: store.listPending,
      /** Null when it is gone. That it was looked at is written down first. */
      viewFile: async ({ userId, id }: Pick<StoredFile, 'userId' | 'id'>, by: Operator): Promise<Buffer | null> => {
        const file = await store.findFile(userId, id)
        if (!file) return null
        await store.insertViewAudit(file, by, clock.now())
        return loadBytes(file)
      },
      decideFiles: async (
        file: Pick<StoredFile, 'userId' | 'kind'>,
        ids: readonly string[],
        decision: Decision,
        by: Operator,
      ): Promise<boolean> => {
        const isDecided = await store.decideFiles(file, ids, decision, by, clock.now(), (recipient, on) =>
          sendDecisionEmail(recipient, file.kind, decision, on),
        )
        if (isDecided) await tell(file.userId)
        return isDecided
      },
    },
  }

  /** A name is believed only whole: another ending or kind is another name. */
  async function findByName(userId: number, name: string): Promise<StoredFile | null> {
    const id = parseDocumentId(name)
    const file = id === null ? null : await store.findFile(userId, id)
    return file && toFileName(file) === name ? file : null
  }
  /** A database that cannot take a row says the same as a store that cannot take the bytes. */
  async function reserveOrFail(reserve: () => Promise<boolean>): Promise<boolean> {
    try {
      return await reserve()
    } catch (error) {
      onError(error)
      throw new AppError('documents.not_stored', 503)
    }
  }
}

function toBlobKey(id: string): string {
  return `documents/${id}`
}

/** A sealed file opens only as this document of this trader. */
function toSealContext({ id, userId }: Pick<StoredFile, 'id' | 'userId'>): string {
  return `document:${userId}:${id}`
}

function toKindView(kind: DocumentKind, all: readonly StoredFile[], required: boolean): DocumentKindView {
  const current = deriveKindState(kind, all)
  const visibleFiles = all.filter((file) => file.kind === kind && (file.state !== 'refused' || current.waiting === 0))
  return {
    kind,
    state: current.state,
    required,
    can_send: canSend(kind, current),
    max: maxPendingFiles[kind],
    reason: current.reason,
    files: visibleFiles.toReversed().map((file) => ({
      name: toFileName(file),
      type: file.type,
      size: file.bytes,
      state: file.state,
      sent_at: file.sentAt.getTime(),
      can_remove: canRemove(file.state),
    })),
  }
}

const rejectionKeys = {
  unreadable: 'documents.unreadable',
  empty: 'documents.sign_empty',
  active: 'documents.pdf_active',
  locked: 'documents.pdf_locked',
} as const

async function sanitizeFile(
  kind: DocumentKind,
  bytes: Buffer,
): Promise<{ type: FileType; bytes: Buffer } | { rejection: TextKey }> {
  const type = detectFileType(bytes)
  if (type === null || (kind === 'sign' && type !== 'image/png')) throw new AppError('documents.wrong_type', 415)
  if (type === 'application/pdf') {
    const inspection = await inspectPdf(bytes)
    return inspection.kind === 'clean'
      ? { type, bytes: inspection.bytes }
      : { rejection: rejectionKeys[inspection.kind] }
  }
  const sanitized: SanitizedImage = await (kind === 'sign' ? sanitizeSignature(bytes) : sanitizePhoto(bytes))
  if (sanitized.kind === 'too_many_pixels') throw new AppError('documents.too_many_pixels', 413)
  if (sanitized.kind !== 'clean') return { rejection: rejectionKeys[sanitized.kind] }
  if (sanitized.bytes.length > 2 * maxFileBytes) throw new AppError('documents.too_large', 413, { mb: 10 })
  return sanitized
}
