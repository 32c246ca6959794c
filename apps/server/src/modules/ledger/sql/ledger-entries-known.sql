-- Refuses entries of servers that the product never books.
create or replace function ledger_entries_known() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  unknown ledger_entries := find_unknown_entry(array(select id from inserted));
begin
  if unknown.id is not null and not can_act_in_emergency() then
    raise exception 'no entry % for % has such lines', unknown.kind, unknown.subject
      using errcode = 'check_violation', constraint = 'ledger_entries_known';
  end if;
  return null;
end $$;

create trigger ledger_entries_known after insert on ledger_entries
  referencing new table as inserted for each statement execute function ledger_entries_known();
