-- Keeps practice money apart from real money: no entry has both, and only a user with a real account has real money. All
-- money of a user is in one currency.
create or replace function ledger_lines_practice_apart() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  wrong record;
begin
  if exists (select 1 from inserted group by entry_id
              having bool_or(account like 'practice%') and bool_or(account not like 'practice%')) then
    raise exception 'an entry cannot mix practice money and real money'
      using errcode = 'check_violation', constraint = 'ledger_lines_practice_apart';
  end if;
  select bool_or(i.account <> 'practice' and u.real_opened_at is null) as owner, bool_or(i.currency <> u.currency) as currency
    into wrong from inserted i join users u on u.id = i.user_id;
  if wrong.owner then
    raise exception 'a user without a real account has practice money only'
      using errcode = 'check_violation', constraint = 'ledger_real_owner';
  end if;
  if wrong.currency then
    raise exception 'the money of a user is in one currency'
      using errcode = 'check_violation', constraint = 'ledger_account_currency';
  end if;
  return null;
end $$;

create trigger ledger_lines_practice_apart after insert on ledger_lines
  referencing new table as inserted for each statement execute function ledger_lines_practice_apart();
