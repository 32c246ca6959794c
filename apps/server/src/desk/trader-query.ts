import type { TraderDetails } from '@tradefront/contract/desk-traders'
import { sql } from 'kysely'

import { listTraderNotes } from '../modules/operators/trader-notes.ts'
import type { Db } from '../platform/database/database.ts'
import { toMs } from '../platform/database/to-ms.ts'

const maxRelated = 50

/** Returns null if there is no such trader. */
export async function findTraderDetails(db: Db, id: string): Promise<TraderDetails | null> {
  const { rows } = await sql<Omit<TraderDetails, 'notes' | 'tags'>>`
    select u.id, btrim(concat_ws(' ', u.first_name, u.last_name)) as name, u.email, u.phone, u.country, u.language, u.verification,
           u.affiliate_id as affiliate, u.first_name as "firstName", u.last_name as "lastName",
           u.cascade, u.card_risk as "isCardRisk",
           jsonb_build_object('minCard', u.min_deposit_card, 'minOther', u.min_deposit_other, 'max', u.max_deposit) as "depositLimits",
           ${toMs(sql`u.email_proved_at`)} as "emailProvedAtMs", ${toMs(sql`u.registered_at`)} as "registeredAtMs",
           ${toMs(sql`u.real_opened_at`)} as "realOpenedAtMs", ${toMs(sql`u.verified_at`)} as "verifiedAtMs",
           ${toMs(sql`u.locked_at`)} as "lockedAtMs",
           (select jsonb_agg(to_jsonb(m) order by m.currency <> u.currency, m.currency)
              from (select c.currency, coalesce(b.cash, 0) as cash, coalesce(b.bonus + b.frozen_bonus, 0) as bonus,
                           coalesce(b.hold, 0) as hold, coalesce(b.debt, 0) as debt,
                           (select coalesce(sum(least(o.done, o.required)), 0) from bonuses o where ${isOpenBonus}) as "turnoverDone",
                           (select coalesce(sum(o.required), 0) from bonuses o where ${isOpenBonus}) as "turnoverNeeded"
                      from (select u.currency union select currency from account_balances where user_id = u.id) c
                           left join account_balances b on b.user_id = u.id and b.currency = c.currency) m) as balances,
           (select coalesce(jsonb_agg(to_jsonb(r) order by r."sinceMs" desc, r.id), '[]')
              from (select o.id, btrim(concat_ws(' ', o.first_name, o.last_name)) as name, o.email, e.marks, ${toMs(sql`e.since`)} as "sinceMs"
                      from (select related_id, min(since) as since, array_agg(distinct kind order by kind) as marks
                              from related_users where user_id = u.id group by related_id order by 2 desc limit ${sql.lit(maxRelated)}) e
                           join user_profiles o on o.id = e.related_id) r) as related
      from user_profiles u where u.id = ${id}::bigint`.execute(db)
  const [found] = rows
  return found === undefined ? null : { ...found, ...(await listTraderNotes(db, id)) }
}

/** Condition on `bonuses o`, for the trader `u` and the currency `c`. */
const isOpenBonus = sql`o.user_id = u.id and o.currency = c.currency and o.cancelled_at is null and o.finished_at is null`
