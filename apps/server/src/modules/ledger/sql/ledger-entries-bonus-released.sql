-- Checks that what a bonus releases is moved from bonus to cash by one entry, of exactly `released`. The check
-- `wagering_requirements_finished` (in the migration of the ledger) allows `released` only when the turnover is done, and up to
-- `release_max` of the terms: the bonus times the setting `bonus_release_factor` (`computeReleaseMax`). `countTurnoverCte` in
-- ledger/store.ts decides how much of it is released, and where the rest goes.
create or replace function ledger_entries_bonus_released() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  requirement wagering_requirements;
begin
  if tg_table_name = 'ledger_entries' then
    select * into requirement from wagering_requirements where source = to_jsonb(new) ->> 'subject';
  else
    select * into requirement from wagering_requirements where id = (to_jsonb(new) ->> 'id')::bigint;
  end if;
  if (select array_agg(row(l.account, l.user_id, l.currency, l.amount)::text order by l.amount)
        from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'bonus.released' and e.subject = requirement.source)
     is distinct from (case when requirement.released > 0 then array[
       row('bonus'::varchar(40), requirement.user_id, requirement.currency::char(3), -requirement.released)::text,
       row('cash'::varchar(40), requirement.user_id, requirement.currency::char(3), requirement.released)::text] end)
     or requirement.id is null
  then
    raise exception 'the entry of a released bonus does not fit its turnover'
      using errcode = 'check_violation', constraint = 'ledger_entries_bonus_released';
  end if;
  return null;
end $$;

create constraint trigger ledger_entries_bonus_released after insert on ledger_entries deferrable initially deferred
  for each row when (new.kind = 'bonus.released') execute function ledger_entries_bonus_released();
create constraint trigger wagering_requirements_bonus_released after update on wagering_requirements deferrable initially deferred
  for each row when (old.finished_at is null and new.finished_at is not null) execute function ledger_entries_bonus_released();
