import type { AppContext } from '../../context.ts'
import { type Operator, insertAuditEntry } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { findUserById, type OwnTerms, updateAffiliate, updateCardRisk, updateOwnTerm } from './service.ts'

// Operators' changes of a trader. Each is in the audit log.

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
