-- Finds the prizes of a tournament by place: its own, those of the setting with which it began, or those of the setting now.
create or replace function find_listed_prizes(given tournaments) returns jsonb
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(given.prizes, given.begun_prizes,
                  coalesce((select value from settings where name = 'tournament_prizes'), default_tournament_prizes()) -> given.type)
$$;
