import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { PromoAudience } from '@tradefront/rules/promo/promo-terms'
import type { PromoCode } from './promo-code.ts'

const columns = [
  'code',
  'audience',
  'percent',
  'amount',
  'min_deposit as minDeposit',
  'starts_at as startsAt',
  'ends_at as endsAt',
  'max_uses as maxUses',
  'max_uses_per_trader as maxUsesPerTrader',
  'uses',
  'created_at as createdAt',
] as const

export async function findPromoCode(db: Db, code: string): Promise<PromoCode | null> {
  const row = await db
    .selectFrom('promo_codes')
    .select(columns)
    .where('code', '=', code)
    .$narrowType<{ audience: PromoAudience }>()
    .executeTakeFirst()
  return row ?? null
}

/** Lists codes, newest first. */
export function listPromoCodes(db: Db, limit: number): Promise<PromoCode[]> {
  return db
    .selectFrom('promo_codes')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .limit(limit)
    .$narrowType<{ audience: PromoAudience }>()
    .execute()
}

/** Returns false if the code exists. */
export async function insertPromoCode(
  db: Db,
  promo: Omit<PromoCode, 'uses' | 'createdAt'>,
  audit: AuditEntry,
): Promise<boolean> {
  const { rows } = await sql`
    with inserted as (
      insert into promo_codes (code, audience, percent, amount, min_deposit, starts_at, ends_at, max_uses, max_uses_per_trader, created_at)
      values (${promo.code}, ${promo.audience}, ${promo.percent}, ${promo.amount}, ${promo.minDeposit}, ${promo.startsAt},
        ${promo.endsAt}, ${promo.maxUses}, ${promo.maxUsesPerTrader}, ${audit.at})
      on conflict do nothing returning code
    ),
    ${auditCte(audit, sql`exists (select from inserted)`)}
    select code from inserted`.execute(db)
  return rows.length > 0
}

/** Returns false if the code does not exist, or has been used more often than `maxUses`. */
export async function updatePromoCodeBounds(
  db: Db,
  code: string,
  { endsAt, maxUses }: Pick<PromoCode, 'endsAt' | 'maxUses'>,
  audit: AuditEntry,
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update promo_codes set max_uses = ${maxUses}::integer, ends_at = greatest(starts_at, ${endsAt}::timestamptz)
       where code = ${code} and (${maxUses}::integer is null or uses <= ${maxUses}::integer) returning code
    ),
    ${auditCte(audit, sql`exists (select from changed)`)}
    select code from changed`.execute(db)
  return rows.length > 0
}

/** Returns false if the code has ended or does not exist. */
export async function updatePromoCodeEnd(db: Db, code: string, audit: AuditEntry): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      update promo_codes set ends_at = greatest(starts_at, ${audit.at}::timestamptz)
       where code = ${code} and (ends_at is null or ends_at > greatest(starts_at, ${audit.at}::timestamptz)) returning code
    ),
    ${auditCte(audit, sql`exists (select from ended)`)}
    select code from ended`.execute(db)
  return rows.length > 0
}
