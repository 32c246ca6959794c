-- Requests sealed data in the name of a session, for a key that only its browser has. The read is in the audit trail, once an hour for each
-- subject; the subjects of a list are one entry.
create or replace function request_sealed_read(
  secret bytea, read_id uuid, read_kind text, read_subjects uuid[], browser_key bytea
) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
  rule record;
begin
  select * into rule from sealed_read_rights where kind = read_kind and roles && operator.roles;
  if not found then
    raise exception '% has no right to read %', operator.name, read_kind
      using errcode = 'restrict_violation', constraint = 'operator_actions_right';
  end if;
  if cardinality(read_subjects) > rule.max_subjects
     or (select count(*) >= 12 from sealed_reads
          where session_hash = sha256(secret) and created_at > clock_timestamp() - interval '1 minute') then
    raise exception '% reads too much at once', operator.name
      using errcode = 'restrict_violation', constraint = 'sealed_reads_many';
  end if;
  insert into sealed_reads (id, session_hash, kind, subjects, public_key)
    values (read_id, sha256(secret), read_kind, read_subjects, browser_key);
  perform record_operator_read(secret,
    case when rule.max_subjects > 1 then 'list:' || read_kind
         else case read_kind when 'ticket_posts' then 'ticket' else read_kind end || ':' || read_subjects[1] end);
end $$;

-- Hands over the answer, once, to the session that has requested it. No row: it was never requested, or more than a minute ago.
create or replace function take_sealed_read(secret bytea, read_id uuid) returns table (is_waiting boolean, sealed bytea, failure text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_session_operator(secret);
  return query
    delete from sealed_reads r
     where r.id = read_id and r.session_hash = sha256(secret) and r.created_at > clock_timestamp() - interval '1 minute'
       and (r.sealed is not null or r.failure is not null)
    returning false, r.sealed, r.failure;
  if not found then
    return query
      select true, null::bytea, null::text from sealed_reads r
       where r.id = read_id and r.session_hash = sha256(secret) and r.created_at > clock_timestamp() - interval '1 minute';
  end if;
end $$;
