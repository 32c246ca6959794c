-- Sums what the trades of a trader have won and lost of own cash on a day (UTC), by currency, as the offer for the first losing day counts it: what any
-- trade has won counts, and a loss unless it is one on the ladder, of an opposite trade, or while a bonus was open.
create or replace function sum_own_day(trader bigint, day date) returns table (currency text, gain bigint)
  language sql stable set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
  select t.currency, sum(g.gain)::bigint
    from trades t, lateral (select t.returned - div(t.returned::numeric * t.bonus_stake, t.stake)::bigint - (t.stake - t.bonus_stake) as gain) g
   where t.user_id = trader and not t.practice
     and t.closed_at >= day::timestamp at time zone 'UTC' and t.closed_at < (day + 1)::timestamp at time zone 'UTC'
     and (g.gain > 0 or t.strike_points is null and not t.is_opposite
                        and not exists (select from trades_with_bonus b where b.source = 'trade:' || t.id))
   group by 1
$$;
