-- Deletes ended access of operators after 30 days: sessions, except the last one of each, which says when the operator was here last;
-- and invitations that were used or are too old. What refers to a session is older than an hour then, and goes before. It goes by the clock alone, so that every caller can run it.
create or replace function delete_old_operator_access() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from operator_presences where seen_at < clock_timestamp() - interval '1 hour';
  delete from sealed_uploads where created_at < clock_timestamp() - interval '1 hour';
  delete from operator_sessions s where s.created_at < clock_timestamp() - interval '30 days'
     and exists (select from operator_sessions l where l.operator_id = s.operator_id and (l.created_at, l.hash) > (s.created_at, s.hash));
  delete from operator_invitations where created_at < clock_timestamp() - interval '30 days';
  delete from operator_challenges where created_at < clock_timestamp() - interval '5 minutes';
$$;
