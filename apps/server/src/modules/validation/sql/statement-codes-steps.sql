-- Checks that attempts are counted one by one, or all given back, and that a confirmed code stays confirmed.
create or replace function statement_codes_steps() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.attempts_left not in (old.attempts_left, old.attempts_left - 1, 5) or old.confirmed_at is not null then
    raise exception 'the statement code of trader % cannot change like this', old.user_id
      using errcode = 'restrict_violation', constraint = 'statement_codes_steps';
  end if;
  return new;
end $$;

create trigger statement_codes_steps before update on statement_codes
  for each row execute function statement_codes_steps();
