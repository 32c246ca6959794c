import { formatCsvRow } from '@tradefront/rules/history/csv'

/** Most rows of a list in a file: each page of it is a call. */
export const maxCsvRows = 2000

export type CsvColumn<Row> = {
  readonly title: string
  /** What a spreadsheet gets; amounts in major units. */
  readonly toCell: (row: Row) => string | number | null
}

/** Saves rows for a spreadsheet. @param name of the file */
export function saveCsv<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): void {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ toCell }) => toCell(row)))]
  // A byte order mark: without it, spreadsheets read Cyrillic letters wrongly.
  const url = URL.createObjectURL(new Blob(['\ufeff', ...lines.map(formatCsvRow)], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` }).click()
  URL.revokeObjectURL(url)
}

/** A time as a spreadsheet reads it. */
export const toCsvTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
