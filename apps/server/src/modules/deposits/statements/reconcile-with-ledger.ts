import type { Db } from '../../../platform/database/database.ts'
import { listAttemptsByReference, listLedgerMovements } from '../operator-store.ts'
import { type ReconcileResult, reconcileStatement, type StatementRow } from './reconcile-statement.ts'

export type Period = { readonly from: Date; readonly to: Date }

/** @param processor of all rows, if the statement is one processor's */
export async function reconcileWithLedger(
  reports: Db,
  statement: readonly StatementRow[],
  { from, to }: Period,
  processor?: string,
): Promise<ReconcileResult> {
  const references = [...new Set(statement.map(({ reference }) => reference))]
  const [movements, knownAttempts] = await Promise.all([
    listLedgerMovements(reports, from, to, references),
    listAttemptsByReference(reports, references),
  ])
  const booked = movements.filter((movement) => processor === undefined || movement.processor === processor)
  return reconcileStatement(statement, { booked, knownAttempts, from, to })
}
