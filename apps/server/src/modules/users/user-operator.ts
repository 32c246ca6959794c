import { sql } from 'kysely'

import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext } from '../../context.ts'
import { type AuditEntry, type Operator, insertAuditEntry } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { toDepositLimits } from '../settings/service.ts'
import { findUserById } from './user-query.ts'
import { updateCardRisk } from './user-writes.ts'

// Operators can change these facts about a trader. Each change is in the audit log.

/** Terms that an operator sets for one trader (spec: funding 3, 9). Minimum deposits are in base currency, null: the default. */
type OwnTerms = {
  readonly cascade: string | null
  readonly minDepositCard: number | null
  readonly minDepositOther: number | null
  readonly maxDeposit: number | null
}
const ownTermColumns = {
  cascade: 'cascade',
  minDepositCard: 'min_deposit_card',
  minDepositOther: 'min_deposit_other',
  maxDeposit: 'max_deposit',
} as const

/** Actions of the desk on a trader's name, e-mail address and limits. */
export const userActions: ActionHandlers = {
  'trader.change_name': async (context, { trader, before, firstName, lastName, evidence }, by) => {
    const audit = buildAudit(context, by, 'trader.change_name', trader, before, { firstName, lastName, evidence })
    const isChanged = await context.db.transaction().execute(async (trx) => {
      if (!(await updateName(trx, trader, before, { firstName, lastName }))) return false
      await insertAuditEntry(trx, audit)
      return true
    })
    if (!isChanged) return refuse('desk.changed')
    await publishUserChanged(context, trader)
    return ok()
  },
  'trader.limit_deposits': async (context, { trader, minCard, minOther, max }, by) => {
    const limits = toDepositLimits(await context.settings.getSettings())
    // A limit of the trader replaces that of the site.
    const highest = Math.max(minCard ?? limits.minimum, minOther ?? limits.minimum)
    if (highest > (max ?? limits.maximum)) return refuse('desk_control.min_over_max')
    // These limits allow more than the site allows everyone.
    const lowest = Math.min(minCard ?? limits.minimum, minOther ?? limits.minimum)
    const isLooser = lowest < limits.minimum || (max ?? limits.maximum) > limits.maximum
    if (isLooser && by.signers < 2) return 'needs_second'
    const isChanged = await context.db.transaction().execute(async (trx) => {
      const user = await findUserById(trx, trader)
      if (user === null) return false
      const before = { minCard: user.minDepositCard, minOther: user.minDepositOther, max: user.maxDeposit }
      const changes = [
        await updateOwnTerm(trx, trader, 'minDepositCard', minCard),
        await updateOwnTerm(trx, trader, 'minDepositOther', minOther),
        await updateOwnTerm(trx, trader, 'maxDeposit', max),
      ]
      if (!changes.includes(true)) return false
      await insertAuditEntry(
        trx,
        buildAudit(context, by, 'trader.limit_deposits', trader, before, { minCard, minOther, max }),
      )
      return true
    })
    if (!isChanged) return refuse('desk.changed')
    await publishUserChanged(context, trader)
    return ok()
  },
}

function buildAudit(
  { clock }: AppContext,
  by: Operator,
  action: string,
  userId: number,
  before: unknown,
  after: unknown,
): AuditEntry {
  return { by, action, subject: `user:${userId}`, before, after, at: clock.now() }
}

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
    await insertAuditEntry(trx, buildAudit(context, by, `user.${field}`, userId, before, after))
    return true
  })
  if (isChanged) await publishUserChanged(context, userId)
  return isChanged
}

type Name = { readonly firstName: string; readonly lastName: string }

/** Changes the name. Returns false if the name is no longer the one before, or does not change. */
async function updateName(trx: Db, userId: number, before: Name, next: Name): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ first_name: next.firstName, last_name: next.lastName })
    .where('id', '=', userId)
    .where('first_name', '=', before.firstName)
    .where('last_name', '=', before.lastName)
    .where(sql<boolean>`(first_name, last_name) <> (${next.firstName}, ${next.lastName})`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
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
