-- A deposit changes by one statement that asks for the version it was decided by; nothing is held in between.
-- Up Migration

alter table deposits add column version integer not null default 0;

-- Deposits of an attempt are found by either of two unique keys that begin with the deposit; the sequence needs none of its own.
alter table attempts drop constraint attempts_deposit_id_seq_key;

-- What these two ask for each line, the trigger below asks once for all: the entry is there (nothing removes one), and the
-- trader is, because a trader's line moves a balance, which belongs to a trader.
alter table ledger_lines drop constraint ledger_lines_entry_id_fkey;
alter table ledger_lines drop constraint ledger_lines_user_id_fkey;

-- All lines of an entry come in one statement; that statement must balance, and it moves the balances, in one order for all.
-- Each balance is reached by its key: a join would be planned once, over a table that may have been empty then.
create or replace function ledger_lines_inserted() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if exists (select 1 from inserted i group by entry_id, currency
    having sum(amount) <> 0 or (select e.id from ledger_entries e where e.id = i.entry_id) is null)
  then
    raise exception 'ledger entry does not balance' using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  for moved in
    select user_id, account, currency, sum(amount) as amount from inserted where user_id is not null
     group by user_id, account, currency order by user_id, account, currency
  loop
    if moved.amount < 0 then
      update ledger_balances set amount = amount + moved.amount
       where user_id = moved.user_id and account = moved.account and currency = moved.currency;
      continue when found;
    end if;
    -- Who takes from an account that never had anything is refused by the check on this row.
    insert into ledger_balances as b (user_id, account, currency, amount)
      values (moved.user_id, moved.account, moved.currency, moved.amount)
      on conflict (user_id, account, currency) do update set amount = b.amount + excluded.amount;
  end loop;
  return null;
end $$;

-- Down Migration
alter table deposits drop column version;
alter table attempts add constraint attempts_deposit_id_seq_key unique (deposit_id, seq);
alter table ledger_lines add constraint ledger_lines_entry_id_fkey foreign key (entry_id) references ledger_entries;
alter table ledger_lines add constraint ledger_lines_user_id_fkey foreign key (user_id) references users;
create or replace function ledger_lines_inserted() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from inserted) then
    return null;
  end if;
  if exists (select 1 from inserted group by entry_id, currency having sum(amount) <> 0) then
    raise exception 'ledger entry does not balance' using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  insert into ledger_balances (user_id, account, currency, amount)
    select distinct user_id, account, currency, 0 from inserted where user_id is not null
     order by user_id, account, currency
    on conflict do nothing;
  update ledger_balances b set amount = b.amount + moved.amount
    from (select user_id, account, currency, sum(amount) as amount from inserted
           where user_id is not null group by user_id, account, currency) moved
   where b.user_id = moved.user_id and b.account = moved.account and b.currency = moved.currency;
  return null;
end $$;
