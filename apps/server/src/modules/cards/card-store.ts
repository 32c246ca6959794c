import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { lockUserForRelatedRows, overrideCardLimit, setCardRisk } from '../users/service.ts'

export type CardStore = ReturnType<typeof createCardStore>

/** A saved card as it stands in the database: the number sealed, the security code nowhere. */
export type StoredCard = {
  readonly id: number
  readonly userId: number
  readonly numberSealed: Buffer
  readonly last4: string
  readonly brand: string
  readonly expMonth: number
  readonly expYear: number
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly state: string | null
}

export type NewCard = Omit<StoredCard, 'id'> & { readonly numberHash: Buffer }

const columns = sql`id, user_id as "userId", number_sealed as "numberSealed", last4, brand, exp_month as "expMonth",
  exp_year as "expYear", first_name as "firstName", last_name as "lastName", country, state`

/** Saved cards: one in use per trader; a replaced one stays for the deposits that charged it. */
export function createCardStore(db: Db) {
  return {
    async findCurrentCard(userId: number): Promise<StoredCard | null> {
      const { rows } =
        await sql<StoredCard>`select ${columns} from cards where user_id = ${userId} and replaced_at is null`.execute(
          db,
        )
      return rows[0] ?? null
    },

    async findById(id: number): Promise<StoredCard | null> {
      const { rows } = await sql<StoredCard>`select ${columns} from cards where id = ${id}`.execute(db)
      return rows[0] ?? null
    },

    /** Saves a card in place of the one there was, if any. The user's row is held, so two at once come one after the other. */
    async replaceCard(card: NewCard, now: Date): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await lockUserForRelatedRows(trx, card.userId)
        await sql`update cards set replaced_at = ${now} where user_id = ${card.userId} and replaced_at is null`.execute(
          trx,
        )
        await sql`insert into cards (user_id, number_sealed, number_hash, last4, brand, exp_month, exp_year, first_name, last_name, country, state, saved_at)
          values (${card.userId}, ${card.numberSealed}, ${card.numberHash}, ${card.last4}, ${card.brand}, ${card.expMonth}, ${card.expYear},
            ${card.firstName}, ${card.lastName}, ${card.country}, ${card.state}, ${now})`.execute(trx)
      })
    },

    async removeCard(userId: number, now: Date): Promise<void> {
      await sql`update cards set replaced_at = ${now} where user_id = ${userId} and replaced_at is null`.execute(db)
    },

    setLimitIgnored: (userId: number): Promise<void> => overrideCardLimit(db, userId),

    setCardRisk: (userId: number): Promise<void> => setCardRisk(db, userId),

    /** Keeps what the browser says of its own cascade; the newest thousand of a trader. */
    async insertTrace(userId: number, kind: string, detail: Record<string, string>, now: Date): Promise<void> {
      await sql`
        with old as (
          delete from card_traces where id in (select id from card_traces where user_id = ${userId} order by id desc offset 999)
        )
        insert into card_traces (user_id, kind, detail, at) values (${userId}, ${kind}, ${JSON.stringify(detail)}::jsonb, ${now})`.execute(
        db,
      )
    },
  }
}
