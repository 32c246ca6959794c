-- Checks that only corrections are booked against the account of corrections.
create or replace function ledger_lines_correction() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from ledger_entries where id = new.entry_id and kind in ('correction.booked', 'correction.undone')) then
    raise exception 'entry % is no correction', new.entry_id
      using errcode = 'restrict_violation', constraint = 'ledger_lines_correction';
  end if;
  return null;
end $$;

create trigger ledger_lines_correction after insert on ledger_lines for each row
  when (new.account = 'corrections') execute function ledger_lines_correction();
