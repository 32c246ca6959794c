-- What traders see of their money: each change of the balance with the balance after it, and payments that came to nothing.
-- Written by triggers in the statement that moves the money, so that it always agrees with the ledger.

-- The latest of a trader's movements, locked while the next one is written. Practice money is counted apart.
-- No foreign key, as in ledger_lines.
-- owner: history
create table balance_heads (
  user_id bigint not null,
  practice boolean not null,
  -- Cash and bonus, with what is held for withdrawals, or practice money. In minor units, like all amounts here.
  balance bigint not null,
  booked_at timestamptz not null,
  primary key (user_id, practice)
);

-- owner: history
create table balance_movements (
  -- Orders movements of the same time.
  id bigint generated always as identity,
  user_id bigint not null,
  practice boolean not null,
  -- Never before the movement before it, so that the balances follow each other, even if clocks of servers differ.
  booked_at timestamptz not null,
  tr_type text not null
    check (tr_type in ('deposit', 'withdrawal', 'trade', 'bonus', 'prize', 'refund', 'correction')),
  status text not null check (status in ('done', 'failed', 'cancelled')),
  currency char(3) not null,
  -- What the balance changed by, or what was asked for.
  amount bigint not null,
  -- Part of it that is bonus money.
  bonus bigint not null,
  -- Null: nothing moved.
  balance bigint,
  constraint balance_movements_moved check ((balance is null) = (status <> 'done')),
  -- Kind of the ledger entry, e.g. `trade.opened`.
  kind varchar(40) not null,
  -- What it belongs to, e.g. `deposit:<id>` or `trade:<id>`.
  subject varchar(80) not null,
  primary key (user_id, practice, booked_at, id) include (status)
);
create index balance_movements_type on balance_movements (user_id, practice, tr_type, booked_at, id) include (status);
create index balance_movements_ended on balance_movements (user_id, practice, booked_at, id) where status <> 'done';
create trigger balance_movements_append_only before update or delete or truncate on balance_movements
  for each statement execute function refuse_change();

-- Sums per UTC hour of what is done, because adding up the movements of a busy trader takes too long.
-- owner: history
create table balance_hours (
  user_id bigint not null,
  practice boolean not null,
  hour timestamptz not null,
  tr_type text not null,
  currency char(3) not null,
  count integer not null,
  received bigint not null,
  paid bigint not null,
  primary key (user_id, practice, hour, tr_type, currency)
);

-- As traders name it. The bonus of a deposit is shown apart from the deposit.
create function find_movement_type(kind text, is_bonus boolean) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case
    when kind like 'trade.%' then 'trade'
    when kind in ('deposit.refunded', 'deposit.late_returned') then 'refund'
    when kind in ('deposit.reversed', 'deposit.taken_back') then 'correction'
    when kind like 'deposit.%' then case when is_bonus then 'bonus' else 'deposit' end
    when kind like 'withdrawal.%' or kind like 'payout.%' then 'withdrawal'
    when kind like 'promo.%' or kind like 'bonus.%' or kind like 'offer.%' then 'bonus'
    when kind like 'prize.%' or kind like 'tournament.%' then 'prize'
    else 'correction' end
$$;

-- Changes of balances by the lines of an entry. Money that is only held for a withdrawal stays the trader's; what the trader owes is not part
-- of the balance. Bonus money that becomes cash changes nothing but the part of the bonus.
create view balance_changes as
  select l.entry_id, l.user_id, l.account = 'practice' as practice, l.currency, e.kind, e.created_at,
         find_movement_type(e.kind, l.account in ('bonus', 'bonus_hold')) as tr_type,
         case when e.attempt_id is null then e.subject
              else 'deposit:' || (select a.deposit_id from attempts a where a.id = e.attempt_id) end as subject,
         sum(l.amount)::bigint as amount, coalesce(sum(l.amount) filter (where l.account in ('bonus', 'bonus_hold')), 0)::bigint as bonus
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
   where l.user_id is not null and l.account <> 'debt'
   group by l.entry_id, l.user_id, l.account = 'practice', l.currency, e.kind, e.created_at, e.subject, e.attempt_id,
            find_movement_type(e.kind, l.account in ('bonus', 'bonus_hold'))
  having sum(l.amount) <> 0 or sum(l.amount) filter (where l.account in ('bonus', 'bonus_hold')) <> 0;

