-- Whether the connection is one of who keeps the database, who could do everything anyway.
create or replace function can_act_in_emergency() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select pg_has_role(session_user, (select tableowner from pg_tables where schemaname = 'public' and tablename = 'operators'), 'MEMBER')
      or exists (select from emergency_roles where name = session_user)
$$;
