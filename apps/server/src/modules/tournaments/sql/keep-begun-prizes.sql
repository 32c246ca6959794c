-- Before the setting `tournament_prizes` changes: tournaments that have begun by then, and have no prizes of their own, keep those of now.
-- @param begun_by Used only for the owner of the database. For a server, the time of the database counts.
create or replace function keep_begun_prizes(begun_by timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update tournaments t set begun_prizes = find_listed_prizes(t)
   where t.prizes is null and t.begun_prizes is null
     and t.starts_at <= case when can_act_in_emergency() then begun_by else clock_timestamp() end
$$;

create trigger tournaments_begun_prizes after update of begun_prizes on tournaments
  for each row execute function refuse_server();
