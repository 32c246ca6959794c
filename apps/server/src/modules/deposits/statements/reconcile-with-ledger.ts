import type { OperatorStore } from '../operator/operator-store.ts'
import { type ReconcileResult, reconcileStatement, type StatementRow } from './reconcile-statement.ts'

export type Period = { readonly from: Date; readonly to: Date }

/** @param processor of all rows, if the statement is one processor's */
export async function reconcileWithLedger(
  store: Pick<OperatorStore, 'listLedgerMovements' | 'listAttemptsByReference'>,
  statement: readonly StatementRow[],
  { from, to }: Period,
  processor?: string,
): Promise<ReconcileResult> {
  const references = [...new Set(statement.map(({ reference }) => reference))]
  const [movements, knownAttempts] = await Promise.all([
    store.listLedgerMovements(from, to, references),
    store.listAttemptsByReference(references),
  ])
  const booked = movements.filter((movement) => processor === undefined || movement.processor === processor)
  return reconcileStatement(statement, { booked, knownAttempts, from, to })
}
