-- A movement of a charge is booked once, and what it credits is what a charge of the attempt has brought: in its status, to its trader.
-- Checked after the statement, which changes the charge, too.
create or replace function ledger_entries_charged() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  wrong record;
begin
  select e.kind, e.subject into wrong
    from inserted e
    cross join lateral (
           select coalesce(sum(amount) filter (where account = 'cash'), 0) as cash, coalesce(sum(amount) filter (where account = 'bonus'), 0) as bonus,
                  min(user_id) as first_user, max(user_id) as last_user, min(currency) as currency
             from ledger_lines where entry_id = e.id and user_id is not null) moved
   where e.kind like 'deposit.%'
     and (exists (select from ledger_entries o where o.attempt_id = e.attempt_id and o.subject = e.subject and o.id <> e.id)
       or (moved.cash > 0 or moved.bonus > 0) and not exists (
         select from captures c join deposits d on d.id = c.deposit_id
          where c.attempt_id = e.attempt_id
            and e.subject = concat('attempt:', c.attempt_id, case when c.movement > 1 then '/' || c.movement end)
            and c.status = case e.kind when 'deposit.suspense_credited' then 'credited_late' else substr(e.kind, 9) end
            and (c.amount, c.currency) = (moved.cash, moved.currency) and moved.bonus in (0, d.bonus)
            and (d.user_id, d.user_id) = (moved.first_user, moved.last_user)))
   limit 1;
  if found and not can_act_in_emergency() then
    raise exception 'no charge moves money for % %', wrong.kind, wrong.subject
      using errcode = 'restrict_violation', constraint = 'ledger_entries_charged';
  end if;
  return null;
end $$;

create trigger ledger_entries_charged after insert on ledger_entries
  referencing new table as inserted for each statement execute function ledger_entries_charged();
