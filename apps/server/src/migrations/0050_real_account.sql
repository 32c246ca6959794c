-- A practice account may become one with real money; its practice money does not.
-- Up Migration

-- Practice money is for practice accounts alone, and they have no other.
create or replace function ledger_practice_apart() returns trigger language plpgsql as $$
begin
  if exists (select 1 from inserted group by entry_id
              having bool_or(account like 'practice%') and bool_or(account not like 'practice%')) then
    raise exception 'practice money met real money' using errcode = 'check_violation', constraint = 'ledger_practice_apart';
  end if;
  if exists (select 1 from inserted i join users u on u.id = i.user_id where (i.account = 'practice') <> u.practice) then
    raise exception 'this account has no such money' using errcode = 'check_violation', constraint = 'ledger_practice_owner';
  end if;
  return null;
end $$;

-- One way only, and with nothing in hand.
create function users_practice_ends() returns trigger language plpgsql as $$
begin
  if new.practice then
    raise exception 'account % has real money' , old.id using errcode = 'restrict_violation', constraint = 'users_practice_ends';
  end if;
  if exists (select 1 from ledger_balances where user_id = old.id and amount <> 0) then
    raise exception 'account % has practice money left', old.id
      using errcode = 'restrict_violation', constraint = 'users_practice_left';
  end if;
  return new;
end $$;
create trigger users_practice_ends before update of practice on users for each row
  when (old.practice <> new.practice) execute function users_practice_ends();

-- Down Migration
drop trigger users_practice_ends on users;
drop function users_practice_ends;
create or replace function ledger_practice_apart() returns trigger language plpgsql as $$
begin
  if exists (select 1 from inserted group by entry_id
              having bool_or(account like 'practice%') and bool_or(account not like 'practice%')) then
    raise exception 'practice money met real money' using errcode = 'check_violation', constraint = 'ledger_practice_apart';
  end if;
  return null;
end $$;
