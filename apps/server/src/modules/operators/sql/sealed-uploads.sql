-- Takes what the browser of an operator has sealed for the key of servers. It is 20 in an hour at most for a session, and forgotten after an hour.
create or replace function store_sealed_upload(secret bytea, upload_id uuid, upload bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
begin
  if not exists (select from operator_actions a where a.action = 'chargeback.attach' and a.roles && operator.roles) then
    raise exception 'no right to attach files' using errcode = 'restrict_violation', constraint = 'operator_actions_right';
  end if;
  -- One after the other, so that each one counts those before.
  perform pg_advisory_xact_lock(hashtextextended('sealed uploads ' || operator.id, 0));
  delete from sealed_uploads where created_at < clock_timestamp() - interval '1 hour';
  if (select count(*) from sealed_uploads where session_hash = sha256(secret)) >= 20 then
    raise exception 'a session has 20 open uploads' using errcode = 'restrict_violation', constraint = 'sealed_uploads_many';
  end if;
  insert into sealed_uploads (id, session_hash, sealed) values (upload_id, sha256(secret), upload);
end $$;
