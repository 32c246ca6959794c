-- Text of a seal, which its hash is about: number, time and entry, one line each. It depends on no setting of the session.
create or replace function format_audit_seal(seal_number bigint, sealed timestamptz, entry audit_log) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select seal_number || E'\n' || to_char(sealed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || E'\n'
    || jsonb_build_object(
         'id', entry.id, 'at', to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
         'actor', entry.actor, 'account', entry.os_user, 'action', entry.action, 'subject', entry.subject,
         'reason', entry.reason, 'detail', entry.detail)::text
$$;
