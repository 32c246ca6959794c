-- Writes what new ledger entries change into the history. Called in the statement that inserts the entries (`postEntriesCte`), before their
-- lines: all transactions lock the heads before the balances, which prevents deadlocks. `ledger_lines_inserted` refuses lines of entries
-- that are not in the history. An entry has its id, kind, subject, attemptId, at and lines. Sequential scans are off, because the plan that
-- a session keeps can be from a time when the tables were small.
create or replace function record_movements(entries jsonb) returns void
  strict language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  with line as (
    select e.id as entry_id, e.kind, e.at, l."userId" as user_id, l.account = 'practice' as practice, l.currency, l.amount,
           l.account in ('bonus', 'bonus_hold') as is_bonus,
           case when e."attemptId" is null then e.subject
                else 'deposit:' || (select a.deposit_id from attempts a where a.id = e."attemptId") end as subject
      from jsonb_to_recordset(entries) as e(id bigint, kind text, subject text, "attemptId" bigint, at timestamptz, lines jsonb),
           jsonb_to_recordset(e.lines) as l(account text, "userId" bigint, currency text, amount bigint)
     -- A debt is not part of the balance.
     where l."userId" is not null and l.account <> 'debt'
  ), changed as (
    -- Money that is only held for a withdrawal stays the trader's. Bonus money that becomes cash changes nothing but the part of the bonus.
    select entry_id, kind, subject, at, user_id, practice, currency, find_movement_type(kind, is_bonus) as tr_type,
           sum(amount)::bigint as amount, coalesce(sum(amount) filter (where is_bonus), 0)::bigint as bonus
      from line group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(amount) <> 0 or sum(amount) filter (where is_bonus) <> 0
  ), head as (
    insert into balance_heads as h (user_id, practice, balance, booked_at)
    select user_id, practice, sum(amount), max(at) from changed group by 1, 2 order by 1, 2
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
end $$;
