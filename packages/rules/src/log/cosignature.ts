import { findSignatures, isSigned, type NoteSignature, type SignedNote, type VerifierKey } from './signed-note.ts'

/**
 * Formats what a witness signs at a time: that this is the largest state of the log that it has seen, and that it continues all earlier
 * ones.
 */
export function formatCosignedText(text: string, seconds: number): string {
  return `cosignature/v1\ntime ${seconds}\n${text}`
}

const timeBytes = 8

/** Returns when a witness has cosigned a note, in ms since 1970. Null: it has not. */
export function findCosignedTime({ text, signatures }: SignedNote, key: VerifierKey): number | null {
  const times = findSignatures(signatures, key).map((signature) => verifyCosignature(text, signature, key))
  return times.find((time) => time !== null) ?? null
}

function verifyCosignature(text: string, { signature }: NoteSignature, key: VerifierKey): number | null {
  if (signature.length !== timeBytes + 64) return null
  const seconds = Number(new DataView(signature.buffer, signature.byteOffset, timeBytes).getBigUint64(0))
  if (!Number.isSafeInteger(seconds * 1000)) return null
  return isSigned(formatCosignedText(text, seconds), signature.subarray(timeBytes), key) ? seconds * 1000 : null
}
