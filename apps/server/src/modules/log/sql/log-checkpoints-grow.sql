-- Checks that a checkpoint has more entries than all before, and only entries that exist.
create or replace function log_checkpoints_grow() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.size <= (select max(size) from log_checkpoints) or new.size > (select coalesce(max(index) + 1, 0) from log_entries) then
    raise exception 'a checkpoint of % entries is refused', new.size
      using errcode = 'restrict_violation', constraint = tg_name;
  end if;
  return new;
end $$;

create trigger log_checkpoints_grow before insert on log_checkpoints
  for each row execute function log_checkpoints_grow();
