import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

import type { LogEntry } from './log-entry.ts'
import { areEqual } from './merkle-tree.ts'

/** A part of the audit trail, as `npm run ops -- audit-seals` prints it. Hashes are in hex. */
export type AuditFile = {
  /** Hash of the seal before the first one. The very first seal follows 32 zeros. */
  readonly previous: string
  /** Seals by number, without gaps, at least one. `text` is what the hash is about: its lines are number, time, salt and entry. */
  readonly seals: readonly { readonly number: number; readonly text: string; readonly hash: string }[]
}

export type AuditReport = {
  readonly checks: number
  readonly problems: readonly { readonly problem: 'seal_differs' | 'head_differs'; readonly number: number }[]
  /** Number of seals after the last one in the log: they could still be replaced by others. */
  readonly unlogged: number
  /** Number of the last seal in the log. If it is higher, the seals between it and the last one of the file are missing there. */
  readonly lastLogged: number
}

/** Returns SHA-256 over the previous hash and the text, so that a seal depends on all that were made before it. */
export function hashSeal(previous: Uint8Array, text: string): Uint8Array {
  return sha256.create().update(previous).update(utf8ToBytes(text)).digest()
}

/** Checks that each seal follows from the one before it, and that seals in the public log are the same. */
export function checkAuditFile(entries: readonly LogEntry[], { previous, seals }: AuditFile): AuditReport {
  const problems: AuditReport['problems'][number][] = []
  const firstNumber = seals[0]?.number ?? 0
  const hashes = new Map([[firstNumber - 1, previous]])
  let last: Uint8Array = hexToBytes(previous)
  for (const [index, { number, text, hash }] of seals.entries()) {
    const expected = hashSeal(last, text)
    const isRight =
      number === firstNumber + index && text.startsWith(`${number}\n`) && areEqual(expected, hexToBytes(hash))
    if (!isRight) problems.push({ problem: 'seal_differs', number })
    hashes.set(number, hash)
    last = expected
  }
  const heads = entries.filter((entry) => entry.kind === 'audit').filter(({ number }) => hashes.has(number))
  for (const { number, hash } of heads)
    if (hashes.get(number) !== hash) problems.push({ problem: 'head_differs', number })
  const lastNumber = firstNumber + seals.length - 1
  const lastInFile = Math.max(firstNumber - 1, ...heads.map(({ number }) => number))
  const lastLogged = entries.findLast((entry) => entry.kind === 'audit')?.number ?? 0
  return {
    checks: seals.length + heads.length,
    problems,
    unlogged: lastNumber - lastInFile,
    lastLogged,
  }
}

export function isAuditFile(value: unknown): value is AuditFile {
  const { previous, seals } = (value ?? {}) as Partial<AuditFile>
  const isHash = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
  return (
    isHash(previous) &&
    Array.isArray(seals) &&
    seals.length > 0 &&
    seals.every((seal: Partial<AuditFile['seals'][number]> | null) =>
      Boolean(seal && Number.isSafeInteger(seal.number) && typeof seal.text === 'string' && isHash(seal.hash)),
    )
  )
}
