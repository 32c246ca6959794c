import { type FileType, fileTypeOf } from '@tradefront/rules/documents/file-type'
import { type DocumentKind, documentKinds, filesAtOnce, maxFileBytes } from '@tradefront/rules/documents/limits'
import { canRemove, canSend, type DocumentState, kindState, requiredKinds } from '@tradefront/rules/documents/document-state'
import type { DocumentKindView } from '@tradefront/contract/documents'
import type { TextKey } from '@tradefront/texts/keys'

import type { Operator } from '../../platform/audit.ts'
import type { BlobStoreName, Blobs } from '../../platform/storage/blob-store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { MailService } from '../mail/service.ts'
import { type Cleaned, cleanPhoto, cleanSign } from './sanitize-image.ts'
import { createDocumentLetters } from './decision-emails.ts'
import { idOf, nameOf } from './file-name.ts'
import { inspectPdf } from './inspect-pdf.ts'
import { createDocumentsStore, type Decision, type StoredFile, type Unsettled } from './store.ts'

export type { Decision, StoredFile }

/** What a trader sends. `again`: by the corrupted-info variant, after a refusal. */
export type Sent = { readonly kind: DocumentKind; readonly bytes: Buffer; readonly again: boolean }

/** What became of it; `no` is a text key for the trader, with nothing stored. */
export type SentOutcome =
  | { readonly name: string; readonly state: DocumentState; readonly no: null }
  | { readonly no: TextKey }

