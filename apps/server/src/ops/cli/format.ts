import { fromMinor } from '@tradefront/rules/ledger/money'

export type Cell = string | number | null

/** Formats a table. Numbers are aligned right. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  emptyMessage: string,
): string {
  if (rows.length === 0) return `${emptyMessage}\n`
  const cells = rows.map((row) => row.map(escapeControlCharacters))
  const widths = header.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = header.map((_, column) =>
    rows.every((row) => row[column] === null || typeof row[column] === 'number'),
  )
  const formatLine = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [formatLine(header), formatLine(widths.map((width) => '-'.repeat(width))), ...cells.map(formatLine)]
    .join('\n')
    .concat('\n')
}

/** Formats names and values, one per line. */
export function formatFields(pairs: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${escapeControlCharacters(value)}\n`).join('')
}

/** Formats an amount, e.g. `1234.50 USD`. */
export function formatMoney(minor: number, currency: string): string {
  return `${fromMinor(minor, currency).toFixed(2)} ${currency}`
}

/** Formats a time in UTC, e.g. `2026-11-21 07:05:09`. */
export function formatTime(at: Date | number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** Formats data as JSON, with escapes for control characters: text from outside must not control the terminal. */
export function formatJson(data: unknown): string {
  const escape = (character: string) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join('')
  return `${JSON.stringify(data, null, 2).replaceAll(/(?!\n)[\p{C}\u2028\u2029]/gu, escape)}\n`
}

/** Replaces control characters: text from outside must not control the terminal. */
function escapeControlCharacters(cell: Cell): string {
  return cell === null ? '' : String(cell).replaceAll(/\p{C}/gu, '?')
}
