-- Refuses entries of servers that the product never books.
create or replace function ledger_entries_known() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_known_entry(new) and not can_act_in_emergency() then
    raise exception 'no entry % for % has such lines', new.kind, new.subject
      using errcode = 'check_violation', constraint = 'ledger_entries_known';
  end if;
  return null;
end $$;

create trigger ledger_entries_known after insert on ledger_entries for each row execute function ledger_entries_known();
