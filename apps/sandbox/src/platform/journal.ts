import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The last line of a kind and key is current. */
export type JournalLine = {
  readonly kind: 'charge' | 'refund' | 'tombstone' | 'event' | 'mail' | 'chat' | 'chat_message' | 'chain' | 'payout'
  readonly key: string
  readonly value: unknown
}

/** An append-only file of records that survive a restart. */
export type Journal = {
  /** Appends a line. A line that cannot be written, e.g. on a full disk, waits for `flush`. Never throws. */
  readonly appendLine: (line: JournalLine) => void
  /** Writes the lines that wait. Returns whether everything is written. */
  readonly flush: () => boolean
  readonly readLines: () => JournalLine[]
  /** Deletes all lines. */
  readonly truncate: () => void
  readonly close: () => void
}

export type JournalOptions = {
  /** Writes a part of the bytes, and returns its length. */
  readonly write?: (handle: number, bytes: Buffer) => number
  /** Called with sentences for the operator. */
  readonly report?: (sentence: string) => void
}

const retryMs = 1000

/**
 * Opens a journal.
 * @param file null keeps nothing
 */
export function openJournal(file: string | null, options: JournalOptions = {}): Journal {
  if (file === null)
    return { appendLine: () => {}, flush: () => true, readLines: () => [], truncate: () => {}, close: () => {} }
  const { write = writeSync, report = (sentence) => void process.stderr.write(`${sentence}\n`) } = options
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const handle = openSync(file, 'a', 0o600)
  /** Bytes in their order. The first ones can be partly written. */
  const unwritten: Buffer[] = []
  let retryTimer: NodeJS.Timeout | undefined

  const flush = (): boolean => {
    try {
      for (let bytes = unwritten[0]; bytes !== undefined; bytes = unwritten[0]) {
        const length = write(handle, bytes)
        if (length < bytes.length) unwritten[0] = bytes.subarray(length)
        else unwritten.shift()
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      if (retryTimer === undefined)
        report(`The sandbox cannot write its journal ${file} (${code}), and answers no payments until it can.`)
      clearTimeout(retryTimer)
      retryTimer = setTimeout(flush, retryMs).unref()
      return false
    }
    if (retryTimer !== undefined) report('The sandbox writes its journal again.')
    clearTimeout(retryTimer)
    retryTimer = undefined
    return true
  }
  const append = (text: string) => {
    unwritten.push(Buffer.from(text))
    flush()
  }

  // This ends an incomplete line.
  if (!readFileSync(file, 'utf8').endsWith('\n')) append('\n')
  return {
    // Writing is synchronous, so that a killed process loses nothing.
    appendLine: (line) => append(`${JSON.stringify(line)}\n`),
    flush,
    readLines: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : []),
    truncate: () => {
      unwritten.length = 0
      ftruncateSync(handle)
    },
    close: () => {
      flush()
      clearTimeout(retryTimer)
      closeSync(handle)
    },
  }
}

/** Parses a line. Skips lines that were cut off by a crash: their callers got no reply. */
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
