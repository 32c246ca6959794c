import type { Offer } from '@tradefront/contract/offers'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type OfferName = Offer['name']

/** An offer that a trader can accept, with the terms of its code in minor units of the base currency. */
export type OpenOffer = {
  readonly name: OfferName
  readonly percent: number
  readonly promo: string
  readonly endsAt: Date
  readonly minDeposit: number
  /** Null: the code does not end. */
  readonly codeEndsAt: Date | null
}

/** Offers that have neither ended nor been decided. */
export async function listOpenOffers(db: Db, userId: number, now: Date): Promise<OpenOffer[]> {
  return db
    .selectFrom('offers as o')
    .innerJoin('promo_codes as p', 'p.code', 'o.promo')
    .select(['o.name', 'o.percent', 'o.promo', 'o.ends_at as endsAt'])
    .select('p.ends_at as codeEndsAt')
    .select((eb) => eb.fn.coalesce('p.min_deposit', sql<number>`0`).as('minDeposit'))
    .where('o.user_id', '=', userId)
    .where('o.decided_at', 'is', null)
    .where('o.ends_at', '>', now)
    .orderBy('o.name')
    .$narrowType<{ name: OfferName }>()
    .execute()
}

export type NewOffer = Omit<OpenOffer, 'minDeposit' | 'codeEndsAt'> & { readonly userId: number }

/** False if the trader has had this offer. */
export async function insertOffer(db: Db, { userId, name, percent, promo, endsAt }: NewOffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('offers')
    .values({ user_id: userId, name, percent, promo, ends_at: endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function hasHadOffer(db: Db, userId: number, name: OfferName): Promise<boolean> {
  const row = await db
    .selectFrom('offers')
    .select('name')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the name of the open offer with this code, or null. */
export async function acceptOffer(trx: Db, userId: number, promo: string, at: Date): Promise<OfferName | null> {
  const row = await trx
    .updateTable('offers')
    .set({ decision: 'accepted', decided_at: at })
    .where('user_id', '=', userId)
    .where('promo', '=', promo)
    .where('decided_at', 'is', null)
    .where('ends_at', '>', at)
    .returning('name')
    .$narrowType<{ name: OfferName }>()
    .executeTakeFirst()
  return row?.name ?? null
}

export async function ignoreOffer(db: Db, userId: number, name: OfferName, at: Date): Promise<void> {
  await db
    .updateTable('offers')
    .set({ decision: 'ignored', decided_at: at })
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .where('decided_at', 'is', null)
    .execute()
}

/** Whether the trader's only deposit was credited after `since`. */
export async function hasMadeFirstDeposit(db: Db, userId: number, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_totals')
    .select('count')
    .where('user_id', '=', userId)
    .where('count', '=', 1)
    .where('first_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasLosingDay(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('losing_traders').select('day').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}
