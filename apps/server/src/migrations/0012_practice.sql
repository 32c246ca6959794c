-- Practice accounts: money that is no money, in accounts of its own.
-- Up Migration

alter table users add column practice boolean not null default false;

-- `practice` is a user's account like cash; the house side is practice_house.
alter table ledger_lines drop constraint ledger_lines_check;
alter table ledger_lines add constraint ledger_lines_check
  check ((account in ('cash', 'bonus', 'withdrawal_hold', 'practice')) = (user_id is not null));

-- An entry moves money or practice money, never one into the other.
create function ledger_practice_apart() returns trigger language plpgsql as $$
begin
  if exists (select 1 from inserted group by entry_id
              having bool_or(account like 'practice%') and bool_or(account not like 'practice%')) then
    raise exception 'practice money met real money' using errcode = 'check_violation', constraint = 'ledger_practice_apart';
  end if;
  return null;
end $$;
create trigger ledger_practice_apart after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_practice_apart();

-- Down Migration
drop trigger ledger_practice_apart on ledger_lines;
drop function ledger_practice_apart;
alter table ledger_lines drop constraint ledger_lines_check;
alter table ledger_lines add constraint ledger_lines_check
  check ((account in ('cash', 'bonus', 'withdrawal_hold')) = (user_id is not null));
alter table users drop column practice;
