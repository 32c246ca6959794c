/** A program for spreadsheets would run a text that begins like this. */
const formulaStart = /^[\s]*[=+\-@]|^[\t\r\n]/

/** Formats a cell. Numbers stay numbers. */
export function formatCsvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function formatCsvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(formatCsvCell).join(',')}\r\n`
}
