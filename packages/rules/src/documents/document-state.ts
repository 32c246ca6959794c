import { type DocumentKind, documentKinds, maxPendingFiles, type RefusalReason } from './limits.ts'

/** State of a file: waiting for review, accepted, rejected. */
export type FileState = 'sent' | 'approved' | 'refused'

/** State of a kind of document as in the user record. */
export type DocumentState = 'none' | FileState

export type Verification = 'None' | 'Partial' | 'Full'

/** The part of a file that the rules need. `reason` is set if it was rejected. */
export type DocumentFile = {
  readonly kind: DocumentKind
  readonly state: FileState
  readonly reason?: RefusalReason | null
}

/** State of one kind. An accepted kind stays accepted while a newer file waits and after it is rejected. */
export type KindState = {
  readonly state: DocumentState
  /** Number of files waiting for review. */
  readonly waiting: number
  /** Why the last file was rejected; null while a newer one waits. */
  readonly reason: RefusalReason | null
  /** Whether a file of this kind was ever rejected, so that the corrupted-info variant accepts a new one. */
  readonly isRefused: boolean
}

/** @param files all files of the trader, oldest first */
export function deriveKindState(kind: DocumentKind, files: readonly DocumentFile[]): KindState {
  const kindFiles = files.filter((file) => file.kind === kind)
  const has = (state: FileState) => kindFiles.some((file) => file.state === state)
  const waiting = kindFiles.filter(({ state }) => state === 'sent').length
  const refused = kindFiles.findLast(({ state }) => state === 'refused')
  return {
    state: has('approved') ? 'approved' : waiting > 0 ? 'sent' : refused ? 'refused' : 'none',
    waiting,
    reason: waiting === 0 ? (refused?.reason ?? null) : null,
    isRefused: refused !== undefined,
  }
}

/** Whether another file of a kind can be sent. Used by the button and the server. */
export function canSend(kind: DocumentKind, { waiting }: Pick<KindState, 'waiting'>): boolean {
  return waiting < maxPendingFiles[kind]
}

/** Whether the trader can remove a file. Accepted files are kept. */
export function canRemove(state: FileState): boolean {
  return state !== 'approved'
}

/** Kinds that verification needs: identity, signature, and the card if one is saved. */
export function getRequiredKinds(hasCard: boolean): readonly DocumentKind[] {
  return documentKinds.filter((kind) => kind !== 'card' || hasCard)
}

/** Verification level for the accepted kinds. `Full` means verified (spec: funding 3). */
export function getVerificationLevel(approved: ReadonlySet<DocumentKind>, hasCard: boolean): Verification {
  if (getRequiredKinds(hasCard).every((kind) => approved.has(kind))) return 'Full'
  return approved.size > 0 ? 'Partial' : 'None'
}
