import type { OperatorServices } from '../operator-services.ts'
import type { StatementRow } from './parse-statement.ts'
import { type ReconcileResult, reconcileStatement } from './reconcile-statement.ts'

export type Period = { readonly from: Date; readonly to: Date }

/**
 * @param period default: first row to now
 * @returns null if there is no start
 */
export async function reconcileWithLedger(
  { deposits, clock }: Pick<OperatorServices, 'clock' | 'deposits'>,
  statement: readonly StatementRow[],
  period: Partial<Period>,
): Promise<(ReconcileResult & Period) | null> {
  const [firstRow] = statement.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const from = period.from ?? firstRow?.createdAt
  if (from === undefined) return null
  const to = period.to ?? clock.now()
  const references = [...new Set(statement.map(({ reference }) => reference))]
  const [booked, knownAttempts] = await Promise.all([
    deposits.listLedgerMovements(from, to, references),
    deposits.listAttemptsByReference(references),
  ])
  return { from, to, ...reconcileStatement(statement, { booked, knownAttempts, from, to }) }
}
