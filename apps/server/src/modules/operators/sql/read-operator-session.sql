-- Returns the operator of a session with what the desk shows of them; no row if it has ended.
create or replace function describe_operator_session(secret bytea)
  returns table (id bigint, name text, roles text[], "withPasskey" boolean, "createdAt" timestamptz, passkeys jsonb)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, o.name, o.roles, s.with_passkey, s.created_at,
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'credentialId', rtrim(translate(encode(k.credential_id, 'base64'), E'+/\n', '-_'), '='), 'label', k.label,
                   'createdAtMs', floor(extract(epoch from k.created_at) * 1000),
                   'usableFromMs', floor(extract(epoch from greatest(k.created_at, o.created_at) + (select max(wait_hours) * interval '1 hour' from desk_origins)) * 1000))
                 order by k.id), '[]')
            from operator_passkeys k where k.operator_id = o.id and k.removed_at is null)
    from find_session_operator(secret) o join operator_sessions s on s.hash = sha256(secret)
$$;
