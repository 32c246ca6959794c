-- Checks that a server has called `keep_begun_prizes` before it changes the prizes of tournaments.
create or replace function settings_prizes_kept() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not can_act_in_emergency()
     and exists (select from tournaments where prizes is null and begun_prizes is null and starts_at <= clock_timestamp()) then
    raise exception 'a tournament that has begun would get other prizes'
      using errcode = 'restrict_violation', constraint = 'settings_prizes_kept';
  end if;
  return null;
end $$;

create trigger settings_prizes_kept after insert or update on settings for each row
  when (new.name = 'tournament_prizes') execute function settings_prizes_kept();
