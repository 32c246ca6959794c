import { type DocumentKind, documentKinds, maxPendingFiles, type RefusalReason } from './limits.ts'

/** How a file stands: waits to be looked at, accepted, refused. */
export type FileState = 'sent' | 'approved' | 'refused'

/** How a kind of document stands (`none`: nothing there); what the user record carries. */
export type DocumentState = 'none' | FileState

export type Verification = 'None' | 'Partial' | 'Full'

/** What the rules need to know of a file. `reason` is set for a refused one. */
export type DocumentFile = {
  readonly kind: DocumentKind
  readonly state: FileState
  readonly reason?: RefusalReason | null
}

/** How one kind stands, by its files. What was accepted stays so while a newer one waits or after that is refused. */
export type KindState = {
  readonly state: DocumentState
  /** Files that wait to be looked at. */
  readonly waiting: number
  /** Why the last files were refused, while nothing newer waits. */
  readonly reason: RefusalReason | null
  /** Whether the corrupted-info variant takes a file: something sent before was refused. */
  readonly isRefused: boolean
}

/** How a kind stands, by all files of the trader; `files` oldest first. */
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

/** Whether one more file of a kind can be sent: the button and the server ask this. */
export function canSend(kind: DocumentKind, { waiting }: Pick<KindState, 'waiting'>): boolean {
  return waiting < maxPendingFiles[kind]
}

/** Whether the trader may take a file back. What was accepted is kept. */
export function canRemove(state: FileState): boolean {
  return state !== 'approved'
}

/** What verification asks for: who one is and the signature, and the card where one is saved to be charged. */
export function getRequiredKinds(hasCard: boolean): readonly DocumentKind[] {
  return documentKinds.filter((kind) => kind !== 'card' || hasCard)
}

/** How far verification has come, by the kinds that were accepted. `Full` means verified (spec: funding 3). */
export function getVerificationLevel(approved: ReadonlySet<DocumentKind>, hasCard: boolean): Verification {
  if (getRequiredKinds(hasCard).every((kind) => approved.has(kind))) return 'Full'
  return approved.size > 0 ? 'Partial' : 'None'
}
