-- A tournament that has begun keeps its prizes when the setting changes: those of the setting before, if it has none of its own.
create or replace function settings_keep_begun_prizes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(new.name, old.name) = 'tournament_prizes' then
    update tournaments t set begun_prizes = coalesce(old.value, default_tournament_prizes()) -> t.type
     where t.prizes is null and t.begun_prizes is null and t.starts_at <= coalesce(new.changed_at, clock_timestamp());
  end if;
  return null;
end $$;

create trigger settings_keep_begun_prizes after insert or update or delete on settings
  for each row execute function settings_keep_begun_prizes();
create trigger tournaments_begun_prizes after update of begun_prizes on tournaments
  for each row execute function refuse_server();
