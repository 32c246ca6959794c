-- Rules about ledger entries and lines. They also bind the role of the running server, which owns none of these tables.
-- Each function has a search path, so that a temporary table of the same name cannot replace a table that it reads.

-- Checks that entries balance, and updates the balances as the owner of the tables.
-- An entry and all of its lines must be inserted by one statement; not after a savepoint, which has its own transaction id.
create function ledger_lines_inserted() returns trigger
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
  return null;
end $$;
create trigger ledger_lines_inserted after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_lines_inserted();

-- An entry has lines. Triggers run after all parts of a statement, so that the lines of the new entries are there.
create function ledger_entries_inserted() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from inserted i where (select l.entry_id from ledger_lines l where l.entry_id = i.id limit 1) is null) then
    raise exception 'ledger entry without lines' using errcode = 'check_violation', constraint = 'ledger_entry_has_lines';
  end if;
  return null;
end $$;
create trigger ledger_entries_inserted after insert on ledger_entries
  referencing new table as inserted for each statement execute function ledger_entries_inserted();

-- Keeps practice money apart from real money: no entry has both, and practice accounts have no other money. The money of
-- a user is in the currency of the account.
create function ledger_practice_apart() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  wrong record;
begin
  if exists (select 1 from inserted group by entry_id
              having bool_or(account like 'practice%') and bool_or(account not like 'practice%')) then
    raise exception 'an entry cannot mix practice money and real money'
      using errcode = 'check_violation', constraint = 'ledger_practice_apart';
  end if;
  select bool_or((i.account = 'practice') <> u.practice) as owner, bool_or(i.currency <> u.currency) as currency
    into wrong from inserted i join users u on u.id = i.user_id;
  if wrong.owner then
    raise exception 'practice accounts hold practice money only, other accounts none'
      using errcode = 'check_violation', constraint = 'ledger_practice_owner';
  end if;
  if wrong.currency then
    raise exception 'the money of an account is in its currency'
      using errcode = 'check_violation', constraint = 'ledger_account_currency';
  end if;
  return null;
end $$;
create trigger ledger_practice_apart after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_practice_apart();

-- Suspense never pays out more than it received. The rule is checked per attempt and currency, so that the money of one
-- charge cannot cover a mistake about another. It therefore also holds per processor.
create function ledger_suspense_covered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  moved record;
begin
  if not exists (select 1 from inserted where account = 'suspense') then
    return null;
  end if;
  for moved in
    select distinct e.attempt_id, i.currency from inserted i join ledger_entries e on e.id = i.entry_id
     where i.account = 'suspense' order by e.attempt_id, i.currency
  loop
    -- Two entries of an attempt wait for each other. The statement that moves a capture has locked it already.
    perform 1 from captures where attempt_id = moved.attempt_id order by number for no key update;
    if moved.attempt_id is null or 0 > (
      select sum(l.amount) from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.attempt_id = moved.attempt_id and l.account = 'suspense' and l.currency = moved.currency)
    then
      raise exception 'attempt % has no such amount in suspense', moved.attempt_id
        using errcode = 'check_violation', constraint = 'ledger_suspense_covered';
    end if;
  end loop;
  return null;
end $$;
create trigger ledger_suspense_covered after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_suspense_covered();

-- A practice account can become a real one, never the reverse, and only when no practice money is left.
create function users_practice_ends() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.practice then
    raise exception 'account % is a real account and cannot become a practice account', old.id
      using errcode = 'restrict_violation', constraint = 'users_practice_ends';
  end if;
  if exists (select 1 from ledger_balances where user_id = old.id and amount <> 0) then
    raise exception 'account % still has practice money', old.id
      using errcode = 'restrict_violation', constraint = 'users_practice_left';
  end if;
  return new;
end $$;
create trigger users_practice_ends before update of practice on users for each row
  when (old.practice <> new.practice) execute function users_practice_ends();

-- The currency of a user can change only while the user has no money.
create function users_currency_fixed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from ledger_balances where user_id = old.id and amount <> 0) then
    raise exception 'account % has money in %', old.id, old.currency
      using errcode = 'restrict_violation', constraint = 'users_currency_fixed';
  end if;
  return new;
end $$;
create trigger users_currency_fixed before update of currency on users for each row
  when (old.currency <> new.currency) execute function users_currency_fixed();
