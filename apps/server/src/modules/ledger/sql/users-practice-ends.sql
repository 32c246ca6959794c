-- A practice account can become a real one, never the reverse, and only when no practice money is left.
create or replace function users_practice_ends() returns trigger
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
