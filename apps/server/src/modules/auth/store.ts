import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import type { ThrottleKeys } from './throttle.ts'

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

    /** Opens an account, and does `afterInsert` in the same transaction. Null when the e-mail is taken. */
    createUser: async (
      user: NewUser,
      afterInsert: (userId: number, trx: Db) => Promise<void>,
    ): Promise<number | null> => {
      try {
        return await db.transaction().execute(async (trx) => {
          const id = await insertUser(user, trx)
          await afterInsert(id, trx)
          return id
        })
      } catch (error) {
        if (getViolatedConstraint(error) === 'users_email') return null
        throw error
      }
    },

    /** Notes a try at `target` and counts, in one statement; the count is of before. */
    insertAndCountFailures: async (
      { target: what, source: who }: ThrottleKeys,
      at: Date,
      since: Date,
    ): Promise<ReadonlyMap<string, number>> => {
      const { rows } = await sql<{ subject: string; n: number }>`
        with noted as (insert into login_failures (subject, at) select w, ${at} from unnest(${withoutNulls(what)}::text[]) w)
        select subject, count(*)::int as n from login_failures
         where subject = any(${withoutNulls(what, who)}::text[]) and at > ${since} group by subject`.execute(db)
      return new Map(rows.map(({ subject, n }) => [subject, n]))
    },

    insertFailure: async (subject: string, at: Date): Promise<void> => {
      await db.insertInto('login_failures').values({ subject, at }).execute()
    },

    deleteFailureAt: async (subject: string, at: Date): Promise<void> => {
      await sql`
        delete from login_failures where ctid = (
          select ctid from login_failures where subject = ${subject} and at = ${at} limit 1 for update skip locked)`.execute(
        db,
      )
    },

    /** Takes away what no longer counts: failures before `failuresBefore`, sessions that ended before `now`. */
    deleteExpired: async (failuresBefore: Date, now: Date): Promise<void> => {
      await db.deleteFrom('login_failures').where('at', '<=', failuresBefore).execute()
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    },

    deleteFailures: async (subject: string): Promise<void> => {
      await db.deleteFrom('login_failures').where('subject', '=', subject).execute()
    },
  }
}

function withoutNulls(...subjects: readonly (string | null)[]): string[] {
  return subjects.filter((subject) => subject !== null)
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
