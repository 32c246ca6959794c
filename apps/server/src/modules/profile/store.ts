import type { DocumentFile } from '@tradefront/rules/documents/document-state'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import type { Currency } from '../../platform/http/sessions.ts'
import { type BatchedRow, createBatchedQuery } from '../../platform/database/batch.ts'

/** What the tables know of a trader, in minor units of the account's currency. */
export type ProfileRow = {
  readonly cash: number
  readonly bonus: number
  readonly practice: number
  readonly turnover_done: number
  readonly turnover_required: number
  readonly deposit_sum: number
  readonly first_deposit: number
  readonly last_deposit: number
  readonly card_expires: string | null
  readonly entro_amount: number | null
  readonly tips: boolean
  readonly conversation: string | null
  readonly documents: readonly DocumentFile[]
}

type AvailableBalance = { readonly currency: Currency; readonly amount: number }

export type ProfileStore = ReturnType<typeof createProfileStore>

export function createProfileStore(db: Db) {
  return {
    /** Balances, turnover, deposits, card and a waiting code of one trader in one query. */
    findProfile: async (userId: number, currency: string): Promise<ProfileRow> => {
      const { rows } = await sql<ProfileRow>`
        with owned as (
          select coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint as cash,
                 coalesce(sum(amount) filter (where account = 'bonus'), 0)::bigint as bonus,
                 coalesce(sum(amount) filter (where account = 'practice'), 0)::bigint as practice
            from ledger_balances where user_id = ${userId} and currency = ${currency}
        ), wagering as (
          select coalesce(sum(least(done, required)), 0)::bigint as turnover_done,
                 coalesce(sum(required), 0)::bigint as turnover_required
            from wagering_requirements where user_id = ${userId} and currency = ${currency}
        ), settled as (
          select coalesce(sum(d.amount), 0)::bigint as deposit_sum,
                 coalesce((array_agg(d.amount order by d.created_at))[1], 0)::bigint as first_deposit,
                 coalesce((array_agg(d.amount order by d.created_at desc))[1], 0)::bigint as last_deposit
            from deposits d
           where d.user_id = ${userId} and d.currency = ${currency}
             and (d.state = 'succeeded'
               or exists (select 1 from captures c where c.deposit_id = d.id and c.place = 'credited_late'))
        )
        select owned.*, wagering.*, settled.*,
               (select to_char(make_date(exp_year, exp_month, 1), 'YYYY-MM') from cards
                 where user_id = ${userId} and replaced_at is null) as card_expires,
               (select d.amount from deposits d join attempts a on a.deposit_id = d.id
                 where d.user_id = ${userId} and d.state in ('open', 'processing')
                   and a.processor = 'ENTROPAY' and a.state = 'requires_action' limit 1) as entro_amount,
               coalesce((select shown from tips where user_id = ${userId}), true) as tips,
               (select conversation from chats where user_id = ${userId}) as conversation,
               (select coalesce(json_agg(json_build_object('kind', kind, 'state', state)), '[]') from documents
                 where user_id = ${userId} and state in ('sent', 'approved', 'refused')) as documents
          from owned, wagering, settled`.execute(db)
      const row = rows[0]
      if (!row) throw new Error('invariant: an aggregate without a row')
      return row
    },

    /** Cash and bonus of a session's trader; null when the session has ended. Those that ask together are one query. */
    findAvailableBalance: createBatchedQuery(
      async (sessions: readonly { readonly sessionHash: Buffer; readonly now: Date }[]) => {
        const { rows } = await sql<BatchedRow & AvailableBalance>`
        select k.place, u.currency,
               (select coalesce(sum(b.amount), 0)::bigint from ledger_balances b
                 where b.user_id = u.id and b.currency = u.currency
                   and b.account = any(case when u.practice then array['practice'] else array['cash', 'bonus'] end)) as amount
          from unnest((select ${sessions.map(({ sessionHash }) => sessionHash)}::bytea[]),
            (select ${sessions.map(({ now }) => now)}::timestamptz[])) with ordinality as k (session, now, place)
          join sessions s on s.id_hash = k.session and s.expires_at > k.now
          join users u on u.id = s.user_id`.execute(db)
        return rows
      },
    ),

    /** Marks the session, and the trader, as one on a phone. */
    markMobileSession: async (userId: number, sessionHash: Buffer, at: Date): Promise<void> => {
      await sql`
        with marked as (update sessions set mobile = true where id_hash = ${sessionHash} and not mobile)
        insert into visits (user_id, phone_at) values (${userId}, ${at})
        on conflict (user_id) do update set phone_at = excluded.phone_at`.execute(db)
    },

    upsertHost: async (userId: number, host: string, at: Date): Promise<void> => {
      const hostVisit = { host, host_at: at }
      await db
        .insertInto('visits')
        .values({ user_id: userId, ...hostVisit })
        .onConflict((on) => on.column('user_id').doUpdateSet(hostVisit))
        .execute()
    },

    /** Of two at once the later one holds. */
    upsertTipsShown: async (userId: number, shown: boolean, host: string, at: Date): Promise<void> => {
      const tipSetting = { shown, host, changed_at: at }
      await db
        .insertInto('tips')
        .values({ user_id: userId, ...tipSetting })
        .onConflict((on) => on.column('user_id').doUpdateSet(tipSetting).where('tips.changed_at', '<=', at))
        .execute()
    },

    /** Saves e-mail and phone; the e-mail that was there before, or null when the new one is another trader's. */
    updateContactDetails: async (userId: number, email: string, phone: string, on: Db): Promise<string | null> => {
      const before = await on
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      try {
        await sql`savepoint info`.execute(on)
        await on.updateTable('users').set({ email, phone }).where('id', '=', userId).execute()
      } catch (error) {
        if (getViolatedConstraint(error) !== 'users_email') throw error
        await sql`rollback to savepoint info`.execute(on)
        return null
      }
      // Links for a new password were mailed to the address of before.
      if (before.email !== email) await on.deleteFrom('password_resets').where('user_id', '=', userId).execute()
      return before.email
    },

    /** One more welcome modal, while fewer than `limit` were shown; false when there were enough. */
    incrementWelcomeCount: async (userId: number, limit: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set((of) => ({ try_counter: of('try_counter', '+', 1) }))
        .where('id', '=', userId)
        .where('try_counter', '<', limit)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    updateLanguage: async (userId: number, language: string): Promise<void> => {
      await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
    },
  }
}
