import { maxSavedCards } from '@tradefront/rules/cards/max-saved-cards'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { lockUser } from '../users/service.ts'

/** A card that was not erased. The security code is never stored. */
export type StoredCard = {
  readonly id: number
  /** Id of the card in requests and replies. */
  readonly publicId: string
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
  /**
   * True if the card is offered for later payments. A new card is saved after its first payment, if the trader chose so
   * (`sql/mark-card-charged.sql`, `sql/settle-card.sql`).
   */
  readonly isSaved: boolean
}

export type NewCard = Omit<StoredCard, 'id' | 'publicId' | 'isSaved'> & {
  readonly numberHash: Buffer
  /** True if the trader chose to save the card. */
  readonly keep: boolean
}

export type ClientLog = { readonly id: number; readonly kind: string; readonly detail: unknown; readonly at: Date }

const isSaved = sql<boolean>`(save_slot is not null and charged_at is not null)`
const columns = sql`id, public_id as "publicId", user_id as "userId", number_sealed as "numberSealed", last4, brand,
  exp_month as "expMonth", exp_year as "expYear", first_name as "firstName", last_name as "lastName", country, state, ${isSaved} as "isSaved"`

// Removed cards are kept for the deposits that charged them.

/** Lists cards that can be charged, the latest entered or chosen first: saved ones, and those that wait for their first payment. */
export async function listCards(db: Db, userId: number): Promise<StoredCard[]> {
  return (
    await sql<StoredCard>`select ${columns} from cards where user_id = ${userId} and removed_at is null
      order by selected_at desc, id desc`.execute(db)
  ).rows
}

export async function findCurrentCard(db: Db, userId: number): Promise<StoredCard | null> {
  return (await listCards(db, userId))[0] ?? null
}

/** Finds a card, also a removed one until it is erased. */
export async function findCardById(db: Db, id: number): Promise<StoredCard | null> {
  return (
    (await sql<StoredCard>`select ${columns} from cards where id = ${id} and number_sealed is not null`.execute(db))
      .rows[0] ?? null
  )
}

export async function selectCard(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('cards').set({ selected_at: now }).where('id', '=', id).execute()
}

/** Inserts a card, instead of one that waits for its first payment. Returns false if the trader has saved as many cards as possible. */
export function insertCard(db: Db, card: NewCard, now: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, card.userId)
    const again = await sql`
      update cards set selected_at = ${now}, number_sealed = ${card.numberSealed}
       where user_id = ${card.userId} and removed_at is null and ${isSaved} and number_hash = ${card.numberHash}
         and exp_month = ${card.expMonth} and exp_year = ${card.expYear} and first_name = ${card.firstName}
         and last_name = ${card.lastName} and country = ${card.country} and state is not distinct from ${card.state}`.execute(
      transaction,
    )
    if (again.numAffectedRows === 1n) return true
    // A payment under way can still save its card.
    await sql`
      update cards set removed_at = ${now}
       where user_id = ${card.userId} and removed_at is null and not ${isSaved}
         and (save_slot is null or not exists (select from deposit_card_uses u
           where u.user_id = cards.user_id and u.card_id = cards.id and u.ended_at is null))`.execute(transaction)
    await eraseRemovedCards(transaction, { userId: card.userId, chargedBefore: null })
    const slot = card.keep ? await findFreeSlot(transaction, card.userId) : null
    if (card.keep && slot === null) return false
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
        selected_at: now,
        save_slot: slot,
      })
      .execute()
    return true
  })
}

/** Removes a card. One that was never charged is erased at once. */
export function updateCardRemoved(db: Db, userId: number, id: number, now: Date): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('cards')
      .set({ removed_at: now })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .execute()
    await eraseRemovedCards(transaction, { userId, chargedBefore: null })
  })
}

/**
 * Erases removed cards, and those that were entered before `unusedBefore` without being paid with.
 * @param chargedBefore cards that were charged are kept if they were removed or their last deposit ended later
 */
export async function deleteCards(
  db: Db,
  { unusedBefore, chargedBefore, now }: { unusedBefore: Date; chargedBefore: Date; now: Date },
) {
  await sql`
    update cards set removed_at = ${now}
     where removed_at is null and charged_at is null and selected_at < ${unusedBefore}
       and not exists (select from deposit_card_uses u
         where u.user_id = cards.user_id and u.card_id = cards.id and u.ended_at is null)`.execute(db)
  await eraseRemovedCards(db, { userId: null, chargedBefore })
}

export function listSealedNumbers(db: Db, afterId: number, limit: number) {
  return db
    .selectFrom('cards')
    .select(['id', 'user_id as userId', 'number_sealed as sealed'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function replaceSealedNumber(db: Db, id: number, sealed: Buffer, before: Buffer): Promise<void> {
  await db
    .updateTable('cards')
    .set({ number_sealed: sealed })
    .where('id', '=', id)
    .where('number_sealed', '=', before)
    .execute()
}

/** Lists entries, newest first. @param beforeId null for the first page */
export function listClientLogs(db: Db, userId: number, beforeId: number | null, limit: number): Promise<ClientLog[]> {
  return db
    .selectFrom('card_client_logs')
    .select(['id', 'kind', 'detail', 'created_at as at'])
    .where('user_id', '=', userId)
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Adds an entry. The database keeps the latest ones of each user. */
export async function insertClientLog(
  db: Db,
  userId: number,
  kind: string,
  detail: Record<string, string>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('card_client_logs')
    .values({ user_id: userId, kind, detail: JSON.stringify(detail), created_at: now })
    .execute()
}

async function findFreeSlot(db: Db, userId: number): Promise<number | null> {
  const { rows } = await sql<{ slot: number }>`
    select slot from generate_series(1, ${maxSavedCards}::integer) slot
     where not exists (select from cards where user_id = ${userId} and removed_at is null and save_slot = slot)
     order by slot limit 1`.execute(db)
  return rows[0]?.slot ?? null
}

/**
 * Nothing stays of a card that was never charged. Of a charged one stays what a refund to the card needs: number, expiry date
 * and holder. Rows stay if deposits refer to them, with the brand and the last four digits.
 * @param userId null for all @param chargedBefore null to keep all charged cards
 */
async function eraseRemovedCards(
  db: Db,
  { userId, chargedBefore }: { readonly userId: number | null; readonly chargedBefore: Date | null },
): Promise<void> {
  const removed = sql`removed_at is not null and number_sealed is not null
    ${userId === null ? sql`` : sql`and user_id = ${userId}`}`
  const use = sql`select from deposit_card_uses u where u.user_id = cards.user_id and u.card_id = cards.id`
  await sql`delete from cards where ${removed} and not exists (${use})`.execute(db)
  await sql`
    update cards set number_sealed = null, number_hash = null, exp_month = null, exp_year = null, first_name = null,
           last_name = null, country = null, state = null
     where ${removed} and (charged_at is null or removed_at < ${chargedBefore}::timestamptz)
       and not exists (${use} and (u.ended_at is null or (charged_at is not null and u.ended_at >= ${chargedBefore}::timestamptz)))`.execute(
    db,
  )
  await sql`
    update cards set number_hash = null, country = null, state = null
     where ${removed} and number_hash is not null and not exists (${use} and u.ended_at is null)`.execute(db)
}
