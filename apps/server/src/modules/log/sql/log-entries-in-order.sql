-- Checks that entries are numbered without gaps, so that all of them are in the tree.
create or replace function log_entries_in_order() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.index is distinct from (select coalesce(max(index) + 1, 0) from log_entries) then
    raise exception 'entry % of the log does not follow the last one', new.index
      using errcode = 'restrict_violation', constraint = tg_name;
  end if;
  return new;
end $$;

create trigger log_entries_in_order before insert on log_entries
  for each row execute function log_entries_in_order();
