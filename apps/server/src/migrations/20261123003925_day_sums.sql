-- Totals of the history and of reports are sums of whole UTC days, instead of hours: a trader who trades every hour has far fewer of them.

-- What is done. Written in the statement that moves the money.
-- owner: history
create table balance_days (
  user_id bigint not null,
  practice boolean not null,
  day date not null,
  tr_type text not null,
  currency char(3) not null,
  count integer not null,
  received bigint not null,
  paid bigint not null,
  primary key (user_id, practice, day, tr_type, currency)
);
insert into balance_days (user_id, practice, day, tr_type, currency, count, received, paid)
  select user_id, practice, (hour at time zone 'UTC')::date, tr_type, currency, sum(count), sum(received), sum(paid)
    from balance_hours group by 1, 2, 3, 4, 5;
drop table balance_hours;

-- As before, but with the days, and reading the lines of the new entries only.
create or replace function balance_movements_written() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  with changed as (
    select c.* from (select distinct entry_id from inserted where user_id is not null) i
      -- "offset 0" keeps the condition inside: otherwise the changes of all entries are computed first.
      cross join lateral (select * from balance_changes b where b.entry_id = i.entry_id offset 0) c
  ), head as (
    insert into balance_heads as h (user_id, practice, balance, booked_at)
    select user_id, practice, sum(amount), max(created_at) from changed group by 1, 2 order by 1, 2
    on conflict (user_id, practice) do update
       set balance = h.balance + excluded.balance, booked_at = greatest(h.booked_at, excluded.booked_at)
    returning user_id, practice, balance, booked_at
  ), days as (
    insert into balance_days as d (user_id, practice, day, tr_type, currency, count, received, paid)
    select user_id, practice, (head.booked_at at time zone 'UTC')::date, c.tr_type, c.currency, count(*),
           sum(greatest(c.amount, 0)), -sum(least(c.amount, 0))
      from changed c join head using (user_id, practice)
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (user_id, practice, day, tr_type, currency) do update
       set count = d.count + excluded.count, received = d.received + excluded.received, paid = d.paid + excluded.paid
  )
  insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, balance, kind, subject)
  select user_id, practice, head.booked_at, c.tr_type, 'done', c.currency, c.amount, c.bonus,
         -- The head has the balance after all of them.
         head.balance + c.amount
           - sum(c.amount) over (partition by user_id, practice order by c.entry_id desc, c.tr_type, c.currency
                                 rows between unbounded preceding and current row),
         c.kind, c.subject
    from changed c join head using (user_id, practice)
   order by user_id, practice, c.entry_id, c.tr_type desc, c.currency desc;
  return null;
end $$;

drop trigger trade_hours_counted on trades;
drop function trade_hours_counted;
drop table trade_hours;

-- Results of closed trades by the UTC day of their purchase, for the totals of reports and the results by symbol.
-- owner: trading
create table trade_days (
  user_id bigint not null,
  practice boolean not null,
  day date not null,
  symbol text not null,
  direction text not null,
  state text not null,
  currency text not null,
  count integer not null,
  stake bigint not null,
  returned bigint not null,
  primary key (user_id, practice, day, symbol, direction, state, currency)
);
insert into trade_days (user_id, practice, day, symbol, direction, state, currency, count, stake, returned)
  select user_id, practice, (opened_at at time zone 'UTC')::date, symbol, direction, state, currency, count(*), sum(stake), sum(returned)
    from trades where state <> 'open' group by 1, 2, 3, 4, 5, 6, 7;

-- By the UTC hour, for the results by period and by hour of the day in most time zones. One row per hour, because a busy trader has many.
-- owner: trading
create table trade_hours (
  user_id bigint not null,
  practice boolean not null,
  hour timestamptz not null,
  currency text not null,
  -- Numbers of trades.
  won integer not null,
  lost integer not null,
  tie integer not null,
  sold integer not null,
  void integer not null,
  -- Returned, less the stakes.
  profit bigint not null,
  primary key (user_id, practice, hour, currency)
);
insert into trade_hours (user_id, practice, hour, currency, won, lost, tie, sold, void, profit)
  select user_id, practice, date_trunc('hour', opened_at, 'UTC'), currency,
         count(*) filter (where state = 'won'), count(*) filter (where state = 'lost'), count(*) filter (where state = 'tie'),
         count(*) filter (where state = 'sold'), count(*) filter (where state = 'void'), sum(returned - stake)
    from trades where state <> 'open' group by 1, 2, 3, 4;

create function trade_sums_written() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into trade_days as d (user_id, practice, day, symbol, direction, state, currency, count, stake, returned)
  select user_id, practice, (opened_at at time zone 'UTC')::date, symbol, direction, state, currency, count(*), sum(stake), sum(returned)
    from closed group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (user_id, practice, day, symbol, direction, state, currency) do update
     set count = d.count + excluded.count, stake = d.stake + excluded.stake, returned = d.returned + excluded.returned;
  insert into trade_hours as h (user_id, practice, hour, currency, won, lost, tie, sold, void, profit)
  select user_id, practice, date_trunc('hour', opened_at, 'UTC'), currency,
         count(*) filter (where state = 'won'), count(*) filter (where state = 'lost'), count(*) filter (where state = 'tie'),
         count(*) filter (where state = 'sold'), count(*) filter (where state = 'void'), sum(returned - stake)
    from closed group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (user_id, practice, hour, currency) do update
     set won = h.won + excluded.won, lost = h.lost + excluded.lost, tie = h.tie + excluded.tie, sold = h.sold + excluded.sold,
         void = h.void + excluded.void, profit = h.profit + excluded.profit;
  return null;
end $$;
create trigger trade_sums_written after update on trades
  referencing new table as closed for each statement execute function trade_sums_written();
