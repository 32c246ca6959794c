import { type RawBuilder, sql } from 'kysely'

import type { ActionInput } from '@tradefront/contract/operator-actions'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext } from '../../context.ts'
import { auditCte, type AuditEntry, type Operator, insertAuditEntry } from '../../platform/audit.ts'
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
}
const ownTermColumns = {
  cascade: 'cascade',
  minDepositCard: 'min_deposit_card',
  minDepositOther: 'min_deposit_other',
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
  'trader.set_cascade': (context, { trader, before, cascade }, by) =>
    changeTerms(
      context,
      buildAudit(context, by, 'trader.set_cascade', trader, before, cascade),
      trader,
      sql`cascade = ${cascade}`,
      sql`cascade is not distinct from ${before} and cascade is distinct from ${cascade}`,
    ),
  'trader.set_affiliate': (context, { trader, before, affiliate }, by) =>
    changeTerms(
      context,
      buildAudit(context, by, 'trader.set_affiliate', trader, before, affiliate),
      trader,
      sql`affiliate_id = ${affiliate}`,
      sql`affiliate_id is not distinct from ${before} and affiliate_id is distinct from ${affiliate}`,
    ),
  'trader.mark_card_risk': (context, { trader, isRisk }, by) =>
    changeTerms(
      context,
      buildAudit(context, by, 'trader.mark_card_risk', trader, !isRisk, isRisk),
      trader,
      sql`card_risk = ${isRisk}`,
      sql`card_risk <> ${isRisk}`,
    ),
  'trader.limit_deposits': async (context, { trader, minCard, minOther, max }, by) => {
    const limits = toDepositLimits(await context.settings.getSettings())
    // A limit of the trader replaces that of the site.
    const highest = Math.max(minCard ?? limits.minimum, minOther ?? limits.minimum)
    if (highest > (max ?? limits.maximum)) return refuse('desk_control.min_over_max')
    const user = await findUserById(context.db, trader)
    if (user === null) return refuse('desk.changed')
    const before = { minCard: user.minDepositCard, minOther: user.minDepositOther, max: user.maxDeposit }
    const after = { minCard, minOther, max }
    const [old, next] = [toLimitRow(before), toLimitRow(after)]
    return changeTerms(
      context,
      buildAudit(context, by, 'trader.limit_deposits', trader, before, after),
      trader,
      sql`${limitColumns} = ${next}`,
      sql`${limitColumns} is not distinct from ${old} and ${limitColumns} is distinct from ${next}`,
    )
  },
}

const limitColumns = sql`(min_deposit_card, min_deposit_other, max_deposit)`
type Limits = Pick<ActionInput<'trader.limit_deposits'>, 'minCard' | 'minOther' | 'max'>
const toLimitRow = ({ minCard, minOther, max }: Limits) =>
  sql`(${minCard}::integer, ${minOther}::integer, ${max}::integer)`

/** Changes the row and writes its entry in one statement. Refused if the row is another one now, or like this already. */
async function changeTerms(
  context: AppContext,
  audit: AuditEntry,
  userId: number,
  change: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<Result<void, 'desk.changed'>> {
  const { rows } = await sql`
    with changed as (update users set ${change} where id = ${userId} and ${condition} returning id),
    ${auditCte(audit, sql`exists (select from changed)`)}
    select id from changed`.execute(context.db)
  if (rows.length === 0) return refuse('desk.changed')
  await publishUserChanged(context, userId)
  return ok()
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
