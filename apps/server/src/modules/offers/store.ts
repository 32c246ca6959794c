import type { ClosableNotice } from '@tradefront/contract/domain/profile'
import type { Offer } from '@tradefront/contract/offers'
import type { Currency } from '@tradefront/rules/ledger/money'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type OfferName = Offer['name']
export type DismissedName = 'bitcoin' | ClosableNotice

/** An offer that was opened or dismissed. */
export type OfferRow = {
  readonly name: OfferName
  /** Percent of the deposit, or of the loss. */
  readonly percent: number
  /** Code of the bonus. Null: the risk-free offer has no code of an operator. */
  readonly promo: string | null
  /** End of the offer. Null: it was dismissed before it was opened. */
  readonly endsAt: Date | null
  readonly isDecided: boolean
}

export async function listOfferRows(db: Db, userId: number): Promise<OfferRow[]> {
  const rows = await db
    .selectFrom('offers')
    .select(['name', 'percent', 'promo', 'ends_at as endsAt', 'decided_at as decidedAt'])
    .where('user_id', '=', userId)
    .$narrowType<{ name: OfferName }>()
    .execute()
  return rows.map(({ decidedAt, ...row }) => ({ ...row, isDecided: decidedAt !== null }))
}

export type NewOffer = Omit<OfferRow, 'isDecided'> & { readonly userId: number }

/** Does nothing if the trader has opened or dismissed this offer. */
export async function insertOffer(db: Db, { userId, name, percent, promo, endsAt }: NewOffer, at: Date): Promise<void> {
  await db
    .insertInto('offers')
    .values({
      user_id: userId,
      name,
      percent,
      promo,
      ends_at: endsAt,
      decision: endsAt === null ? 'ignored' : null,
      decided_at: endsAt === null ? at : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Accepts the offer that runs and has this code. Returns null if there is none. */
export async function updateAcceptedOffer(
  trx: Db,
  userId: number,
  promo: string | null,
  at: Date,
): Promise<Pick<OfferRow, 'percent'> | null> {
  const row = await trx
    .updateTable('offers')
    .set({ decision: 'accepted', decided_at: at })
    .where('user_id', '=', userId)
    .where('promo', promo === null ? 'is' : '=', promo)
    .where('decided_at', 'is', null)
    .where('ends_at', '>', at)
    .returning('percent')
    .executeTakeFirst()
  return row ?? null
}

export async function updateIgnoredOffer(db: Db, userId: number, name: OfferName, at: Date): Promise<void> {
  await db
    .updateTable('offers')
    .set({ decision: 'ignored', decided_at: at })
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .where('decided_at', 'is', null)
    .execute()
}

/** How often a trader dismisses the suggestion of bitcoin before it stays away. */
const maxDismissals = 2

/** Counts once a day (UTC). */
export async function upsertDismissedNotice(db: Db, userId: number, name: DismissedName, at: Date): Promise<void> {
  await sql`
    insert into dismissed_notices as d (user_id, name, times, dismissed_at) values (${userId}, ${name}, 1, ${at})
    on conflict (user_id, name) do update set dismissed_at = excluded.dismissed_at,
      times = case when (excluded.dismissed_at at time zone 'UTC')::date > (d.dismissed_at at time zone 'UTC')::date
        then least(d.times + 1, ${maxDismissals}) else d.times end
      where excluded.dismissed_at > d.dismissed_at`.execute(db)
}

/** Finds when the trader's only deposit was credited. Returns null if there is none, or more than one. */
export async function findOnlyDepositTime(db: Db, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('deposit_totals')
    .select('first_at')
    .where('user_id', '=', userId)
    .where('count', '=', 1)
    .executeTakeFirst()
  return row?.first_at ?? null
}

/** A losing day, with amounts in minor units. */
export type LosingDay = { readonly day: string; readonly currency: Currency; readonly loss: number }

export async function findLosingDay(db: Db, userId: number): Promise<LosingDay | null> {
  const row = await db
    .selectFrom('losing_traders')
    .select(['day', 'currency', 'loss'])
    .where('user_id', '=', userId)
    .$narrowType<{ day: string; currency: Currency; loss: number }>()
    .executeTakeFirst()
  return row ?? null
}
