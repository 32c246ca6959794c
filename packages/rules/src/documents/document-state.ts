import { type DocumentKind, documentKinds, maxPendingFiles, type RefusalReason } from './document-kinds.ts'

export type FileState = 'sent' | 'approved' | 'refused'

/** State as in the user record. */
export type DocumentState = 'none' | FileState

export type Verification = 'None' | 'Partial' | 'Full'

/** `reason` is set if it was rejected. */
export type DocumentFile = {
  readonly kind: DocumentKind
  readonly state: FileState
  readonly reason?: RefusalReason | null
}

/** State of a kind. It stays accepted while a newer file waits, and after that is rejected. */
export type KindState = {
  readonly state: DocumentState
  /** Number of files that wait for review. */
  readonly waiting: number
  /** Null while a newer file waits. */
  readonly reason: RefusalReason | null
  /** True if a file was ever rejected: the corrupted-info variant accepts a new file. */
  readonly isRefused: boolean
}

/**
 * Derives the state of a kind from its files.
 * @param files oldest first
 */
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

/** Returns true if another file can be sent. The button and the server use it. */
export function canSend(kind: DocumentKind, { waiting }: Pick<KindState, 'waiting'>): boolean {
  return waiting < maxPendingFiles[kind]
}

/** Returns true for a file that can be removed. Accepted files are kept. */
export function canRemove(state: FileState): boolean {
  return state !== 'approved'
}

export function getRequiredKinds(hasCard: boolean): readonly DocumentKind[] {
  return documentKinds.filter((kind) => kind !== 'card' || hasCard)
}

/** `Full` means verified (spec: funding 3). */
export function getVerificationLevel(approved: ReadonlySet<DocumentKind>, hasCard: boolean): Verification {
  if (getRequiredKinds(hasCard).every((kind) => approved.has(kind))) return 'Full'
  return approved.size > 0 ? 'Partial' : 'None'
}
