-- Notes what the session has open. @returns names of other operators who have had the same open within the last 30 seconds
create or replace function record_operator_presence(secret bytea, open_subject text) returns text[]
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
begin
  insert into operator_presences (session_hash, subject) values (sha256(secret), open_subject)
    on conflict (session_hash) do update set subject = excluded.subject, seen_at = clock_timestamp();
  return array(
    select distinct o.name from operator_presences p join operator_sessions s on s.hash = p.session_hash join operators o on o.id = s.operator_id
     where p.subject = open_subject and p.seen_at > clock_timestamp() - interval '30 seconds' and o.id <> operator.id
       and s.ended_at is null and o.disabled_at is null
     order by o.name);
end $$;
