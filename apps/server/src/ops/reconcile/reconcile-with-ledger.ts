import type { OperatorServices } from '../operator-services.ts'
import type { StatementRow } from './parse-statement.ts'
import { type ReconcileResult, reconcileStatement } from './reconcile-statement.ts'

export type Period = { readonly from: Date; readonly to: Date }

/**
 * @param period by default from the first row of the statement to now
 * @returns null if the statement is empty and the period has no start
 */
export async function reconcileWithLedger(
  { cards, clock }: Pick<OperatorServices, 'cards' | 'clock'>,
  statement: readonly StatementRow[],
  period: Partial<Period>,
): Promise<(ReconcileResult & Period) | null> {
  const [firstRow] = statement.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const from = period.from ?? firstRow?.createdAt
  if (from === undefined) return null
  const to = period.to ?? clock.now()
  const refs = [...new Set(statement.map(({ ref }) => ref))]
  const [booked, knownAttempts] = await Promise.all([
    cards.listLedgerMovements(from, to, refs),
    cards.listAttemptsByRef(refs),
  ])
  return { from, to, ...reconcileStatement(statement, { booked, knownAttempts, from, to }) }
}