-- Named to run before ledger_lines_inserted: all transactions lock the heads before the balances, which prevents deadlocks.
-- Sequential scans are off, because the plan that a session keeps can be from a time when the tables were small.
create function balance_movements_written() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  with changed as (
    select c.* from (select distinct entry_id from inserted where user_id is not null) i
      cross join lateral (select * from balance_changes b where b.entry_id = i.entry_id) c
  ), head as (
    insert into balance_heads as h (user_id, practice, balance, booked_at)
    select user_id, practice, sum(amount), max(created_at) from changed group by 1, 2 order by 1, 2
    on conflict (user_id, practice) do update
       set balance = h.balance + excluded.balance, booked_at = greatest(h.booked_at, excluded.booked_at)
    returning user_id, practice, balance, booked_at
  ), hours as (
    insert into balance_hours as h (user_id, practice, hour, tr_type, currency, count, received, paid)
    select user_id, practice, date_trunc('hour', head.booked_at, 'UTC'), c.tr_type, c.currency, count(*),
           sum(greatest(c.amount, 0)), -sum(least(c.amount, 0))
      from changed c join head using (user_id, practice)
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (user_id, practice, hour, tr_type, currency) do update
       set count = h.count + excluded.count, received = h.received + excluded.received, paid = h.paid + excluded.paid
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
create trigger balance_movements_written after insert on ledger_lines
  referencing new table as inserted for each statement execute function balance_movements_written();

-- A deposit that came to nothing moves no money. It keeps its own time.
create function deposit_end_noted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, kind, subject)
  values (new.user_id, false, coalesce(new.ended_at, new.updated_at), 'deposit',
          case when new.reason in ('cards.canceled', 'cards.superseded', 'cards.not_continued', 'crypto.canceled')
               then 'cancelled' else 'failed' end,
          new.currency, new.amount, 0, 'deposit.ended', 'deposit:' || new.id);
  return null;
end $$;
create trigger deposits_end_noted after update of state on deposits for each row
  when (new.state = 'failed' and old.state <> 'failed') execute function deposit_end_noted();
create trigger deposits_failed_noted after insert on deposits for each row
  when (new.state = 'failed') execute function deposit_end_noted();

-- Payments that are under way, for the history.
create index deposits_waiting on deposits (user_id) where state in ('open', 'processing', 'review');
create view waiting_payments as
  select user_id, 'deposit' as tr_type, created_at as at, amount, currency, 'deposit:' || id as subject
    from deposits where state in ('open', 'processing', 'review');

-- What the history shows of a deposit and of a trade.
create view deposit_facts as
  select id, user_id, method, instrument_kind, instrument_hint, created_at, ended_at from deposits;
create view trade_facts as
  select id, user_id, symbol, direction, state, opened_at, expires_at, closed_at from trades;

-- The movements of the entries so far.
insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, balance, kind, subject)
  select user_id, practice,
         max(created_at) over (partition by user_id, practice order by entry_id rows unbounded preceding),
         tr_type, 'done', currency, amount, bonus,
         sum(amount) over (partition by user_id, practice order by entry_id, tr_type desc, currency desc rows unbounded preceding),
         kind, subject
    from balance_changes order by entry_id, tr_type desc, currency desc;
insert into balance_hours (user_id, practice, hour, tr_type, currency, count, received, paid)
  select user_id, practice, date_trunc('hour', booked_at, 'UTC'), tr_type, currency, count(*), sum(greatest(amount, 0)), -sum(least(amount, 0))
    from balance_movements group by 1, 2, 3, 4, 5;
insert into balance_heads (user_id, practice, balance, booked_at)
  select user_id, practice, sum(amount), max(booked_at) from balance_movements group by 1, 2;
insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, kind, subject)
  select user_id, false, coalesce(ended_at, updated_at), 'deposit',
         case when reason in ('cards.canceled', 'cards.superseded', 'cards.not_continued', 'crypto.canceled')
              then 'cancelled' else 'failed' end, currency, amount, 0, 'deposit.ended', 'deposit:' || id
    from deposits where state = 'failed' order by created_at;

-- Results of closed trades by the UTC hour of their purchase, for the totals of reports.
-- owner: trading
create table trade_hours (
  user_id bigint not null,
  practice boolean not null,
  hour timestamptz not null,
  state text not null,
  currency text not null,
  count integer not null,
  stake bigint not null,
  returned bigint not null,
  primary key (user_id, practice, hour, state, currency)
);
insert into trade_hours (user_id, practice, hour, state, currency, count, stake, returned)
  select user_id, practice, date_trunc('hour', opened_at, 'UTC'), state, currency, count(*), sum(stake), sum(returned)
    from trades where state <> 'open' group by 1, 2, 3, 4, 5;

create function trade_hours_counted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into trade_hours as h (user_id, practice, hour, state, currency, count, stake, returned)
  select user_id, practice, date_trunc('hour', opened_at, 'UTC'), state, currency, count(*), sum(stake), sum(returned)
    from closed group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (user_id, practice, hour, state, currency) do update
     set count = h.count + excluded.count, stake = h.stake + excluded.stake, returned = h.returned + excluded.returned;
  return null;
end $$;
create trigger trade_hours_counted after update on trades
  referencing new table as closed for each statement execute function trade_hours_counted();

-- With what reports filter by and add up, so that the rows of other pages are not read.
drop index trades_user;
create index trades_user on trades (user_id, practice, opened_at desc, id desc)
  include (state, symbol, direction, currency, stake, returned);
