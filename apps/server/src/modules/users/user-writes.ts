import type { Currency } from '@tradefront/rules/ledger/money'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { type DrawInt, drawAccountNumber } from './account-number.ts'

type NewUser = {
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly currency: Currency
  readonly phone: string
  readonly language: string
  readonly hasRealAccount: boolean
  /** True if the first log-in shows the practice account. */
  readonly onPractice: boolean
  readonly affiliateId: string | null
  readonly at: Date
}

export type RealAccountDetails = Pick<NewUser, 'firstName' | 'lastName' | 'country' | 'currency' | 'phone'>

/** Returns null if the e-mail address is already used. */
export async function insertUser(trx: Db, user: NewUser, drawInt: DrawInt): Promise<number | null> {
  const row = await trx
    .insertInto('users')
    .values({
      id: await drawAccountNumber(trx, drawInt),
      email: user.email,
      password_hash: user.passwordHash,
      first_name: user.firstName,
      last_name: user.lastName,
      country: user.country,
      currency: user.currency,
      phone: user.phone,
      language: user.language,
      real_opened_at: user.hasRealAccount ? user.at : null,
      on_practice: user.onPractice,
      affiliate_id: user.affiliateId,
      confirmed_adult: true,
      terms_accepted_at: user.at,
      registered_at: user.at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Changes the password. @param previousHash if not null, changes only this hash @returns whether it changed */
export async function updatePasswordHash(
  trx: Db,
  userId: number,
  hash: string,
  previousHash: string | null,
): Promise<boolean> {
  let update = trx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId)
  if (previousHash !== null) update = update.where('password_hash', '=', previousHash)
  return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n
}

/** Changes the e-mail. Returns false if another user has it. @param provedAt null: its mailed link was not opened yet */
export async function updateEmail(
  trx: Db,
  userId: number,
  email: string,
  provedAt: Date | null,
  changedAt: Date | null,
): Promise<boolean> {
  try {
    await sql`savepoint update_email`.execute(trx)
    await trx
      .updateTable('users')
      .set({ email, email_proved_at: provedAt, email_changed_at: changedAt })
      .where('id', '=', userId)
      .execute()
    await sql`release savepoint update_email`.execute(trx)
    return true
  } catch (error) {
    if (getViolatedConstraint(error) !== 'users_email') throw error
    await sql`rollback to savepoint update_email`.execute(trx)
    return false
  }
}

/** Notes that the e-mail was proved, and keeps the first time. */
export async function updateEmailProved(trx: Db, userId: number, provedAt: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email_proved_at: provedAt })
    .where('id', '=', userId)
    .where('email_proved_at', 'is', null)
    .execute()
}

/** Makes the cookies of all known browsers void. */
export async function incrementDeviceEpoch(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((column) => ({ device_epoch: column('device_epoch', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

/** Returns false if nothing changed. */
export async function updateLocked(trx: Db, userId: number, lockedAt: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ locked_at: lockedAt })
    .where('id', '=', userId)
    .where('locked_at', lockedAt === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function updatePhone(trx: Db, userId: number, phone: string): Promise<void> {
  await trx.updateTable('users').set({ phone }).where('id', '=', userId).execute()
}

/** Makes the account a real one. The database checks that no money is left in another currency. */
export async function updateToRealAccount(
  trx: Db,
  userId: number,
  details: RealAccountDetails,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      real_opened_at: at,
      first_name: details.firstName,
      last_name: details.lastName,
      country: details.country,
      currency: details.currency,
      phone: details.phone,
    })
    .where('id', '=', userId)
    .execute()
}

/** Changes which account the trader chose last. @param onPractice the account that the next log-in shows */
export async function updateChosenAccount(trx: Db, userId: number, onPractice: boolean): Promise<void> {
  await trx.updateTable('users').set({ on_practice: onPractice }).where('id', '=', userId).execute()
}

export async function updateLanguage(db: Db, userId: number, language: string): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

/** Changes the name that tournaments show. Null: they show first name and initial. */
export async function updateDisplayName(db: Db, userId: number, name: string | null): Promise<void> {
  await db.updateTable('users').set({ display_name: name }).where('id', '=', userId).execute()
}

/** Changes the verification. @param verifiedAt null unless the user is verified by it */
export async function updateVerification(
  trx: Db,
  userId: number,
  verification: string,
  verifiedAt: Date | null,
): Promise<void> {
  await trx.updateTable('users').set({ verification, verified_at: verifiedAt }).where('id', '=', userId).execute()
}

/** Returns false, without a change, if the user chose to wait until later than `now`. */
export async function updateFailLimitIgnored(db: Db, userId: number, until: Date, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ fail_limit_ignored_until: until })
    .where('id', '=', userId)
    .where((column) =>
      column.or([column('fail_limit_accepted_until', 'is', null), column('fail_limit_accepted_until', '<=', now)]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function updateFailLimitAccepted(db: Db, userId: number, until: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ fail_limit_accepted_until: until, fail_limit_ignored_until: null })
    .where('id', '=', userId)
    .execute()
}

/** Returns false if nothing changed. */
export async function updateCardRisk(db: Db, userId: number, cardRisk: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ card_risk: cardRisk })
    .where('id', '=', userId)
    .where('card_risk', '!=', cardRisk)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns false, without counting, at the limit. */
export async function incrementWelcomeShownCount(db: Db, userId: number, limit: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set((column) => ({ welcome_shown_count: column('welcome_shown_count', '+', 1) }))
    .where('id', '=', userId)
    .where('welcome_shown_count', '<', limit)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function setWelcomeShownCount(db: Db, userId: number, count: number): Promise<void> {
  await db.updateTable('users').set({ welcome_shown_count: count }).where('id', '=', userId).execute()
}
