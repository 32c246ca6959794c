import type { Offer } from '@tradefront/contract/offers'

import type { Db } from '../../platform/database/database.ts'

/** Offers that have neither ended nor been decided. */
export async function listOpenOffers(db: Db, userId: number, now: Date): Promise<Offer[]> {
  const rows = await db
    .selectFrom('offers')
    .select(['name', 'percent', 'promo', 'ends_at as endsAt'])
    .where('user_id', '=', userId)
    .where('decided_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('name')
    .$narrowType<{ name: Offer['name'] }>()
    .execute()
  return rows.map(({ endsAt, ...offer }) => ({ ...offer, ends_at: endsAt.getTime() }))
}
