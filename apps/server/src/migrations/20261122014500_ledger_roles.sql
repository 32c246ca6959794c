-- Rules that hold for the role of the running server, which owns nothing here: it cannot change or delete posted money,
-- write balances, or invent accounts. Its grants are in platform/database/app-role.ts.

-- pg-boss creates its tables here as the role of the server.
create schema if not exists pgboss;

-- Accounts that belong to no user. Filled at start from modules/ledger/system-accounts.ts.
-- owner: platform
create table ledger_accounts (
  name varchar(40) primary key
);

-- Checks that entries balance and updates the balances, which only this function can write.
-- An entry and all of its lines must be inserted by one statement; not after a savepoint, which has its own transaction id.
create or replace function ledger_lines_inserted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  moved record;
begin
  -- The subquery replaces a foreign key, which would cost a quarter more: entries are never deleted, so checking at insert
  -- is enough. Users with a balance cannot be deleted either.
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
    -- Not by the upsert below: the check on amount would see the negative proposed row before the conflict is found.
    if moved.amount < 0 then
      update ledger_balances set amount = amount + moved.amount
       where user_id = moved.user_id and account = moved.account and currency = moved.currency;
      continue when found;
    end if;
    -- A debit gets here only if there is no balance yet; the check on amount then refuses it.
    insert into ledger_balances as b (user_id, account, currency, amount)
      values (moved.user_id, moved.account, moved.currency, moved.amount)
      on conflict (user_id, account, currency) do update set amount = b.amount + excluded.amount;
  end loop;
  return null;
end $$;

-- The triggers of a statement run after all its parts, so that the lines of the new entries are there.
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

-- Also keeps users to the currency of their account.
create or replace function ledger_practice_apart() returns trigger
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

-- A temporary table of the same name cannot replace what these functions read.
alter function users_practice_ends() set search_path = pg_catalog, public, pg_temp;
alter function captures_steps() set search_path = pg_catalog, public, pg_temp;

create function refuse_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'this column of % cannot change', tg_table_name using errcode = 'restrict_violation', constraint = tg_name;
end $$;
-- What a trader ordered and a processor was asked never changes. The triggers run only for statements that name these
-- columns, so that updates of the state do not pay for them.
create trigger deposits_fixed
  before update of id, user_id, method, card_id, country, amount, currency, bonus, wagering_required, fixed, processor_order,
    idempotency_key, request_hash, created_at on deposits
  for each statement execute function refuse_fixed();
create trigger attempts_fixed
  before update of id, deposit_id, seq, processor, is_charging, reference, created_at on attempts
  for each statement execute function refuse_fixed();
create trigger deposits_no_delete before delete or truncate on deposits
  for each statement execute function refuse_change();
create trigger attempts_no_delete before delete or truncate on attempts
  for each statement execute function refuse_change();
