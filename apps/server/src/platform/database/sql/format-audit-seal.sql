-- Returns the text of a seal, of which its hash is made, in four lines: number, time, salt and entry. It depends on no setting of the
-- session. It never changes, because old seals are checked with it.
create or replace function format_audit_seal(seal audit_seals, entry audit_log) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select concat_ws(E'\n', seal.number, to_char(seal.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), seal.salt,
    jsonb_build_object(
      'id', entry.id, 'at', to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'actor', entry.actor, 'account', entry.os_user, 'action', entry.action, 'subject', entry.subject,
      'reason', entry.reason, 'command', entry.command_id, 'detail', entry.detail)::text)
$$;
