import { type BankColumn, type BankFormat, requiredBankColumns } from '@tradefront/contract/desk-bank'
import { cleanText } from '@tradefront/processors/shared/clean-text'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import { findSeparator, parseCsv } from '../../../platform/parse-csv.ts'
import { addKeys, type BankPayment, readAmount, readDay, toLine } from './bank-payment.ts'

/** Reads the payments that have arrived. Rows with a negative amount went out, and are left out. */
export function parseBankCsv(text: string, format: BankFormat): Result<readonly BankPayment[], TextKey> {
  const clean = cleanText(text.replace(/^\uFEFF/, ''))
  const { records, unclosedLine } = parseCsv(clean, findSeparator(clean))
  if (unclosedLine !== null) return refuse('desk_reconcile.not_csv', { line: unclosedLine })
  const [head, ...lines] = records
  const header = (head?.fields ?? []).map((field) => field.trim().toLowerCase())
  const findColumn = (column: BankColumn) => header.indexOf(format[column].trim().toLowerCase())
  const missing = (Object.entries(format) as [BankColumn, string][]).filter(
    ([column, name]) =>
      (name.trim() !== '' || requiredBankColumns.some((required) => required === column)) && findColumn(column) === -1,
  )
  if (missing.length > 0)
    return refuse('desk_reconcile.no_columns', { columns: missing.map(([column, name]) => name || column).join(', ') })
  const rows: Parameters<typeof addKeys>[0][number][] = []
  for (const { line, fields } of lines) {
    const read = (column: BankColumn) => fields[findColumn(column)]?.trim() ?? ''
    const [bookedOn, amount, currency] = [
      readDay(read('bookedOn')),
      readAmount(read('amount')),
      read('currency').toUpperCase(),
    ]
    const bad: BankColumn | null =
      bookedOn === null ? 'bookedOn' : amount === null ? 'amount' : /^[A-Z]{3}$/.test(currency) ? null : 'currency'
    if (bookedOn === null || amount === null || bad !== null) {
      const column = bad ?? 'amount'
      return refuse('desk_reconcile.bad_line', { line, column: format[column], value: read(column).slice(0, 40) })
    }
    if (amount < 0) continue
    const [payer, words, reference] = [toLine(read('payer')), toLine(read('words')), read('reference').slice(0, 150)]
    rows.push({ bookedOn, amount, currency, payer, words, reference })
  }
  return ok(addKeys(rows))
}
