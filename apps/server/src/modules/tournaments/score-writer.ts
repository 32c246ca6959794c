import { type RawBuilder, sql } from 'kysely'

/**
 * Builds the common table expression `joined_tournament`, with one row that the statement must read: makes the buyer of a trade a participant.
 * The transaction must have locked the user.
 */
export function joinTournamentCte(
  purchase: { readonly userId: number; readonly symbol: string; readonly at: Date },
  counts: boolean,
): RawBuilder<unknown> {
  const results = counts ? [{ ...purchase, isResult: false, profit: 0, ownStake: 0, ownEdge: 0 }] : []
  return sql`
    joined_tournament as materialized (select record_tournament_results(${JSON.stringify(results)}::jsonb))`
}

/**
 * Builds common table expressions with `counted_results`, of one row that the statement must read: adds the results of closed trades to the
 * scores. A trade that was valued at the beginning or end of a tournament counts from there. The gain of an opposite trade does not count;
 * its loss does, else a small opposite stake would take a large loss out of the score. The transaction must have locked the users.
 * @param closed SQL query for trade, user, symbol, time, rate, stake, return, whether it is opposite, and the own-cash part of the stake
 * with the house edge on it, in minor units of the trade's currency
 */
export function countResultsCte(closed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    tournament_result as (
      select c.user_id, c.symbol, c.at, round(g.profit / c.rate) as profit,
             floor(c.own_stake / c.rate) as own_stake,
             -- The edge pays one gift: here that of the bonus whose turnover this statement counts.
             case when exists (select from bonus_holders b where b.user_id = c.user_id) then 0
                  else floor(c.own_edge / c.rate) end as own_edge
        from (${closed}) as c(trade_id, user_id, symbol, at, rate, stake, returned, opposite, own_stake, own_edge)
        left join lateral (
          select value from tournament_trade_values v where v.trade_id = c.trade_id order by v.at desc limit 1) v on true
       cross join lateral (${computeProfit(sql`c.returned - coalesce(v.value, c.stake)`, sql`c.opposite`)}) g
       where g.profit <> 0 or c.own_stake > 0
    ),
    counted_results as materialized (
      select record_tournament_results(coalesce(jsonb_agg(jsonb_build_object(
               'userId', user_id, 'symbol', symbol, 'at', at, 'isResult', true, 'profit', profit, 'ownStake', own_stake,
               'ownEdge', own_edge)), '[]'))
        from tournament_result
    )`
}

/**
 * Builds the common table expression `uncounted_result`, of one row that the statement must read: takes what a closed trade has gained or lost
 * out of the score. What it has staked stays. Scores of a finished tournament are final. The transaction must have locked the user.
 * @param closed SQL query for trade, user, symbol, time, rate, stake, return and whether it is opposite, in minor units of the trade's currency
 */
export function uncountResultCte(closed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    uncounted_result as materialized (
      select record_tournament_results(coalesce(jsonb_agg(jsonb_build_object(
               'userId', c.user_id, 'symbol', c.symbol, 'at', c.at, 'isResult', true,
               'profit', round(void.profit / c.rate) - round(had.profit / c.rate), 'ownStake', 0, 'ownEdge', 0)), '[]'))
        from (${closed}) as c(trade_id, user_id, symbol, at, rate, stake, returned, opposite)
        left join lateral (
          select value from tournament_trade_values v where v.trade_id = c.trade_id order by v.at desc limit 1) v on true
       cross join lateral (${computeProfit(sql`c.returned - coalesce(v.value, c.stake)`, sql`c.opposite`)}) had
       cross join lateral (${computeProfit(sql`c.stake - coalesce(v.value, c.stake)`, sql`c.opposite`)}) void
    )`
}

/**
 * Builds common table expressions with `counted_values`, of one row that the statement must read: notes what open trades are worth at the
 * beginning or end of a tournament. The tournament that ends then has what they have gained or lost. Without a price a trade keeps its last
 * value. The transaction must have locked trades and users.
 * @param values SQL query for trade, user, symbol, time, rate, stake, value, and whether it is opposite until then, in minor units of the
 * trade's currency
 */
export function countValuesCte(values: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    trade_value as (
      select g.trade_id, g.user_id, g.symbol, g.at, g.rate, g.opposite, b.value as before,
             coalesce(g.value, b.value) as value
        from (${values}) as g(trade_id, user_id, symbol, at, rate, stake, value, opposite), lateral (
          select coalesce((select v.value from tournament_trade_values v
                            where v.trade_id = g.trade_id and v.at < g.at order by v.at desc limit 1), g.stake) as value) b
    ),
    new_values as (
      insert into tournament_trade_values (trade_id, at, value, opposite) select trade_id, at, value, opposite from trade_value
    ),
    counted_values as materialized (
      select record_tournament_results(coalesce(jsonb_agg(jsonb_build_object(
               'userId', user_id, 'symbol', symbol, 'at', at - interval '1 microsecond', 'isResult', true,
               'profit', round(p.profit / rate), 'ownStake', 0, 'ownEdge', 0)) filter (where p.profit <> 0), '[]'))
        from trade_value cross join lateral (${computeProfit(sql`value - before`, sql`opposite`)}) p
    )`
}

function computeProfit(gain: RawBuilder<unknown>, isOpposite: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select case when ${isOpposite} then least(${gain}, 0) else ${gain} end as profit`
}
