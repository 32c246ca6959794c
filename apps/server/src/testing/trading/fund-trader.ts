import { randomUUID } from 'node:crypto'

import {
  buildTransferLines,
  insertWageringRequirement,
  type LedgerLine,
  postEntry,
} from '../../modules/ledger/service.ts'
import type { Db } from '../../platform/database/database.ts'

/** Cash, and a bonus with its wagering requirement. Minor units. */
export async function fundTrader(
  db: Db,
  user: { readonly id: number; readonly currency: string },
  money: { readonly cash?: number; readonly bonus?: number; readonly required?: number },
  at: Date,
): Promise<void> {
  const { cash = 0, bonus = 0, required = bonus * 30 } = money
  const { id: userId, currency } = user
  const lines: LedgerLine[] = [
    ...buildTransferLines({ account: 'clearing:ORANGE', userId: null }, { account: 'cash', userId }, cash, currency),
    ...buildTransferLines({ account: 'bonus_expense', userId: null }, { account: 'bonus', userId }, bonus, currency),
  ]
  const source = `test:${randomUUID()}`
  await postEntry(db, { kind: 'test.funded', subject: source, at, lines: lines.filter(({ amount }) => amount !== 0) })
  if (bonus > 0) await insertWageringRequirement(db, { userId, source, depositId: null, currency, bonus, required, at })
}
