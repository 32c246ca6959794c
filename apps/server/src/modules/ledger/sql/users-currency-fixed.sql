-- The currency of a user can change only while the user has no money.
create or replace function users_currency_fixed() returns trigger
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
