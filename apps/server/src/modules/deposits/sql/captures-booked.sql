-- Checks that a capture and the entry that books it are committed together, in any order.
create or replace function captures_booked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from ledger_entries e where e.attempt_id = new.attempt_id
       and e.subject = concat('attempt:', new.attempt_id, case when new.movement > 1 then '/' || new.movement end))
  then
    raise exception 'capture of attempt % without its ledger entry', new.attempt_id
      using errcode = 'check_violation', constraint = 'captures_booked';
  end if;
  return null;
end $$;

create constraint trigger captures_booked after insert on captures deferrable initially deferred
  for each row execute function captures_booked();
