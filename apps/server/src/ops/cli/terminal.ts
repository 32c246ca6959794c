import { fromMinor } from '@tradefront/rules/ledger/money'

/** Where a command writes and asks. */
export type Terminal = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Null when nobody sits there. */
  readonly prompt: ((question: string) => Promise<string>) | null
  /** Account of the machine. */
  readonly osUser: string
}

export type Cell = string | number | null

/** Rows under a head line, in columns as wide as they need; numbers stand to the right. One sentence when there are none. */
export function formatTable(head: readonly string[], rows: readonly (readonly Cell[])[], emptyMessage: string): string {
  if (rows.length === 0) return `${emptyMessage}\n`
  const cells = rows.map((row) => row.map(escapeControlCharacters))
  const widths = head.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = head.map((_, column) => rows.every((row) => row[column] === null || typeof row[column] === 'number'))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        isNumber[column] === true ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n').concat('\n')
}

/** Names and values, one a line. */
export function formatFields(pairs: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${escapeControlCharacters(value)}\n`).join('')
}

/** `1234.50 USD` */
export function formatMoney(minor: number, currency: string): string {
  return `${fromMinor(minor, currency).toFixed(2)} ${currency}`
}

/** `2026-11-21 07:05:09`, UTC. */
export function formatTime(at: Date | number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** The reference that a trader sees on the receipt. */
export function formatShortId(depositId: string): string {
  return depositId.slice(-12).toUpperCase()
}

/** What came from elsewhere must not steer the terminal. */
function escapeControlCharacters(cell: Cell): string {
  return cell === null ? '' : String(cell).replaceAll(/\p{C}/gu, '?')
}
