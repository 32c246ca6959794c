import { base64 } from '@scure/base'

import { isSignedBy, parseBase64, parseNote, type SignedNote, type VerifierKey } from './signed-note.ts'

/** The state of a log, as c2sp.org/tlog-checkpoint defines it. `origin` names the log. */
export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Uint8Array }

/** Formats the text of the note that the log signs. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64.encode(root)}\n`
}

/** Reads a checkpoint. Returns null if it is none. Lines after the third one are ignored, as the specification says. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = '', digits = '', encoded = '', ...others] = text.split('\n')
  const size = Number(digits)
  const root = parseBase64(encoded)
  const isWellFormed =
    origin !== '' && /^(?:0|[1-9]\d{0,15})$/.test(digits) && Number.isSafeInteger(size) && others.at(-1) === ''
  return isWellFormed && root?.length === 32 && !others.slice(0, -1).includes('') ? { origin, size, root } : null
}

export type OpenedCheckpoint = { readonly checkpoint: Checkpoint; readonly note: SignedNote }

/** Reads a checkpoint that the log has signed. Returns null if it is none, is of another log, or is not signed by this key. */
export function openCheckpoint(text: string, key: VerifierKey): OpenedCheckpoint | null {
  const note = parseNote(text)
  const checkpoint = note && parseCheckpoint(note.text)
  if (note === null || checkpoint === null || checkpoint.origin !== key.name || !isSignedBy(note, key)) return null
  return { checkpoint, note }
}
