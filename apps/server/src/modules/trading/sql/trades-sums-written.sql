-- Writes the totals of reports in the statement that closes trades, so that they agree. Refused purchases are no trades.
create or replace function trades_sums_written() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into trade_days as d (user_id, practice, day, symbol, direction, state, currency, count, stake, returned)
  select user_id, practice, (opened_at at time zone 'UTC')::date, symbol, direction, state, currency, count(*), sum(stake), sum(returned)
    from closed where state not in ('open', 'refused') group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (user_id, practice, day, symbol, direction, state, currency) do update
     set count = d.count + excluded.count, stake = d.stake + excluded.stake, returned = d.returned + excluded.returned;
  insert into trade_hours as h (user_id, practice, hour, currency, won, lost, tie, sold, void, profit)
  select user_id, practice, date_trunc('hour', opened_at, 'UTC'), currency,
         count(*) filter (where state = 'won'), count(*) filter (where state = 'lost'), count(*) filter (where state = 'tie'),
         count(*) filter (where state = 'sold'), count(*) filter (where state = 'void'), sum(returned - stake)
    from closed where state not in ('open', 'refused') group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (user_id, practice, hour, currency) do update
     set won = h.won + excluded.won, lost = h.lost + excluded.lost, tie = h.tie + excluded.tie, sold = h.sold + excluded.sold,
         void = h.void + excluded.void, profit = h.profit + excluded.profit;
  return null;
end $$;

create trigger trades_sums_written after update on trades
  referencing new table as closed for each statement execute function trades_sums_written();
