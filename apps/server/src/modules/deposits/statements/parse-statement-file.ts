import { requiredColumns, type StatementColumn, type StatementFormat } from '@tradefront/contract/desk-reconcile'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import { cleanText } from '@tradefront/processors/shared/clean-text'
import { toMinor } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import { findSeparator, parseCsv } from '../../../platform/parse-csv.ts'
import type { StatementRow } from './reconcile-statement.ts'

type Problem = 'desk_reconcile.not_csv' | 'desk_reconcile.no_columns' | 'desk_reconcile.bad_line'

/** Reads a file as a processor exports it: a header with the names of `format`, in any order. */
export function parseStatementFile(
  text: string,
  processor: ProcessorName,
  format: StatementFormat,
): Result<StatementRow[], Problem> {
  const clean = cleanText(text.replace(/^\uFEFF/, ''))
  const { records, unclosedLine } = parseCsv(clean, findSeparator(clean))
  if (unclosedLine !== null) return refuse('desk_reconcile.not_csv', { line: unclosedLine })
  const [head, ...lines] = records
  const header = (head?.fields ?? []).map((field) => field.trim().toLowerCase())
  const findColumn = (column: StatementColumn) => header.indexOf(format.columns[column].trim().toLowerCase())
  const named = Object.entries(format.columns) as [StatementColumn, string][]
  const missing = named.filter(
    ([column, name]) =>
      (name.trim() !== '' || requiredColumns.some((required) => required === column)) && findColumn(column) === -1,
  )
  if (missing.length > 0)
    return refuse('desk_reconcile.no_columns', { columns: missing.map(([column, name]) => name || column).join(', ') })
  const paidWords = splitWords(format.paidWords)
  const rows: StatementRow[] = []
  for (const { line, fields } of lines) {
    const read = (column: StatementColumn) => fields[findColumn(column)]?.trim() ?? ''
    const row = readRow(read, format, paidWords)
    if (typeof row === 'string')
      return refuse('desk_reconcile.bad_line', { line, column: format.columns[row], value: read(row).slice(0, 40) })
    rows.push({ line, processor, ...row })
  }
  return ok(rows)
}

const splitWords = (words: string) =>
  new Set(
    words
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== ''),
  )

/** Reads a row, or returns the column that cannot be read. Without `kind`, a negative amount is a refund. */
function readRow(
  read: (column: StatementColumn) => string,
  { columns, amounts }: StatementFormat,
  paidWords: ReadonlySet<string>,
): Omit<StatementRow, 'line' | 'processor'> | StatementColumn {
  const reference = read('reference').toLowerCase()
  if (reference === '') return 'reference'
  const currency = read('currency').toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) return 'currency'
  const signed = readAmount(read('amount'), amounts, currency)
  if (signed === null) return 'amount'
  const kind = columns.kind === '' ? (signed < 0 ? 'refund' : 'charge') : read('kind').toLowerCase()
  if (kind !== 'charge' && kind !== 'refund') return 'kind'
  const createdAt = readTime(read('createdAt'))
  if (createdAt === null) return 'createdAt'
  const word = read('status').toLowerCase()
  const isPaid = columns.status === '' || paidWords.has(word)
  const status = isPaid ? (kind === 'charge' ? 'succeeded' : 'refunded') : word || 'unknown'
  return {
    kind,
    reference,
    refundReference: read('refundReference').toLowerCase(),
    amount: Math.abs(signed),
    currency,
    status,
    createdAt,
  }
}

/** Reads an amount in minor units. Returns null if the text is no amount. */
function readAmount(text: string, amounts: StatementFormat['amounts'], currency: string): number | null {
  const pattern = amounts === 'minor' ? /^-?\d{1,15}$/ : /^-?\d{1,12}(?:[.,]\d{1,2})?$/
  if (!pattern.test(text)) return null
  const number = Number(text.replace(',', '.'))
  if (number === 0) return null
  return amounts === 'minor' ? number : toMinor(number, currency)
}

/** Reads a time, in UTC if it has no zone. */
function readTime(text: string): Date | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?)?$/.exec(text)
  if (match === null) return null
  const [, day, time = '00:00', zone = 'Z'] = match
  const at = new Date(`${day}T${time}${zone}`)
  return Number.isNaN(at.getTime()) ? null : at
}
