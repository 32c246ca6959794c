-- Writes what an operator has done into the audit trail, for functions that have checked the session. It has only the rights of its caller,
-- so that no server can write this name.
create or replace function record_operator_act(operator text, done text, done_to text) returns void
  language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into audit_log (created_at, actor, action, subject) values (clock_timestamp(), operator, done, done_to)
$$;

-- Writes who looks at what belongs to one trader into the audit trail, once an hour for each subject.
create or replace function record_operator_read(secret bytea, read_subject text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
begin
  if not exists (select from audit_log
                  where subject = read_subject and actor = operator.name and action = 'desk.read'
                    and created_at > clock_timestamp() - interval '1 hour') then
    perform record_operator_act(operator.name, 'desk.read', read_subject);
  end if;
end $$;
