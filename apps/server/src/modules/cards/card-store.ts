import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { lockUserForRelatedRows } from '../users/service.ts'

export type CardStore = ReturnType<typeof createCardStore>

/** The security code is never stored. */
export type StoredCard = {
  readonly id: number
  readonly userId: number
  /** Null after it was deleted. */
  readonly numberSealed: Buffer | null
  readonly last4: string
  readonly brand: string
  readonly expMonth: number
  readonly expYear: number
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly state: string | null
}

export type NewCard = Omit<StoredCard, 'id'> & { readonly numberSealed: Buffer; readonly numberHash: Buffer }

export type ClientLog = { readonly id: number; readonly kind: string; readonly detail: unknown; readonly at: Date }

const columns = [
  'id',
  'user_id as userId',
  'number_sealed as numberSealed',
  'last4',
  'brand',
  'exp_month as expMonth',
  'exp_year as expYear',
  'first_name as firstName',
  'last_name as lastName',
  'country',
  'state',
] as const

const maxClientLogs = 1000

/** Replaced cards are kept for the deposits that charged them. */
export function createCardStore(db: Db) {
  return {
    findCurrentCard: async (userId: number): Promise<StoredCard | null> =>
      (await db
        .selectFrom('cards')
        .select(columns)
        .where('user_id', '=', userId)
        .where('replaced_at', 'is', null)
        .executeTakeFirst()) ?? null,

    findById: async (id: number): Promise<StoredCard | null> =>
      (await db.selectFrom('cards').select(columns).where('id', '=', id).executeTakeFirst()) ?? null,

    async replaceCard(card: NewCard, now: Date): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await lockUserForRelatedRows(transaction, card.userId)
        await transaction
          .updateTable('cards')
          .set({ replaced_at: now })
          .where('user_id', '=', card.userId)
          .where('replaced_at', 'is', null)
          .execute()
        await transaction
          .insertInto('cards')
          .values({
            user_id: card.userId,
            number_sealed: card.numberSealed,
            number_hash: card.numberHash,
            last4: card.last4,
            brand: card.brand,
            exp_month: card.expMonth,
            exp_year: card.expYear,
            first_name: card.firstName,
            last_name: card.lastName,
            country: card.country,
            state: card.state,
            created_at: now,
          })
          .execute()
      })
    },

    async removeCard(userId: number, now: Date): Promise<void> {
      await db
        .updateTable('cards')
        .set({ replaced_at: now })
        .where('user_id', '=', userId)
        .where('replaced_at', 'is', null)
        .execute()
    },

    /** Of cards that were removed or replaced before `before`, and whose last deposit ended before it. */
    async deleteUnusedNumbers(before: Date): Promise<void> {
      await sql`
        update cards set number_sealed = null, number_hash = null
         where replaced_at < ${before} and number_sealed is not null
           and not exists (
             select 1 from deposit_card_uses u
              where u.user_id = cards.user_id and u.card_id = cards.id and (u.ended_at is null or u.ended_at >= ${before}))`.execute(
        db,
      )
    },

    listSealedNumbers: (afterId: number, limit: number) =>
      db
        .selectFrom('cards')
        .select(['id', 'user_id as userId', 'number_sealed as sealed'])
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute(),

    async replaceSealedNumber(id: number, sealed: Buffer, before: Buffer): Promise<void> {
      await db
        .updateTable('cards')
        .set({ number_sealed: sealed })
        .where('id', '=', id)
        .where('number_sealed', '=', before)
        .execute()
    },

    /** Newest first. @param beforeId null for the first page */
    listClientLogs: (userId: number, beforeId: number | null, limit: number): Promise<ClientLog[]> =>
      db
        .selectFrom('card_client_logs')
        .select(['id', 'kind', 'detail', 'created_at as at'])
        .where('user_id', '=', userId)
        .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** Also deletes the user's oldest entries. */
    async insertClientLog(userId: number, kind: string, detail: Record<string, string>, now: Date): Promise<void> {
      await db
        .with('deleted', (qc) =>
          qc.deleteFrom('card_client_logs').where('id', 'in', (eb) =>
            eb
              .selectFrom('card_client_logs')
              .select('id')
              .where('user_id', '=', userId)
              .orderBy('id', 'desc')
              .offset(maxClientLogs - 1),
          ),
        )
        .insertInto('card_client_logs')
        .values({ user_id: userId, kind, detail: JSON.stringify(detail), created_at: now })
        .execute()
    },
  }
}
