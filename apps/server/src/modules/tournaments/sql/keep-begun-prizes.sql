-- Before the setting `tournament_prizes` changes: tournaments that have begun by then, and have no prizes of their own, keep those of now.
create or replace function keep_begun_prizes(begun_by timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update tournaments t
     set begun_prizes = coalesce((select value from settings where name = 'tournament_prizes'), default_tournament_prizes()) -> t.type
   where t.prizes is null and t.begun_prizes is null and t.starts_at <= begun_by
$$;

create trigger tournaments_begun_prizes after update of begun_prizes on tournaments
  for each row execute function refuse_server();
