import { sql } from 'kysely'

import type { Db } from '../../platform/db.ts'
import { violatedConstraint } from '../../platform/errors.ts'

export type NewUser = {
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly currency: string
  readonly phone: string
  readonly language: string
  /** A practice account. */
  readonly practice: boolean
  readonly at: Date
}

export type Account = {
  readonly id: number
  readonly passwordHash: string
  readonly language: string
  readonly registeredAt: Date
}

export type AuthStore = ReturnType<typeof createAuthStore>

export function createAuthStore(db: Db) {
  return {
    /** Whose e-mail this is, in lower case. */
    findByEmail: async (email: string): Promise<Account | null> => {
      const row = await db
        .selectFrom('users')
        .select(['id', 'password_hash as passwordHash', 'language', 'registered_at as registeredAt'])
        .where('email', '=', email)
        .executeTakeFirst()
      return row ?? null
    },

    /** Opens an account, and does `more` in the same transaction. Null when the e-mail is taken. */
    create: async (user: NewUser, more: (userId: number, trx: Db) => Promise<void>): Promise<number | null> => {
      try {
        return await db.transaction().execute(async (trx) => {
          const id = await insertUser(user, trx)
          await more(id, trx)
          return id
        })
      } catch (error) {
        if (violatedConstraint(error) === 'users_email') return null
        throw error
      }
    },

    /** How often each subject has failed since `since`. */
    failures: async (subjects: readonly string[], since: Date): Promise<ReadonlyMap<string, number>> => {
      const { rows } = await sql<{ subject: string; n: number }>`
        select subject, count(*)::int as n from login_failures
         where subject = any(${[...subjects]}::text[]) and at > ${since} group by subject`.execute(db)
      return new Map(rows.map(({ subject, n }) => [subject, n]))
    },

    /** Notes a failure for each subject. */
    noteFailure: async (subjects: readonly string[], at: Date): Promise<void> => {
      await db
        .insertInto('login_failures')
        .values(subjects.map((subject) => ({ subject, at })))
        .execute()
    },

    /** Takes away what no longer counts: failures before `failuresBefore`, sessions that ended before `now`. */
    forgetOld: async (failuresBefore: Date, now: Date): Promise<void> => {
      await db.deleteFrom('login_failures').where('at', '<=', failuresBefore).execute()
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    },

    forgetFailures: async (subjects: readonly string[]): Promise<void> => {
      if (subjects.length === 0) return
      await db
        .deleteFrom('login_failures')
        .where('subject', 'in', [...subjects])
        .execute()
    },
  }
}

async function insertUser(user: NewUser, on: Db): Promise<number> {
  const row = await on
    .insertInto('users')
    .values({
      email: user.email,
      password_hash: user.passwordHash,
      first_name: user.firstName,
      last_name: user.lastName,
      country: user.country,
      currency: user.currency,
      phone: user.phone,
      language: user.language,
      practice: user.practice,
      adult: true,
      terms_accepted_at: user.at,
      registered_at: user.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
