import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The last line of a kind and key is current. */
export type JournalLine = {
  readonly kind: 'charge' | 'refund' | 'tombstone' | 'event' | 'mail' | 'chat' | 'chat_message'
  readonly key: string
  readonly value: unknown
}

/** Append-only file of records that survive a restart. */
export type Journal = {
  readonly appendLine: (line: JournalLine) => void
  readonly readLines: () => JournalLine[]
  /** Deletes all lines. */
  readonly truncate: () => void
  readonly close: () => void
}

/** @param file null keeps nothing */
export function openJournal(file: string | null): Journal {
  if (file === null) return { appendLine: () => {}, readLines: () => [], truncate: () => {}, close: () => {} }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const handle = openSync(file, 'a', 0o600)
  // Ends an incomplete line.
  if (!readFileSync(file, 'utf8').endsWith('\n')) writeSync(handle, '\n')
  return {
    // Synchronous, so that a killed process loses nothing.
    appendLine: (line) => void writeSync(handle, `${JSON.stringify(line)}\n`),
    readLines: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : []),
    truncate: () => ftruncateSync(handle),
    close: () => closeSync(handle),
  }
}

/** Skips lines cut off by a crash: their callers got no reply. */
function parseLine(line: string): JournalLine[] {
  try {
    const parsed: unknown = JSON.parse(line)
    return isLine(parsed) ? [parsed] : []
  } catch {
    return []
  }
}

function isLine(value: unknown): value is JournalLine {
  return typeof value === 'object' && value !== null && 'kind' in value && 'key' in value && 'value' in value
}
