-- Checks the constraints `ledger_balanced`, `ledger_lines_together`, `ledger_account_known`, `ledger_debt_first` and `ledger_recorded`.
-- Between the checks, it updates the balances, as the owner of the tables. An entry and all of its lines must be inserted by one statement,
-- and not after a savepoint, which has its own transaction id.
create or replace function ledger_lines_inserted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  moved record;
begin
  -- The subquery replaces a foreign key, which would cost a quarter more. Checking at insert is enough, because neither
  -- entries nor users with a balance can be deleted.
  if exists (select 1 from inserted i group by entry_id, currency
    having sum(amount) <> 0 or (select e.xmin from ledger_entries e where e.id = i.entry_id)
             is distinct from pg_current_xact_id()::xid)
  then
    raise exception 'ledger entry does not balance, or is not of this transaction'
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  -- What has checked the entry has seen all of its lines.
  if exists (select 1 from inserted i group by entry_id
    having count(*) <> (select count(*) from ledger_lines l where l.entry_id = i.entry_id))
  then
    raise exception 'the lines of a ledger entry are inserted by one statement'
      using errcode = 'check_violation', constraint = 'ledger_lines_together';
  end if;
  if exists (select 1 from inserted i where i.user_id is null
    and (select a.name from ledger_accounts a where a.name = i.account) is null)
  then
    raise exception 'ledger line of an unknown account' using errcode = 'check_violation', constraint = 'ledger_account_known';
  end if;
  -- All transactions lock balances in the same order, which prevents deadlocks. One statement per balance instead of a
  -- join: the cached plan of a join might have been made while the table was empty.
  for moved in
    select user_id, account, currency, sum(amount) as amount from inserted where user_id is not null
     group by user_id, account, currency order by user_id, account, currency
  loop
    -- A credit that does not see a new debt waits here, and is refused below.
    if moved.account = 'debt' and moved.amount < 0 then
      perform from ledger_balances where user_id = moved.user_id and account = 'cash' and currency = moved.currency for no key update;
    end if;
    -- Not by the upsert below: the check on amount would see the proposed row before the conflict is found.
    if moved.amount < 0 or moved.account = 'debt' then
      update ledger_balances set amount = amount + moved.amount
       where user_id = moved.user_id and account = moved.account and currency = moved.currency;
      continue when found;
    end if;
    -- A debit gets here only if there is no balance yet; the check on amount then refuses it.
    insert into ledger_balances as b (user_id, account, currency, amount)
      values (moved.user_id, moved.account, moved.currency, moved.amount)
      on conflict (user_id, account, currency) do update set amount = b.amount + excluded.amount;
  end loop;
  -- Cash pays debt first: the writer takes it in the statement that credits cash.
  for moved in select distinct user_id, currency from inserted where account in ('cash', 'debt') and (amount > 0 or account = 'debt') loop
    if exists (select 1 from ledger_balances d where d.user_id = moved.user_id and d.account = 'debt' and d.currency = moved.currency and d.amount < 0)
       and exists (select 1 from ledger_balances c where c.user_id = moved.user_id and c.account = 'cash' and c.currency = moved.currency and c.amount > 0)
    then
      raise exception 'user % has cash and owes money', moved.user_id using errcode = 'check_violation', constraint = 'ledger_debt_first';
    end if;
  end loop;
  -- The history has what the balances have: the writer records it in the same statement (`record_movements`).
  if exists (
    select from (select distinct user_id, account = 'practice' as practice from inserted where user_id is not null and account <> 'debt') i
     where coalesce((select h.balance from balance_heads h where h.user_id = i.user_id and h.practice = i.practice), 0)
        <> (select sum(b.amount) from ledger_balances b
             where b.user_id = i.user_id and b.account <> 'debt' and (b.account = 'practice') = i.practice))
  then
    raise exception 'ledger lines that the history does not have' using errcode = 'check_violation', constraint = 'ledger_recorded';
  end if;
  return null;
end $$;

create trigger ledger_lines_inserted after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_lines_inserted();
