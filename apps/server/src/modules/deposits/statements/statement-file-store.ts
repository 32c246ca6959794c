import type { StatementFormat } from '@tradefront/contract/desk-reconcile'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import { sql } from 'kysely'

import { dayMs, hourMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { StatementRow } from './reconcile-statement.ts'
import type { StatementDay } from './statement-store.ts'

/** How many files are compared at once: the others wait for the next run. */
const batchSize = 5

type StoredRow = Omit<StatementRow, 'createdAt'> & { readonly createdAt: string }

export type StatementFile = StatementDay & { readonly rows: readonly StatementRow[]; readonly uploadedAt: Date }

const toRows = (stored: readonly StoredRow[]): StatementRow[] =>
  stored.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))

/** Lists files that were not compared since they were uploaded. */
export async function listWaitingFiles(db: Db): Promise<StatementFile[]> {
  const { rows } = await sql<{ processor: ProcessorName; day: string; rows: StoredRow[]; uploadedAt: Date }>`
    select processor, day::text, rows, uploaded_at as "uploadedAt" from statement_files
     where compared_at is null order by uploaded_at limit ${batchSize}`.execute(db)
  return rows.map((file) => ({ ...file, rows: toRows(file.rows) }))
}

/** Returns the rows of a file; null if none was uploaded. */
export async function findStatementFile(db: Db, { processor, day }: StatementDay): Promise<StatementRow[] | null> {
  const { rows } = await sql<{ rows: StoredRow[] }>`
    select rows from statement_files where processor = ${processor} and day = ${day}::date`.execute(db)
  return rows[0] === undefined ? null : toRows(rows[0].rows)
}

/** Marks a file as compared, unless another one was uploaded since. */
export async function markFileCompared(
  db: Db,
  { processor, day }: StatementDay,
  uploadedAt: Date,
  now: Date,
): Promise<void> {
  await sql`
    update statement_files set compared_at = ${now}
     where processor = ${processor} and day = ${day}::date
       and date_trunc('milliseconds', uploaded_at) = ${uploadedAt}`.execute(db)
}

/** Clocks differ: within this margin of midnight, a movement can be in another day at the processor. */
export const marginMs = hourMs

/**
 * Stores a statement that an operator has uploaded. @returns how many rows are within the day or the hours around it; the others are left
 * out
 */
export async function storeStatementFile(
  db: Db,
  secret: Buffer,
  file: StatementDay & {
    readonly name: string
    readonly format: StatementFormat
    readonly rows: readonly StatementRow[]
  },
): Promise<number> {
  const { processor, day, name, format } = file
  const fromMs = new Date(day).getTime()
  const rows = file.rows.filter(
    ({ createdAt }) => createdAt.getTime() >= fromMs - marginMs && createdAt.getTime() < fromMs + dayMs + marginMs,
  )
  await sql`
    select store_statement_file(${secret}, ${processor}, ${day}::date, ${name}, ${JSON.stringify(rows)}::jsonb, ${JSON.stringify(format)}::jsonb)`.execute(
    db,
  )
  return rows.length
}
