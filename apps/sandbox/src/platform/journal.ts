import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** One line of the journal: a whole record under its kind and key; the last line of a key is how it stands. */
export type JournalLine = {
  readonly kind: 'charge' | 'refund' | 'tombstone' | 'event' | 'mail' | 'chat' | 'chat_message'
  readonly key: string
  readonly value: unknown
}

/** What must survive a restart, as lines in one file that only grows; without a file it is kept nowhere. */
export type Journal = {
  readonly appendLine: (line: JournalLine) => void
  readonly readLines: () => JournalLine[]
  /** Forgets everything. */
  readonly truncate: () => void
  readonly close: () => void
}

/** @param file null: nothing survives (tests) */
export function openJournal(file: string | null): Journal {
  if (file === null) return { appendLine: () => {}, readLines: () => [], truncate: () => {}, close: () => {} }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const handle = openSync(file, 'a', 0o600)
  // A line that broke off must not swallow the next one.
  if (!readFileSync(file, 'utf8').endsWith('\n')) writeSync(handle, '\n')
  return {
    // Handed to the system at once: a killed process loses nothing.
    appendLine: (line) => void writeSync(handle, `${JSON.stringify(line)}\n`),
    readLines: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : []),
    truncate: () => ftruncateSync(handle),
    close: () => closeSync(handle),
  }
}

/** A line cut off by a crash is passed over: its caller never got an answer either. */
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
