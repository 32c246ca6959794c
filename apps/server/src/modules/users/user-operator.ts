import { type Operator, insertAuditEntry } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { findUserById, type OwnTerms, updateAffiliate, updateCardRisk, updateOwnTerm } from './service.ts'

export type UserOperatorDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly publishUser: (userId: number) => Promise<void>
}

export type UserOperator = ReturnType<typeof createUserOperator>

/** Operators' changes of a trader. Each is in the audit log. */
export function createUserOperator({ db, clock, publishUser }: UserOperatorDeps) {
  const change = async (
    userId: number,
    by: Operator,
    field: 'cardRisk' | 'affiliateId' | keyof OwnTerms,
    after: boolean | string | number | null,
    update: (trx: Db) => Promise<boolean>,
  ): Promise<boolean> => {
    const isChanged = await db.transaction().execute(async (trx) => {
      const before = (await findUserById(trx, userId))?.[field] ?? null
      if (!(await update(trx))) return false
      const entry = { by, action: `user.${field}`, subject: `user:${userId}`, before, after, at: clock.now() }
      await insertAuditEntry(trx, entry)
      return true
    })
    if (isChanged) await publishUser(userId)
    return isChanged
  }

  return {
    findUser: (userId: number) => findUserById(db, userId),

    /** Returns false if nothing changed. */
    setCardRisk: (userId: number, isRisk: boolean, by: Operator): Promise<boolean> =>
      change(userId, by, 'cardRisk', isRisk, (trx) => updateCardRisk(trx, userId, isRisk)),

    /** Returns false if nothing changed. */
    setAffiliate: (userId: number, affiliateId: string | null, by: Operator): Promise<boolean> =>
      change(userId, by, 'affiliateId', affiliateId, (trx) => updateAffiliate(trx, userId, affiliateId)),

    /** Returns false if nothing changed. */
    setOwnTerm: <Term extends keyof OwnTerms>(
      userId: number,
      term: Term,
      value: OwnTerms[Term],
      by: Operator,
    ): Promise<boolean> => change(userId, by, term, value, (trx) => updateOwnTerm(trx, userId, term, value)),
  }
}
