import { fromMinor } from '@tradefront/rules/ledger/money'

export type Cell = string | number | null

/** Numbers are aligned right. */
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

/** `1234.50 USD` */
export function formatMoney(minor: number, currency: string): string {
  return `${fromMinor(minor, currency).toFixed(2)} ${currency}`
}

/** `2026-11-21 07:05:09`, UTC. */
export function formatTime(at: Date | number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** Text from outside must not control the terminal: such characters are written as escapes of JSON. */
export function formatJson(data: unknown): string {
  const escape = (character: string) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join('')
  return `${JSON.stringify(data, null, 2).replaceAll(/(?!\n)[\p{C}\u2028\u2029]/gu, escape)}\n`
}

/** Text from outside must not control the terminal. */
function escapeControlCharacters(cell: Cell): string {
  return cell === null ? '' : String(cell).replaceAll(/\p{C}/gu, '?')
}
