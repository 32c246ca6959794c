-- Does what two admins have signed about an operator. It reads the signed command itself, so that a server can do nothing else with it.

create or replace function forget_operator_access(forgotten bigint) returns void
  language sql set search_path = pg_catalog, public, pg_temp as $$
  update operator_sessions set ended_at = clock_timestamp() where operator_id = forgotten and ended_at is null;
  update operator_invitations set used_at = clock_timestamp() where operator_id = forgotten and used_at is null;
  update operator_passkeys set removed_at = clock_timestamp() where operator_id = forgotten and removed_at is null;
  delete from operator_passwords where operator_id = forgotten;
$$;

-- Does a signed command about an operator.
-- @param order_id id of a command that this transaction does, and has written into the audit trail
create or replace function apply_operator_order(order_id uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  command operator_commands;
  given jsonb;
  operator operators;
begin
  select c.* into command from operator_commands c join audit_log a on a.command_id = c.id
   where c.id = order_id and c.done_in = pg_current_xact_id();
  if not found then
    raise exception 'command % is not done here', order_id using errcode = 'restrict_violation', constraint = 'operators_by_operators';
  end if;
  given := command.input::jsonb;
  if command.action = 'operator.invite' then
    insert into operators (name, roles, created_at)
      values (given ->> 'operator', array(select jsonb_array_elements_text(given -> 'roles')), clock_timestamp())
      on conflict (name) do update set roles = excluded.roles, created_at = excluded.created_at, disabled_at = null
      returning * into operator;
    perform forget_operator_access(operator.id);
    insert into operator_invitations (hash, operator_id)
      values (decode(translate(given ->> 'invitation', '-_', '+/') || '=', 'base64'), operator.id);
  elsif command.action = 'operator.change_roles' then
    update operators set roles = array(select jsonb_array_elements_text(given -> 'roles')), roles_changed_at = clock_timestamp()
     where name = given ->> 'operator' and disabled_at is null
       and roles = array(select jsonb_array_elements_text(given -> 'before')) returning * into operator;
  elsif command.action = 'operator.disable' then
    update operators set disabled_at = clock_timestamp() where name = given ->> 'operator' and disabled_at is null returning * into operator;
    perform forget_operator_access(operator.id);
  elsif command.action = 'operator.remove_passkey' then
    select o.* into operator from operators o join operator_passkeys k on k.operator_id = o.id
     where o.name = given ->> 'operator' and k.removed_at is null
       and rtrim(translate(encode(k.credential_id, 'base64'), E'+/\n', '-_'), '=') = given ->> 'passkey';
    update operator_passkeys set removed_at = clock_timestamp()
     where operator_id = operator.id and removed_at is null
       and rtrim(translate(encode(credential_id, 'base64'), E'+/\n', '-_'), '=') = given ->> 'passkey';
    -- Whoever has the device is logged out.
    update operator_sessions set ended_at = clock_timestamp() where operator_id = operator.id and ended_at is null;
  end if;
  if operator.id is null then
    raise exception 'the operator has changed' using errcode = 'restrict_violation', constraint = 'operators_changed';
  end if;
  -- With fewer, the desk could change operators no more.
  if (select count(*) from operators o where o.disabled_at is null and o.roles && '{admin}'
         and exists (select from operator_passkeys k where k.operator_id = o.id and k.removed_at is null)) < 2 then
    raise exception 'two admins must be left' using errcode = 'restrict_violation', constraint = 'operators_two_admins';
  end if;
end $$;
