import type { Currency } from '@tradefront/rules/ledger/money'
import { computePromoBonus, type PromoBonus, type PromoTerms } from '@tradefront/rules/promo/promo-terms'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { PromoRefusal } from './promo-code.ts'

/** Terms that a trader gets, with amounts in minor units of `currency`. */
export type RedemptionTerms = PromoTerms & {
  readonly userId: number
  readonly code: string
  readonly currency: string
  readonly turnoverFactor: number
  readonly releaseFactor: number
}

export type StoredCode = RedemptionTerms & {
  readonly currency: Currency
  readonly createdAt: Date
  readonly endsAt: Date | null
  /** Why a deposit that is opened now would not get its bonus, or null. */
  readonly refusal: PromoRefusal | null
}

/** The code that a trader has entered last. */
export type LatestCode = {
  readonly code: string
  /** Why the code was not used with its deposit. */
  readonly reason: string | null
  readonly createdAt: Date
  readonly decidedAt: Date | null
}

const toColumns = (terms: RedemptionTerms) => ({
  user_id: terms.userId,
  code: terms.code,
  currency: terms.currency,
  percent: terms.percent,
  amount: terms.amount,
  min_deposit: terms.minDeposit,
  turnover_factor: terms.turnoverFactor,
  release_factor: terms.releaseFactor,
})

/** Stores a code in place of an earlier one. The transaction must have locked the user. */
export async function insertStoredCode(trx: Db, terms: RedemptionTerms, at: Date): Promise<void> {
  await deleteStoredCode(trx, terms.userId, at)
  await trx
    .insertInto('promo_redemptions')
    .values({ ...toColumns(terms), state: 'stored', created_at: at })
    .execute()
}

/** Inserts the use of a code without a deposit. @throws a database error if the code cannot be used */
export async function insertUsedCode(
  trx: Db,
  terms: RedemptionTerms,
  used: { readonly bonus: number; readonly required: number; readonly validAt: Date },
  at: Date,
): Promise<void> {
  const { bonus, required, validAt } = used
  await trx
    .insertInto('promo_redemptions')
    .values({
      ...toColumns(terms),
      state: 'used',
      bonus,
      required,
      valid_at: validAt,
      created_at: at,
      decided_at: at,
    })
    .execute()
}

