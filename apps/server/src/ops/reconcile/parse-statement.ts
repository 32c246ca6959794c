import { cleanText } from '@tradefront/processors/shared/clean-text'

import type { StatementRow } from '../../modules/deposits/statements/reconcile-statement.ts'
import { parseCsv } from '../../platform/parse-csv.ts'
import { CliError } from '../cli/cli-error.ts'

const columns = ['kind', 'processor', 'ref', 'refund_ref', 'amount', 'currency', 'status', 'created_at'] as const
type Column = (typeof columns)[number]

/**
 * Reads CSV with a header, with columns in any order; others are ignored.
 * @throws CliError that names the line
 */
export function parseStatement(text: string, name: string): StatementRow[] {
  const { records: lines, unclosedLine } = parseCsv(cleanText(text.replace(/^\uFEFF/, '')))
  if (unclosedLine !== null) throw new CliError(`${name} line ${unclosedLine}: a quote is not closed.`)
  const header = lines[0]?.fields.map((field) => field.trim().toLowerCase()) ?? []
  const missing = columns.filter((column) => !header.includes(column))
  if (missing.length > 0) throw new CliError(`${name} is not a statement: its header lacks ${missing.join(', ')}.`)
  return lines.slice(1).map(({ line, fields }) => {
    if (fields.length !== header.length)
      throw new CliError(`${name} line ${line}: ${header.length} fields were expected, not ${fields.length}.`)
    return parseRow(line, (column) => fields[header.indexOf(column)]?.trim() ?? '', name)
  })
}

function parseRow(line: number, field: (column: Column) => string, name: string): StatementRow {
  const invalidColumn = (column: Column, expected: string) =>
    new CliError(`${name} line ${line}: ${column} must be ${expected}, not "${field(column).slice(0, 40)}".`)
  const kind = field('kind')
  if (kind !== 'charge' && kind !== 'refund') throw invalidColumn('kind', 'charge or refund')
  const amount = Number(field('amount'))
  if (!/^\d{1,15}$/.test(field('amount')) || amount === 0) throw invalidColumn('amount', 'whole minor units above 0')
  if (!/^[A-Z]{3}$/.test(field('currency'))) throw invalidColumn('currency', 'three capital letters')
  for (const column of ['processor', 'ref', 'status'] as const)
    if (field(column) === '') throw invalidColumn(column, 'a value')
  const createdAt = new Date(field('created_at'))
  if (Number.isNaN(createdAt.getTime())) throw invalidColumn('created_at', 'a time such as 2026-11-21T07:00:00.000Z')
  return {
    line,
    kind,
    processor: field('processor'),
    reference: field('ref').toLowerCase(),
    refundReference: field('refund_ref').toLowerCase(),
    amount,
    currency: field('currency'),
    status: field('status'),
    createdAt,
  }
}
