import { sql } from 'kysely'

import type { AppContext } from '../../context.ts'
import { type Operator, insertAuditEntry } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { findUserById } from './user-query.ts'
import { updateCardRisk } from './user-writes.ts'

// Operators' changes of a trader. Each is in the audit log.

/** Terms that an operator sets for one trader (spec: funding 3, 9). Minimum deposits are in base currency, null: the default. */
type OwnTerms = {
  readonly cascade: string | null
  readonly minDepositCard: number | null
  readonly minDepositOther: number | null
}
const ownTermColumns = {
  cascade: 'cascade',
  minDepositCard: 'min_deposit_card',
  minDepositOther: 'min_deposit_other',
} as const

/** Returns false if nothing changed. */
export function setCardRisk(context: AppContext, userId: number, isRisk: boolean, by: Operator): Promise<boolean> {
  return changeUser(context, userId, by, 'cardRisk', isRisk, (trx) => updateCardRisk(trx, userId, isRisk))
}

/** Returns false if nothing changed. */
export function setAffiliate(
  context: AppContext,
  userId: number,
  affiliateId: string | null,
  by: Operator,
): Promise<boolean> {
  return changeUser(context, userId, by, 'affiliateId', affiliateId, (trx) => updateAffiliate(trx, userId, affiliateId))
}

/** Returns false if nothing changed. */
export function setOwnTerm<Term extends keyof OwnTerms>(
  context: AppContext,
  userId: number,
  term: Term,
  value: OwnTerms[Term],
  by: Operator,
): Promise<boolean> {
  return changeUser(context, userId, by, term, value, (trx) => updateOwnTerm(trx, userId, term, value))
}

async function changeUser(
  context: AppContext,
  userId: number,
  by: Operator,
  field: 'cardRisk' | 'affiliateId' | keyof OwnTerms,
  after: boolean | string | number | null,
  update: (trx: Db) => Promise<boolean>,
): Promise<boolean> {
  const isChanged = await context.db.transaction().execute(async (trx) => {
    const before = (await findUserById(trx, userId))?.[field] ?? null
    if (!(await update(trx))) return false
    const entry = { by, action: `user.${field}`, subject: `user:${userId}`, before, after, at: context.clock.now() }
    await insertAuditEntry(trx, entry)
    return true
  })
  if (isChanged) await publishUserChanged(context, userId)
  return isChanged
}

async function updateAffiliate(db: Db, userId: number, affiliateId: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ affiliate_id: affiliateId })
    .where('id', '=', userId)
    .where('affiliate_id', 'is distinct from', affiliateId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function updateOwnTerm<Term extends keyof OwnTerms>(
  db: Db,
  userId: number,
  term: Term,
  value: OwnTerms[Term],
): Promise<boolean> {
  const column = sql.ref(ownTermColumns[term])
  const { numAffectedRows = 0n } = await sql`
    update users set ${column} = ${value} where id = ${userId} and ${column} is distinct from ${value}`.execute(db)
  return numAffectedRows > 0n
}