/** Removes the stored code. Returns false if none is stored. */
export async function deleteStoredCode(trx: Db, userId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('promo_redemptions')
    .set({ state: 'removed', decided_at: at })
    .where('user_id', '=', userId)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * SQL text key of the reason that a code cannot be used, or null. `p` is its row of `promo_codes`.
 * @param openedAt SQL time for which the code must be open
 */
const buildRefusal = (userId: RawBuilder<unknown>, openedAt: RawBuilder<unknown>) => sql<PromoRefusal | null>`
  case when ${openedAt} < p.starts_at or ${openedAt} >= p.ends_at then 'promo.ended'
       when p.uses >= p.max_uses then 'promo.used_up'
       when p.max_uses_per_trader <= (
         select count(*) from promo_redemptions x where x.code = p.code and x.user_id = ${userId} and x.state = 'used')
         then 'promo.used_by_you' end`

export async function findStoredCode(db: Db, userId: number, at: Date): Promise<StoredCode | null> {
  const row = await db
    .selectFrom('promo_redemptions as r')
    .innerJoin('promo_codes as p', 'p.code', 'r.code')
    .select(['r.user_id as userId', 'r.code', 'r.currency', 'r.percent', 'r.amount', 'r.min_deposit as minDeposit'])
    .select(sql<number>`r.release_factor::double precision`.as('releaseFactor'))
    .select(['r.turnover_factor as turnoverFactor', 'r.created_at as createdAt', 'p.ends_at as endsAt'])
    .select(buildRefusal(sql`r.user_id`, sql`${at}::timestamptz`).as('refusal'))
    .where('r.user_id', '=', userId)
    .where('r.state', '=', 'stored')
    .$narrowType<{ currency: Currency }>()
    .executeTakeFirst()
  return row ?? null
}

export async function findLatestCode(db: Db, userId: number): Promise<LatestCode | null> {
  const row = await db
    .selectFrom('promo_redemptions')
    .select(['code', 'reason', 'created_at as createdAt', 'decided_at as decidedAt'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function countUses(db: Db, userId: number, code: string): Promise<number> {
  const { count } = await db
    .selectFrom('promo_redemptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('code', '=', code)
    .where('user_id', '=', userId)
    .where('state', '=', 'used')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A deposit that is credited as it was ordered. */
export type CreditedDeposit = {
  readonly depositId: string
  readonly userId: number
  readonly currency: string
  /** Amount of the deposit in minor units. */
  readonly amount: number
  readonly openedAt: Date
  readonly at: Date
}

/**
 * Common table expressions that use the stored codes of traders whose deposits are credited; the last one, `promo_grants`, has the columns
 * `entry` and `requirement` for the ledger. A code that was entered after the deposit was opened, or that needs a larger one, stays stored.
 * One that has ended or is used up is refused. Never fails the deposit, except when the last use is taken at the same moment: then the
 * statement must be repeated.
 * @param deposits SQL query for one column, `CreditedDeposit` as jsonb
 */
export function grantStoredCodesCte(deposits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    promo_deposit as (
      select d."depositId" as deposit_id, d."userId" as user_id, d.currency, d.amount, d."openedAt" as opened_at, d.at
        from (${deposits}) as given(deposit),
             jsonb_to_record(given.deposit)
               as d("depositId" uuid, "userId" bigint, currency text, amount bigint, "openedAt" timestamptz, at timestamptz)
    ),
    promo_stored as (
      select r.id, r.code, r.user_id, r.percent, r.amount as fixed_amount, r.turnover_factor,
             d.deposit_id, d.currency, d.amount, d.opened_at, d.at
        from promo_deposit d
        join promo_redemptions r on r.user_id = d.user_id and r.state = 'stored' and r.currency = d.currency
         and r.created_at <= d.opened_at and coalesce(r.min_deposit, 0) <= d.amount
       order by r.id for update of r
    ),
    promo_chosen as (
      select distinct on (id) *, coalesce(amount * percent / 100, fixed_amount) as bonus from promo_stored order by id, opened_at
    ),
    promo_locked as (
      select p.code, p.starts_at, p.ends_at, p.uses, p.max_uses, p.max_uses_per_trader from promo_codes p
       where p.code = any(array(select code from promo_chosen)) order by p.code for no key update
    ),
    promo_decided as (
      select c.*, ${buildRefusal(sql`c.user_id`, sql`c.opened_at`)} as reason
        from promo_chosen c join promo_locked p on p.code = c.code
    ),
    promo_written as (
      update promo_redemptions r
         set state = case when d.reason is null then 'used' else 'refused' end, reason = d.reason, decided_at = d.at,
             deposit_id = d.deposit_id,
             valid_at = case when d.reason is null then d.opened_at end,
             bonus = case when d.reason is null then d.bonus end,
             required = case when d.reason is null then d.bonus * d.turnover_factor end
        from promo_decided d where d.id = r.id
      returning r.*, promo_source(r) as source
    ),
    promo_grants as (
      select jsonb_build_object('kind', 'promo.credited', 'subject', w.source, 'at', w.decided_at, 'lines', jsonb_build_array(
               jsonb_build_object('account', 'bonus_expense', 'userId', null, 'currency', w.currency, 'amount', -w.bonus),
               jsonb_build_object('account', 'bonus', 'userId', w.user_id, 'currency', w.currency, 'amount', w.bonus))) as entry,
             jsonb_build_object('userId', w.user_id, 'source', w.source, 'depositId', w.deposit_id, 'currency', w.currency,
               'bonus', w.bonus, 'required', w.required, 'releaseMax', floor(w.bonus * w.release_factor)::bigint,
               'at', w.decided_at) as requirement
        from promo_written w where w.state = 'used'
    )`
}

/** Finds the bonus of the trader's stored code for a deposit that is credited as it was ordered. Null without such a code. */
export async function findExpectedGrant(
  db: Db,
  { userId, currency, amount, openedAt }: Pick<CreditedDeposit, 'userId' | 'currency' | 'amount' | 'openedAt'>,
): Promise<(PromoBonus & { readonly code: string }) | null> {
  const stored = await findStoredCode(db, userId, openedAt)
  if (stored === null || stored.refusal !== null || stored.currency !== currency) return null
  if (stored.createdAt > openedAt || amount < (stored.minDeposit ?? 0)) return null
  return { code: stored.code, ...computePromoBonus(stored, amount, stored) }
}
