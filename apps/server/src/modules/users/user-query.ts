import type { Currency } from '@tradefront/rules/ledger/money'
import { type SqlBool, sql } from 'kysely'

import { anyOf } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UserAccount } from '../../platform/http/sessions.ts'

export type UserCredentials = {
  readonly id: number
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly language: string
  readonly registeredAt: Date
  readonly isLocked: boolean
  readonly deviceEpoch: number
}

const credentialColumns = [
  'id',
  'email',
  'password_hash as passwordHash',
  'first_name as firstName',
  'last_name as lastName',
  'language',
  'registered_at as registeredAt',
  'device_epoch as deviceEpoch',
] as const

const hasRealAccount = sql<SqlBool>`real_opened_at is not null`.$castTo<boolean>().as('hasRealAccount')
const isLocked = sql<SqlBool>`locked_at is not null`.$castTo<boolean>().as('isLocked')

/** Finds the password of a user. @param email in lower case */
export async function findCredentialsByEmail(db: Db, email: string): Promise<UserCredentials | null> {
  const row = await db
    .selectFrom('users')
    .select(credentialColumns)
    .select(isLocked)
    .where('email', '=', email)
    .executeTakeFirst()
  return row ?? null
}

export async function findCredentials(db: Db, userId: number): Promise<UserCredentials | null> {
  const row = await db
    .selectFrom('users')
    .select(credentialColumns)
    .select(isLocked)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a user, so that requests for the same address run one after the other. */
export async function lockUserByEmail(trx: Db, email: string): Promise<{ id: number; language: string } | null> {
  const row = await trx
    .selectFrom('users')
    .select(['id', 'language'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

type LockedUser = { readonly emailChangedAt: Date | null; readonly registeredAt: Date } & Pick<
  UserAccount,
  'email' | 'emailProvedAt' | 'phone' | 'language' | 'currency' | 'hasRealAccount' | 'verification'
>

/** Locks a user. Transactions that do so run one after the other. Rows that refer to the user can still be inserted. */
export function lockUser(trx: Db, userId: number): Promise<LockedUser> {
  return (
    trx
      .selectFrom('users')
      .select([
        'email',
        'email_proved_at as emailProvedAt',
        'email_changed_at as emailChangedAt',
        'registered_at as registeredAt',
        'phone',
        'language',
        'currency',
        'verification',
      ])
      .select(hasRealAccount)
      .where('id', '=', userId)
      // A full lock would be a deadlock with the statement that credits a deposit of the user.
      .forNoKeyUpdate()
      .$narrowType<{ currency: Currency }>()
      .executeTakeFirstOrThrow()
  )
}

/** Locks users like `lockUser`, in the order of their ids, which prevents deadlocks. */
export async function lockUsers(trx: Db, userIds: readonly number[]): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf(userIds, 'bigint'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function findUserById(db: Db, userId: number): Promise<UserAccount | null> {
  const row = await db
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .select(userAccountColumns)
    .$narrowType<{ currency: Currency }>()
    .executeTakeFirst()
  return row ?? null
}

/** Columns of a user with an account, of `users as u` or of the view `user_accounts as u`. */
export const userAccountColumns = [
  'u.id',
  'u.email',
  'u.email_proved_at as emailProvedAt',
  'u.first_name as firstName',
  'u.last_name as lastName',
  'u.country',
  'u.currency',
  'u.language',
  'u.phone',
  'u.registered_at as registeredAt',
  'u.verification',
  'u.affiliate_id as affiliateId',
  'u.min_deposit_card as minDepositCard',
  'u.min_deposit_other as minDepositOther',
  'u.max_deposit as maxDeposit',
  'u.cascade',
  'u.card_risk as cardRisk',
  'u.fail_limit_ignored_until as failLimitIgnoredUntil',
  'u.fail_limit_accepted_until as failLimitAcceptedUntil',
  'u.welcome_shown_count as welcomeShownCount',
  hasRealAccount,
] as const

export async function findVerifiedAt(db: Db, userId: number): Promise<Date | null> {
  const row = await db.selectFrom('users').select('verified_at').where('id', '=', userId).executeTakeFirst()
  return row?.verified_at ?? null
}