export type DocumentsDeps = {
  readonly db: Db
  readonly seal: Seal
  readonly clock: Clock
  readonly blobs: Blobs
  readonly newId: () => string
  readonly mail: Pick<MailService, 'send'>
  /** Where letters lead to; empty: nowhere. */
  readonly publicUrl: string
  /** Tells the trader's open pages that their record has changed. */
  readonly tell: (userId: number) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Longer than any upload takes: what is still arriving after this will not come any more. */
const arrivalMs = 15 * 60_000

export type DocumentsService = ReturnType<typeof createDocumentsService>

/**
 * The documents of traders. A row is written before the bytes are stored and counts once they are, and goes the other way
 * round when it is removed: whatever fails in between leaves nothing that anyone sees, and `tidy` ends it.
 */
export function createDocumentsService(deps: DocumentsDeps) {
  const { db, seal, clock, blobs, newId, tell, onError } = deps
  const store = createDocumentsStore(db)
  const writeTo = createDocumentLetters(deps)

  const blobsOf = (name: BlobStoreName) => {
    const found = blobs.of(name)
    if (!found) throw new AppError('documents.not_stored', 503)
    return found
  }
  /** Removes the bytes, then the row; an error is told and leaves it to `tidy`. */
  const finishRemoval = async ({ id, store: name }: Unsettled): Promise<void> => {
    try {
      await blobsOf(name).remove(keyOf(id))
      await store.drop(id)
    } catch (error) {
      onError(error)
    }
  }
  const put = async (file: Omit<StoredFile, 'state' | 'reason'>, bytes: Buffer): Promise<void> => {
    try {
      await blobs.primary.put(keyOf(file.id), seal.sealBytes(bytes, contextOf(file)))
      if (!(await store.settle(file.id))) throw new Error('a document was stored after its time')
    } catch (error) {
      onError(error)
      await store.giveUp(file.id).catch(onError)
      await finishRemoval(file)
      throw new AppError('documents.not_stored', 503)
    }
  }
  const stateOf = async (userId: number, kind: DocumentKind) => kindState(kind, await store.list(userId)).state
  /** @throws AppError `away` while its store does not answer, `lost` for bytes that are gone or of a key that is not ours */
  const read = async (file: StoredFile): Promise<Buffer> => {
    const failAs = (code: 'documents.away' | 'documents.lost', status: number) => (error: unknown) => {
      onError(error)
      throw new AppError(code, status)
    }
    const store = blobs.of(file.store)
    if (!store) throw new AppError('documents.away', 503)
    const sealed = await store.get(keyOf(file.id)).catch(failAs('documents.away', 503))
    if (!sealed) throw new AppError('documents.lost', 409)
    try {
      return seal.openBytes(sealed, contextOf(file))
    } catch (error) {
      return failAs('documents.lost', 409)(error)
    }
  }

  return {
    /** Every kind as the trader sees it. */
    list: async (user: SessionUser): Promise<DocumentKindView[]> => {
      const [files, hasCard] = await Promise.all([store.list(user.id), store.hasCard(user.id)])
      const required = requiredKinds(hasCard)
      return documentKinds.map((kind) => viewOf(kind, files, required.includes(kind)))
    },

    /** How one kind stands, and whether a file of it can be sent. */
    standing: async (userId: number, kind: DocumentKind) => {
      const standing = kindState(kind, await store.list(userId))
      return { state: standing.state, canSend: canSend(kind, standing) }
    },

    /** Cleans what was sent, stores it sealed, and tells where it is. @throws AppError 415, 413, 503 */
    send: async (user: SessionUser, { kind, bytes, again }: Sent): Promise<SentOutcome> => {
      const before = kindState(kind, await store.list(user.id))
      if (again && !before.isRefused) return { no: 'documents.nothing_refused' }
      if (!canSend(kind, before)) return { no: 'documents.full' }
      const cleaned = await cleanFile(kind, bytes)
      if ('no' in cleaned) return cleaned
      const file = {
        id: newId(),
        userId: user.id,
        kind,
        type: cleaned.type,
        bytes: cleaned.bytes.length,
        store: blobs.primary.name,
        sentAt: clock.now(),
      }
      if (!(await arriveOrFail(() => store.arrive(file)))) return { no: 'documents.full' }
      await put(file, cleaned.bytes)
      await tell(user.id)
      return { name: nameOf(file), state: await stateOf(user.id, kind), no: null }
    },

    /** Takes a file back. @throws AppError 404 for what is not there or not theirs */
    remove: async (user: SessionUser, name: string): Promise<{ state: DocumentState } | { no: TextKey }> => {
      const file = await findByName(user.id, name)
      if (!file) throw new AppError('errors.not_found')
      if (!canRemove(file.state) || !(await store.leave(user.id, file.id))) return { no: 'documents.kept' }
      await finishRemoval(file)
      await tell(user.id)
      return { state: await stateOf(user.id, file.kind) }
    },

    /** A file of this trader, whole; null for what is not there or not theirs. @throws AppError 409, 503 */
    open: async (user: SessionUser, name: string): Promise<{ type: FileType; bytes: Buffer } | null> => {
      const file = await findByName(user.id, name)
      return file && { type: file.type, bytes: await read(file) }
    },

    /** Ends what was left half done by a crash or a store that failed. Any copy of the server may do it at any time. */
    tidy: async (): Promise<void> => {
      for (const file of await store.unsettled(new Date(clock.now().getTime() - arrivalMs))) await finishRemoval(file)
    },

    /** For operators: what waits, what is in a file, and the decision. */
    operator: {
      waiting: store.waiting,
      /** Null when it is gone. That it was looked at is written down first. */
      read: async ({ userId, id }: Pick<StoredFile, 'userId' | 'id'>, by: Operator): Promise<Buffer | null> => {
        const file = await store.find(userId, id)
        if (!file) return null
        await store.noteView(file, by, clock.now())
        return read(file)
      },
      decide: async (
        file: Pick<StoredFile, 'userId' | 'kind'>,
        ids: readonly string[],
        decision: Decision,
        by: Operator,
      ): Promise<boolean> => {
        const done = await store.decide(file, ids, decision, by, clock.now(), (told, on) =>
          writeTo(told, file.kind, decision, on),
        )
        if (done) await tell(file.userId)
        return done
      },
    },
  }

  /** A name is believed only whole: another ending or kind is another name. */
  async function findByName(userId: number, name: string): Promise<StoredFile | null> {
    const id = idOf(name)
    const file = id === null ? null : await store.find(userId, id)
    return file && nameOf(file) === name ? file : null
  }
  /** A database that cannot take a row says the same as a store that cannot take the bytes. */
  async function arriveOrFail(arrive: () => Promise<boolean>): Promise<boolean> {
    try {
      return await arrive()
    } catch (error) {
      onError(error)
      throw new AppError('documents.not_stored', 503)
    }
  }
}

function keyOf(id: string): string {
  return `documents/${id}`
}

/** A sealed file opens only as this document of this trader. */
function contextOf({ id, userId }: Pick<StoredFile, 'id' | 'userId'>): string {
  return `document:${userId}:${id}`
}

function viewOf(kind: DocumentKind, all: readonly StoredFile[], required: boolean): DocumentKindView {
  const standing = kindState(kind, all)
  const shown = all.filter((file) => file.kind === kind && (file.state !== 'refused' || standing.waiting === 0))
  return {
    kind,
    state: standing.state,
    required,
    can_send: canSend(kind, standing),
    max: filesAtOnce[kind],
    reason: standing.reason,
    files: shown.toReversed().map((file) => ({
      name: nameOf(file),
      type: file.type,
      size: file.bytes,
      state: file.state,
      sent_at: file.sentAt.getTime(),
      can_remove: canRemove(file.state),
    })),
  }
}

const refusals = {
  unreadable: 'documents.unreadable',
  empty: 'documents.sign_empty',
  active: 'documents.pdf_active',
  locked: 'documents.pdf_locked',
} as const

async function cleanFile(
  kind: DocumentKind,
  bytes: Buffer,
): Promise<{ type: FileType; bytes: Buffer } | { no: TextKey }> {
  const type = fileTypeOf(bytes)
  if (type === null || (kind === 'sign' && type !== 'image/png')) throw new AppError('documents.wrong_type', 415)
  if (type === 'application/pdf') {
    const found = await inspectPdf(bytes)
    return found.kind === 'clean' ? { type, bytes: found.bytes } : { no: refusals[found.kind] }
  }
  const cleaned: Cleaned = await (kind === 'sign' ? cleanSign(bytes) : cleanPhoto(bytes))
  if (cleaned.kind === 'too_many_pixels') throw new AppError('documents.too_many_pixels', 413)
  if (cleaned.kind !== 'clean') return { no: refusals[cleaned.kind] }
  if (cleaned.bytes.length > 2 * maxFileBytes) throw new AppError('documents.too_large', 413, { mb: 10 })
  return cleaned
}
