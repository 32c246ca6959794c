-- Checks that a quarantine is ended by operators. Servers end one that they began themselves after a silence, when no statement knows more
-- than the database.
create or replace function quarantines_released() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_ordered(array['quarantine.release'], jsonb_build_object('quarantine', new.id)) then
    raise exception 'no operators have released this quarantine'
      using errcode = 'restrict_violation', constraint = 'quarantines_released';
  end if;
  return null;
end $$;

create trigger quarantines_released after update of ended_at on quarantines for each row
  when (old.cause <> 'silence' or new.cause <> 'silence')
  execute function quarantines_released();
