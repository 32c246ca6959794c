import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type NewMail = {
  readonly id: string
  readonly letter: string
  readonly sealed: Buffer
  readonly at: Date
  readonly validUntil: Date | null
}

export type LeasedMail = {
  readonly id: string
  readonly sealed: Buffer
  readonly tries: number
  readonly isExpired: boolean
}

export type MailStore = ReturnType<typeof createMailStore>

export function createMailStore(db: Db) {
  return {
    /** In the transaction `on`, so that a mail goes out if and only if what it tells has happened. */
    insertMail: async ({ id, letter, sealed, at, validUntil }: NewMail, on: Db): Promise<void> => {
      await on
        .insertInto('mails')
        .values({ id, letter, sealed, due_at: at, valid_until: validUntil, created_at: at })
        .execute()
    },

    /** One mail that is due, kept from everybody else until `leaseUntil`. Counts the try. */
    leaseDueMail: async (now: Date, leaseUntil: Date): Promise<LeasedMail | null> => {
      const { rows } = await sql<LeasedMail>`
        update mails set tries = tries + 1, due_at = ${leaseUntil}
         where id = (select id from mails where state = 'due' and due_at <= ${now}
                      order by due_at limit 1 for update skip locked)
        returning id, sealed, tries, coalesce(valid_until <= ${now}, false) as "isExpired"`.execute(db)
      return rows[0] ?? null
    },

    /** The end of a mail: its words are erased. Nothing happens to one that somebody else took meanwhile. */
    finishMail: async (
      { id, tries }: Pick<LeasedMail, 'id' | 'tries'>,
      state: 'sent' | 'failed' | 'expired',
      reason: string | null,
      at: Date,
    ): Promise<void> => {
      await db
        .updateTable('mails')
        .set({ state, sealed: null, ended_at: at, last_error: reason })
        .where('id', '=', id)
        .where('state', '=', 'due')
        .where('tries', '=', tries)
        .execute()
    },

    /** Another try at `dueAt`. */
    rescheduleMail: async (
      { id, tries }: Pick<LeasedMail, 'id' | 'tries'>,
      reason: string,
      dueAt: Date,
    ): Promise<void> => {
      await db
        .updateTable('mails')
        .set({ due_at: dueAt, last_error: reason })
        .where('id', '=', id)
        .where('state', '=', 'due')
        .where('tries', '=', tries)
        .execute()
    },

    /** Takes away what ended before `before`. */
    deleteFinishedMails: async (before: Date): Promise<void> => {
      await db.deleteFrom('mails').where('state', '<>', 'due').where('ended_at', '<', before).execute()
    },
  }
}
