-- Checks that an entry has lines. Triggers run after all parts of a statement, so that the lines of the new entries are there.
create or replace function ledger_entries_inserted() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from inserted i where (select l.entry_id from ledger_lines l where l.entry_id = i.id limit 1) is null) then
    raise exception 'ledger entry without lines' using errcode = 'check_violation', constraint = 'ledger_entry_has_lines';
  end if;
  return null;
end $$;

create trigger ledger_entries_inserted after insert on ledger_entries
  referencing new table as inserted for each statement execute function ledger_entries_inserted();
