import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Trade } from './trade.ts'

/** No trade is open for longer. Lists of closed trades use it to search by the opening, which has the index. */
export const longestTrade = sql`interval '1 day 2 minutes'`

/**
 * Finds, by trade, who had a trade on the same symbol in the other direction at the same time, until then: the trader, or the owner of a
 * linked account, who is named first.
 */
export async function findOppositeUsers(
  trx: Db,
  list: readonly { readonly trade: Trade; readonly until: Date }[],
): Promise<ReadonlyMap<string, number>> {
  const real = list.flatMap(({ trade: { id, userId, isPractice, symbol, direction, openedAt }, until }) =>
    isPractice ? [] : [{ id, userId, symbol, other: direction === 'up' ? 'down' : 'up', openedAt, until }],
  )
  if (real.length === 0) return new Map()
  const { rows } = await sql<{ id: string; userId: number }>`
    select t.id,
           coalesce(max(a.user_id) filter (where a.user_id <> t."userId"), t."userId") as "userId"
      from jsonb_to_recordset(${JSON.stringify(real)}::jsonb)
             as t(id uuid, "userId" bigint, symbol text, other text, "openedAt" timestamptz, until timestamptz)
     cross join lateral (
             select t."userId" as user_id union select l.linked_id from linked_users l where l.user_id = t."userId") a
     where exists (
             select from trades o
              where o.user_id = a.user_id and o.state = 'open' and o.symbol = t.symbol and o.direction = t.other and not o.practice
                and o.opened_at < t.until)
        or exists (
             select from trades o
              where o.user_id = a.user_id and o.state not in ('open', 'refused') and o.symbol = t.symbol and o.direction = t.other and not o.practice
                and o.opened_at < t.until and o.closed_at > t."openedAt")
     group by t.id, t."userId"`.execute(trx)
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

/** An account whose trades were opposite to those of a trader. Minor units of the trader's currency. */
export type OppositeAccount = { readonly userId: number; readonly trades: number; readonly stake: number }

/** Bounds the review of a withdrawal. */
const maxRelated = 1000

/**
 * Accounts of perhaps the same person with trades that are opposite to those of the trader: together they could have traded without risk.
 * Turnover and scores are fixed when a trade closes. This also follows the marks of the present, proved or not: anyone who wants the money must show
 * the account that it goes to. A trade counts once: for the account that was fixed, else for the one whose trade against it was open last.
 * @param since of a review. Trades that were closed before it count only against accounts that share their first mark since then. Null: all
 */
export async function listOppositeAccounts(db: Db, userId: number, since: Date | null): Promise<OppositeAccount[]> {
  const from = sql`coalesce(${since}::timestamptz, '-infinity')`
  // Sorted once: comparing each trade with each other one takes minutes for busy traders.
  const { rows } = await sql<OppositeAccount>`
    with related as (
      select related_id as id, min(since) > ${from} as is_new from related_users where user_id = ${userId}
       group by 1 order by 1 limit ${maxRelated}
    ),
    first_trade as (select case when exists (select from related where is_new) then '-infinity' else ${from} end as closed_after),
    event as (
      select t.symbol, t.direction, t.closed_at as at, t.id, t.opened_at, t.stake, nullif(t.opposite_user_id, t.user_id) as fixed_id,
             null::double precision[] as end_and_user, false as is_new
        from trades t
       where t.user_id = ${userId} and not t.practice and t.state <> 'refused' and t.closed_at > (select closed_after from first_trade)
         and t.opened_at > (select closed_after - ${longestTrade} from first_trade)
      union all
      select o.symbol, case o.direction when 'up' then 'down' else 'up' end, o.opened_at, null, null, null, null,
             array[extract(epoch from coalesce(o.closed_at, 'infinity')), o.user_id], r.is_new
        from related r
        join trades o on o.user_id = r.id and not o.practice and o.state <> 'refused'
         and o.opened_at > case when r.is_new then '-infinity' else ${from} - 2 * ${longestTrade} end
    ),
    -- Of all trades that were opened before the end of this one, the one that was open last; of all accounts, and of new ones.
    compared as (
      select *, max(end_and_user) over before as latest, max(end_and_user) filter (where is_new) over before as latest_new
        from event window before as (partition by symbol, direction order by at, id is null rows unbounded preceding)
    ),
    opposite as (
      select stake, case when at > ${from} then coalesce(fixed_id, case when latest[1] > extract(epoch from opened_at) then latest[2] end)
                         when latest_new[1] > extract(epoch from opened_at) and fixed_id is null then latest_new[2] end::bigint as user_id
        from compared where id is not null
    )
    select user_id as "userId", count(*)::integer as trades, sum(stake)::bigint as stake
      from opposite where user_id is not null group by 1 order by 1`.execute(db)
  return rows
}
