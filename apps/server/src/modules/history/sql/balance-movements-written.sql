-- The history agrees with the ledger: it is written in the statement that moves the money.
-- The trigger must run before ledger_lines_inserted, and PostgreSQL runs the triggers of a statement in the order of their names: all
-- transactions lock the heads before the balances, which prevents deadlocks. One trigger for all steps is impossible, because only the
-- function of a trigger sees the rows of its statement. A test checks the order.
-- Sequential scans are off, because the plan that a session keeps can be from a time when the tables were small.
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

create trigger balance_movements_written after insert on ledger_lines
  referencing new table as inserted for each statement execute function balance_movements_written();
