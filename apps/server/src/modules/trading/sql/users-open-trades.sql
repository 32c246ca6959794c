-- Checks that a user with open trades keeps the currency: a trade returns money in the currency that bought it.
create or replace function users_open_trades() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from trades where user_id = old.id and state = 'open') then
    raise exception 'account % has open trades', old.id
      using errcode = 'restrict_violation', constraint = 'users_open_trades';
  end if;
  return new;
end $$;

create trigger users_open_trades before update of currency on users for each row
  when (old.currency <> new.currency) execute function users_open_trades();
