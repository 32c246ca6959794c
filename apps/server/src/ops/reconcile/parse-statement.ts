import { Refusal } from '../cli/cli-error.ts'

/** One line of a processors' statement: a charge, or money given back. Minor units. */
export type StatementRow = {
  readonly line: number
  readonly kind: 'charge' | 'refund'
  readonly processor: string
  readonly ref: string
  readonly refundRef: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly createdAt: Date
}

const columns = ['kind', 'processor', 'ref', 'refund_ref', 'amount', 'currency', 'status', 'created_at'] as const
type Column = (typeof columns)[number]

/**
 * Reads a statement as the sandbox writes it: CSV with a head line, columns in any order, more of them than needed.
 * @throws Refusal that names the line
 */
export function readStatement(text: string, name: string): StatementRow[] {
  const lines = records(text.replace(/^\uFEFF/, ''), name)
  const head = lines[0]?.fields.map((field) => field.trim().toLowerCase()) ?? []
  const missing = columns.filter((column) => !head.includes(column))
  if (missing.length > 0) throw new Refusal(`${name} is no statement: its head line lacks ${missing.join(', ')}.`)
  return lines.slice(1).map(({ line, fields }) => {
    if (fields.length !== head.length)
      throw new Refusal(`${name} line ${line}: ${head.length} fields were expected, not ${fields.length}.`)
    return readRow(line, (column) => fields[head.indexOf(column)]?.trim() ?? '', name)
  })
}

function readRow(line: number, field: (column: Column) => string, name: string): StatementRow {
  const wrong = (column: Column, wanted: string) =>
    new Refusal(`${name} line ${line}: ${column} must be ${wanted}, not "${field(column).slice(0, 40)}".`)
  const kind = field('kind')
  if (kind !== 'charge' && kind !== 'refund') throw wrong('kind', 'charge or refund')
  const amount = Number(field('amount'))
  if (!/^\d{1,15}$/.test(field('amount')) || amount === 0) throw wrong('amount', 'whole minor units above 0')
  if (!/^[A-Z]{3}$/.test(field('currency'))) throw wrong('currency', 'three capital letters')
  for (const column of ['processor', 'ref', 'status'] as const) if (field(column) === '') throw wrong(column, 'given')
  const createdAt = new Date(field('created_at'))
  if (Number.isNaN(createdAt.getTime())) throw wrong('created_at', 'a time such as 2026-11-21T07:00:00.000Z')
  return {
    line,
    kind,
    processor: field('processor'),
    ref: field('ref').toLowerCase(),
    refundRef: field('refund_ref').toLowerCase(),
    amount,
    currency: field('currency'),
    status: field('status'),
    createdAt,
  }
}

/** RFC 4180: quotes around fields, doubled inside; lines end with LF or CRLF; empty lines do not count. */
function records(text: string, name: string): { line: number; fields: string[] }[] {
  const found: { line: number; fields: string[] }[] = []
  let fields: string[] = []
  let [field, line, begun, quoted] = ['', 1, 1, false]
  const endRecord = () => {
    fields.push(field)
    if (fields.length > 1 || field !== '') found.push({ line: begun, fields })
    fields = []
    field = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\n') line += 1
    if (quoted) {
      if (sign !== '"') field += sign
      else if (text[at + 1] === '"') {
        field += sign
        at += 1
      } else quoted = false
    } else if (sign === '"' && field === '') quoted = true
    else if (sign === ',') {
      fields.push(field)
      field = ''
    } else if (sign === '\n') {
      endRecord()
      begun = line
    } else if (sign !== '\r') field += sign
  }
  if (quoted) throw new Refusal(`${name} line ${begun}: a quote is not closed.`)
  if (field !== '' || fields.length > 0) endRecord()
  return found
}
