-- Checks that only operators close a day, when each statement is compared and each difference has gone or is explained.
create or replace function closed_days_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_ordered('{day.close}', jsonb_build_object('day', new.day)) then
    raise exception 'no operator has closed %', new.day using errcode = 'restrict_violation', constraint = 'closed_days_ordered';
  end if;
  if exists (select from statement_comparisons where day = new.day and compared_at is null)
     or exists (select from statement_files where day = new.day and compared_at is null)
     or exists (select from statement_exceptions where day = new.day and gone_at is null and explanation is null) then
    raise exception 'something of % is open', new.day using errcode = 'restrict_violation', constraint = 'closed_days_settled';
  end if;
  return null;
end $$;

create trigger closed_days_ordered after insert on closed_days for each row execute function closed_days_ordered();
