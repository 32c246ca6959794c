-- Checks that money of prizes moves only with a prize.
create or replace function ledger_entries_prize_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from tournament_prizes
     where tournament_id = split_part(substr(new.subject, 12), '/', 1)::integer
       and rank = split_part(new.subject, '/', 2)::smallint and paid is not null and settled_at is not null)
  then
    raise exception 'no prize moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_entries_prize_exists';
  end if;
  return null;
end $$;

create trigger ledger_entries_prize_exists after insert on ledger_entries for each row
  when (new.kind = 'prize.paid') execute function ledger_entries_prize_exists();
