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
  readonly at: Date
}

export type AuthStore = ReturnType<typeof createAuthStore>

export function createAuthStore(db: Db) {
  return {
    /** Whose e-mail this is, in lower case. */
    findByEmail: async (email: string): Promise<{ id: number; passwordHash: string } | null> => {
      const row = await db
        .selectFrom('users')
        .select(['id', 'password_hash as passwordHash'])
        .where('email', '=', email)
        .executeTakeFirst()
      return row ?? null
    },

    /** Null when the e-mail is taken. */
    create: async (user: NewUser): Promise<number | null> => {
      try {
        const row = await db
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
            adult: true,
            terms_accepted_at: user.at,
            registered_at: user.at,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return row.id
      } catch (error) {
        if (violatedConstraint(error) === 'users_email') return null
        throw error
      }
    },

    /** The most failures that any of the subjects has had since `since`. */
    failures: async (subjects: readonly string[], since: Date): Promise<number> => {
      const { rows } = await sql<{ most: number }>`
        select coalesce(max(n), 0)::int as most from (
          select count(*) as n from login_failures
           where subject = any(${[...subjects]}::text[]) and at > ${since} group by subject) counted`.execute(db)
      return rows[0]?.most ?? 0
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
      await db
        .deleteFrom('login_failures')
        .where('subject', 'in', [...subjects])
        .execute()
    },
  }
}
