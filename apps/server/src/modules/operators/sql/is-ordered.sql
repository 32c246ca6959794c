-- Returns whether the connection belongs to a role that keeps the database, and could do everything anyway.
create or replace function can_act_in_emergency() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select pg_has_role(session_user, (select tableowner from pg_tables where schemaname = 'public' and tablename = 'operators'), 'MEMBER')
      or exists (select from emergency_roles where name = session_user)
$$;

-- Returns whether this transaction does a signed command, one of `actions`, with these facts in its input, and has written it into the
-- audit trail. Triggers of what only operators decide call it when their statement ends: the entry is part of it.
create or replace function is_ordered(actions text[], facts jsonb) returns boolean
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select can_act_in_emergency()
      or exists (select from operator_commands c join audit_log a on a.command_id = c.id
                  where c.done_in = pg_current_xact_id() and c.action = any(actions) and c.input::jsonb @> facts)
$$;
