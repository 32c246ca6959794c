-- Deletes what lets nobody in any more, 30 days after it was made: sessions, except the last one of each operator, which says when they were
-- here; invitations that were used or are too old; wrong log-ins. It deletes by the clock only, so that every caller can do it.
create or replace function delete_old_operator_access() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from operator_sessions s where s.created_at < clock_timestamp() - interval '30 days'
     and exists (select from operator_sessions l where l.operator_id = s.operator_id and (l.created_at, l.hash) > (s.created_at, s.hash));
  delete from operator_invitations where created_at < clock_timestamp() - interval '30 days';
  delete from operator_login_failures where at < clock_timestamp() - interval '30 days';
  delete from operator_challenges where created_at < clock_timestamp() - interval '5 minutes';
$$;
