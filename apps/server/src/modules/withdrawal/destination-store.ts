import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type DestinationMethod = Exclude<WithdrawalMethod, 'card'>

export type Destination = {
  readonly id: string
  readonly method: DestinationMethod
  readonly account: string
  readonly state: 'unproved' | 'proved'
  readonly wrongCodes: number
  readonly usableFrom: Date
}

export type NewDestination = Pick<Destination, 'id' | 'method' | 'account' | 'usableFrom'> & {
  readonly userId: number
  readonly codeHash: Buffer
  readonly createdAt: Date
}

const selectDestinations = (db: Db, userId: number) =>
  db
    .selectFrom('withdrawal_destinations')
    .select(['id', 'account', 'wrong_codes as wrongCodes', 'usable_from as usableFrom'])
    .select(sql<DestinationMethod>`method`.as('method'))
    .select(sql<Destination['state']>`state`.as('state'))
    .where('user_id', '=', userId)
    .where('state', '<>', 'removed')

/** Lists the accounts of a trader, at most one for each method. */
export function listDestinations(db: Db, userId: number): Promise<Destination[]> {
  return selectDestinations(db, userId).orderBy('method').execute()
}

/** Locks an account until the end of the transaction. Returns null if it is removed, or another trader's. */
export async function lockDestination(
  trx: Db,
  userId: number,
  id: string,
): Promise<(Destination & { readonly codeHash: Buffer }) | null> {
  const row = await selectDestinations(trx, userId)
    .select('code_hash as codeHash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Replaces the account that the trader has for the method. */
export async function replaceDestination(trx: Db, destination: NewDestination): Promise<void> {
  const { id, userId, method, account, codeHash, createdAt, usableFrom } = destination
  await trx
    .updateTable('withdrawal_destinations')
    .set({ state: 'removed', removed_at: createdAt })
    .where('user_id', '=', userId)
    .where('method', '=', method)
    .where('state', '<>', 'removed')
    .execute()
  await trx
    .insertInto('withdrawal_destinations')
    .values({
      id,
      user_id: userId,
      method,
      account,
      state: 'unproved',
      code_hash: codeHash,
      created_at: createdAt,
      usable_from: usableFrom,
    })
    .execute()
}

/** Counts accounts that were added, to limit the mails with codes. */
export async function countDestinationsSince(trx: Db, userId: number, since: Date): Promise<number> {
  const row = await trx
    .selectFrom('withdrawal_destinations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function markDestinationProved(trx: Db, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('withdrawal_destinations')
    .set({ state: 'proved', proved_at: at })
    .where('id', '=', id)
    .execute()
}

export async function markDestinationRemoved(trx: Db, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('withdrawal_destinations')
    .set({ state: 'removed', removed_at: at })
    .where('id', '=', id)
    .execute()
}

/** Removes accounts, also those that a payout in doubt goes to: nothing more is sent there. */
export async function updateRemovedSince(trx: Db, userId: number, since: Date, at: Date): Promise<void> {
  await trx
    .updateTable('withdrawal_destinations')
    .set({ state: 'removed', removed_at: at })
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('state', '<>', 'removed')
    .execute()
}

export async function countWrongCode(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('withdrawal_destinations')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns whether a payout that has not ended goes to the account. */
export async function isDestinationNeeded(trx: Db, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payouts')
    .select('id')
    .where('destination_id', '=', id)
    .where('state', 'in', ['waiting', 'due', 'sent', 'in_doubt'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
