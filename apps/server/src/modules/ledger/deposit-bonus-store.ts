import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Money of the bonuses that came with a deposit. Minor units. */
export type DepositBonuses = {
  /** Bonuses that count turnover, that are frozen for a withdrawal, and what finished ones have released to cash. */
  readonly open: number
  readonly frozen: number
  readonly released: number
}

const sumDepositBonusesSql = sql<DepositBonuses>`
  coalesce(sum(bonus) filter (where finished_at is null and frozen_for is null), 0)::bigint as open,
  coalesce(sum(bonus) filter (where frozen_for is not null), 0)::bigint as frozen, coalesce(sum(released), 0)::bigint as released`

/** Locks the bonuses that came with a deposit and are not taken back yet. */
export function depositBonusesCte(depositId: string): RawBuilder<unknown> {
  return sql`
    deposit_bonuses as (
      select id, bonus, finished_at, frozen_for, released from wagering_requirements
       where deposit_id = ${depositId}::uuid and cancelled_at is null
       order by id for no key update
    )`
}

/** SQL condition, after `depositBonusesCte`: they have not changed since they were read. */
export function areDepositBonuses({ open, frozen, released }: DepositBonuses): RawBuilder<unknown> {
  return sql`(select (open, frozen, released) = (${open}::bigint, ${frozen}::bigint, ${released}::bigint)
                from (select ${sumDepositBonusesSql} from deposit_bonuses) b)`
}

/** After `depositBonusesCte`. @param condition SQL condition under which they are taken back */
export function cancelDepositBonusesCte(at: Date, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    cancelled_requirement as (
      update wagering_requirements set cancelled_at = ${at}, frozen_for = null
       where id in (select id from deposit_bonuses) and ${condition}
    )`
}

/** Without those that are given up or taken back. */
export async function countDepositBonuses(db: Db, depositId: string): Promise<DepositBonuses> {
  const { rows } = await sql<DepositBonuses>`
    with ${depositBonusesCte(depositId)} select ${sumDepositBonusesSql} from deposit_bonuses`.execute(db)
  return rows[0] ?? { open: 0, frozen: 0, released: 0 }
}

/** Returns the most that the open bonuses of a trader release. Minor units. */
export async function findReleaseMax(
  db: Db,
  userId: number,
  currency: string,
  { isFrozen, exceptDepositId }: { readonly isFrozen: boolean; readonly exceptDepositId: string },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(release_max), 0)::bigint as total from wagering_requirements
     where user_id = ${userId} and currency = ${currency} and cancelled_at is null and finished_at is null
       and (frozen_for is not null) = ${isFrozen} and deposit_id is distinct from ${exceptDepositId}::uuid`.execute(db)
  return rows[0]?.total ?? 0
}
