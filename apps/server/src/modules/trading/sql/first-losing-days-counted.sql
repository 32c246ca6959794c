-- Checks that a server notes only what the trades of the day have lost: a part of it comes back.
create or replace function first_losing_days_counted() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not can_act_in_emergency()
     and not exists (select from sum_own_day(new.user_id, new.day) s where (s.currency, s.gain) = (new.currency, -new.loss)) then
    raise exception 'trader % has not lost this on %', new.user_id, new.day
      using errcode = 'check_violation', constraint = 'first_losing_days_counted';
  end if;
  return null;
end $$;

create trigger first_losing_days_counted after insert on first_losing_days
  for each row execute function first_losing_days_counted();
