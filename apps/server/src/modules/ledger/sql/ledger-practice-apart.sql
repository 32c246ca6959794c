-- Keeps practice money apart from real money: no entry has both, and practice accounts have no other money. The money of
-- a user is in the currency of the account.
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

create trigger ledger_practice_apart after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_practice_apart();
