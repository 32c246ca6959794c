import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import {
  buildTransferLines,
  countTurnoverCte,
  insertWageringRequirement,
  type LedgerLine,
  postEntriesCte,
  postEntry,
} from '../../modules/ledger/service.ts'
import type { Db } from '../../platform/database/database.ts'

/** Cash, and a bonus with its wagering requirement. Minor units. */
export async function fundTrader(
  db: Db,
  user: { readonly id: number; readonly currency: string },
  money: { readonly cash?: number; readonly bonus?: number; readonly required?: number; readonly releaseMax?: number },
  at: Date,
): Promise<void> {
  const { cash = 0, bonus = 0, required = bonus * 30, releaseMax = bonus } = money
  const { id: userId, currency } = user
  const lines: LedgerLine[] = [
    ...buildTransferLines({ account: 'clearing:ORANGE', userId: null }, { account: 'cash', userId }, cash, currency),
    ...buildTransferLines({ account: 'bonus_expense', userId: null }, { account: 'bonus', userId }, bonus, currency),
  ]
  const source = `test:${randomUUID()}`
  await db.transaction().execute(async (trx) => {
    await postEntry(trx, {
      kind: 'test.funded',
      subject: source,
      at,
      lines: lines.filter(({ amount }) => amount !== 0),
    })
    const requirement = { userId, source, depositId: null, currency, bonus, required, releaseMax, at }
    if (bonus > 0) await insertWageringRequirement(trx, requirement)
  })
}

/** As if so much turnover had been made: by default, that of all open bonuses. Minor units. */
export async function finishBonuses(
  db: Db,
  user: { readonly id: number; readonly currency: string },
  at: Date,
  amount = 1_000_000_000,
): Promise<void> {
  const { id: userId, currency } = user
  const turnover = {
    ...{ userId, currency, at, source: `test:${randomUUID()}` },
    ...{ amount, bonusStake: 0, bonusReturned: 0 },
  }
  await sql`
    with ${countTurnoverCte(sql`select ${JSON.stringify(turnover)}::jsonb`)},
    ${postEntriesCte(sql`select entry from bonus_entries`)} select 1`.execute(db)
}
