import { isClaimCode } from '@tradefront/rules/deposits/claims'

import type { Db } from '../../../platform/database/database.ts'
import { listAttemptsByReference, listLedgerMovements } from '../operator-store.ts'
import { type ReconcileResult, reconcileStatement, type StatementRow } from './reconcile-statement.ts'

export type Period = { readonly from: Date; readonly to: Date }

/**
 * Compares a statement with the ledger. What traders have reported has no statement: without rows about it, it is left out.
 * @param options.processor of all rows, if the statement is one processor's
 */
export async function reconcileWithLedger(
  reports: Db,
  statement: readonly StatementRow[],
  { from, to }: Period,
  options: { readonly processor?: string | undefined; readonly isPeriodOnly?: boolean } = {},
): Promise<ReconcileResult> {
  const { processor, isPeriodOnly = false } = options
  const references = [...new Set(statement.map(({ reference }) => reference))]
  const stated = new Set(statement.map((row) => row.processor))
  const [movements, knownAttempts] = await Promise.all([
    listLedgerMovements(reports, from, to, references),
    listAttemptsByReference(reports, references),
  ])
  const booked = movements.filter((movement) =>
    processor === undefined
      ? stated.has(movement.processor) || !isClaimCode(movement.processor)
      : movement.processor === processor,
  )
  return reconcileStatement(statement, { booked, knownAttempts, from, to, isPeriodOnly })
}
