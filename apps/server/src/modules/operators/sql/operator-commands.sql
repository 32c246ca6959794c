-- A command of an operator is requested in a session, signed with passkeys by as many operators as it needs, and done once by a server.

-- Returns how many must sign the command, the operator who requests it first. Limits of deposits that allow a trader more than the site allows
-- everyone need two. Where the number depends on the amount, one is enough while the sum of what went through with one signature this UTC day is at
-- most the setting `approval_limit`, for the operator who requests and for the trader, if it is about one, and the limit is older than a
-- day. An amount without a bound needs two.
create or replace function count_needed_signatures(command operator_commands) returns integer
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  rule record;
  spent bigint;
  limits jsonb := command.input::jsonb;
begin
  select * into strict rule from operator_actions where action = command.action;
  if rule.proof = 'session' then
    return 0;
  end if;
  if command.action = 'trader.limit_deposits'
     and exists (select from find_site_deposit_limits() s
                  where (limits ->> 'minCard')::numeric < s.minimum or (limits ->> 'minOther')::numeric < s.minimum
                     or (limits ->> 'max')::numeric > s.maximum) then
    return 2;
  end if;
  if rule.people <> 'by_amount' then
    return case rule.people when 'two' then 2 else 1 end;
  end if;
  if command.amount is null
     or exists (select from settings where name = 'approval_limit' and changed_at > clock_timestamp() - interval '1 day') then
    return 2;
  end if;
  select greatest(
      coalesce(sum(amount) filter (where requested_by = command.requested_by), 0),
      coalesce(sum(amount) filter (where trader_id = command.trader_id), 0))
    into spent
    from operator_commands c
   where outcome = 'done' and people = 1 and amount is not null and id <> command.id
     and ended_at >= date_trunc('day', clock_timestamp() at time zone 'UTC') at time zone 'UTC';
  return case when spent + command.amount > find_approval_limit() then 2 else 1 end;
end $$;

-- Returns the roles that can request a command, and sign it. Settings have roles of their own. Null: none, e.g. for a setting that needs
-- the other action.
create or replace function find_command_roles(command_action text, input jsonb) returns text[]
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case when a.action in ('setting.change', 'setting.change_dangerous')
              then (select r.roles from setting_rules r where r.name = input ->> 'setting' and r.action = a.action)
              else a.roles end
    from operator_actions a where a.action = command_action
$$;

-- Lists the operators whose signatures count: active, with one of the roles, and neither they, their roles nor their passkey are new.
create or replace function list_command_signers(command operator_commands) returns setof bigint
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.operator_id
    from operator_signatures s join operators o on o.id = s.operator_id join operator_passkeys k on k.id = s.passkey_id,
         (select max(wait_hours) * interval '1 hour' as wait from desk_origins) as desk
   where s.command_id = command.id and o.disabled_at is null and k.removed_at is null and o.roles && find_command_roles(command.action, command.input::jsonb)
     and greatest(o.created_at, o.roles_changed_at, k.created_at) <= s.created_at - desk.wait
$$;

-- Stores a command that an operator requests.
-- @param command_input JSON, in the characters that will be signed
-- @returns the command: its text is what the operator signs
create or replace function request_operator_command(
  secret bytea, command_id uuid, command_action text, command_input text, command_reason text
) returns operator_commands
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  command operator_commands;
  operator operators := require_session_operator(secret);
begin
  if (operator.roles && find_command_roles(command_action, command_input::jsonb)) is not true then
    raise exception '% has no right to %', operator.name, command_action
      using errcode = 'restrict_violation', constraint = 'operator_actions_right';
  end if;
  -- What one session asks for must not hold up the others.
  if (select count(*) from operator_commands
       where requested_by = operator.id and ended_at is null and created_at > clock_timestamp() - interval '1 day') >= 50 then
    raise exception '% has 50 open commands', operator.name
      using errcode = 'restrict_violation', constraint = 'operator_commands_many';
  end if;
  command.id := command_id;
  command.action := command_action;
  command.input := command_input;
  command.reason := command_reason;
  command.requested_by := operator.id;
  command.created_at := clock_timestamp();
  command.trader_id := command_input::jsonb ->> 'trader';
  command.amount := to_base_amount((command_input::jsonb ->> 'amount')::bigint, command_input::jsonb ->> 'currency');
  command.signed_text := concat_ws(E'\n', 'Tradefront command 1', command_id, operator.name, command_action, command_input, command_reason);
  command.people := count_needed_signatures(command);
  if command.people = 0 then
    command.ready_at := command.created_at;
  end if;
  insert into operator_commands select command.*;
  return command;
end $$;

-- Signs a command with a passkey of the operator.
-- @returns the command after the signature
create or replace function sign_operator_command(
  secret bytea, signed_id uuid, credential bytea, authenticator_data bytea, client_data bytea, signature bytea
) returns operator_commands
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  command operator_commands;
  operator operators := require_session_operator(secret);
  passkey operator_passkeys;
begin
  select * into command from operator_commands where id = signed_id for update;
  if not found or command.ended_at is not null or command.created_at < clock_timestamp() - interval '1 day' then
    raise exception 'command % is decided, or older than a day', signed_id
      using errcode = 'restrict_violation', constraint = 'operator_commands_open';
  end if;
  select * into passkey from operator_passkeys
    where credential_id = credential and operator_id = operator.id and removed_at is null;
  if not found
     or check_passkey(passkey.public_key, sha256(convert_to(command.signed_text, 'UTF8')), authenticator_data, client_data, signature) is not true then
    raise exception 'not signed by a passkey of %', operator.name
      using errcode = 'restrict_violation', constraint = 'operator_signatures_valid';
  end if;
  if operator.id <> command.requested_by
     and not exists (select from operator_signatures where command_id = command.id and operator_id = command.requested_by) then
    raise exception 'the operator who asks signs first' using errcode = 'restrict_violation', constraint = 'operator_signatures_order';
  end if;
  insert into operator_signatures (command_id, operator_id, passkey_id, authenticator_data, client_data, signature)
    values (command.id, operator.id, passkey.id, authenticator_data, client_data, signature);
  if operator.id not in (select list_command_signers(command)) then
    raise exception '% or the passkey is new, or has no right to %', operator.name, command.action
      using errcode = 'restrict_violation', constraint = 'operator_signatures_counts';
  end if;
  -- It can have become more since it was asked for, and never becomes less.
  update operator_commands c
     set people = greatest(c.people, count_needed_signatures(c)),
         ready_at = case when (select count(*) from list_command_signers(c)) >= greatest(c.people, count_needed_signatures(c))
                         then clock_timestamp() end
   where id = command.id returning * into command;
  return command;
end $$;

-- Cancels an open command, for the operator who has requested it, or another one who could sign it.
create or replace function cancel_operator_command(secret bytea, cancelled_id uuid, why text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
begin
  update operator_commands c set outcome = 'cancelled', ended_at = clock_timestamp(), note = operator.name || ': ' || why
   where id = cancelled_id and ended_at is null
     -- An operator cannot cancel an order that is about them.
     and (requested_by = operator.id or input::jsonb ->> 'operator' is distinct from operator.name)
     and (requested_by = operator.id or operator.roles && find_command_roles(c.action, c.input::jsonb));
  if not found then
    return false;
  end if;
  perform record_operator_act(operator.name, 'command.cancel', 'command:' || cancelled_id);
  return true;
end $$;

-- Marks a command as done by this transaction, once, if it is signed as it must be. The statement that writes the entry of the audit trail
-- calls it (`platform/audit.ts`). Returns null if there is no command.
create or replace function begin_operator_command(begun_id uuid) returns operator_commands
  language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  command operator_commands;
begin
  -- An older snapshot would not see what others have moved since.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a command needs read committed' using errcode = 'restrict_violation', constraint = 'operator_commands_signed';
  end if;
  -- One after the other, so that sums of a day are right.
  perform pg_advisory_xact_lock(hashtextextended('operator_commands', 0));
  select * into command from operator_commands where id = begun_id for update;
  if command.done_in = pg_current_xact_id() then
    return command;
  end if;
  if not found or command.ended_at is not null or command.ready_at is null
     or command.ready_at < clock_timestamp() - interval '1 hour'
     or (select count(*) from list_command_signers(command)) < greatest(command.people, count_needed_signatures(command)) then
    raise exception 'command % is not signed, or done already', begun_id
      using errcode = 'restrict_violation', constraint = 'operator_commands_signed';
  end if;
  update operator_commands set outcome = 'done', done_in = pg_current_xact_id(), ended_at = clock_timestamp()
   where id = begun_id returning * into command;
  return command;
end $$;

-- Refuses a command that the server could not do. @param why in words, for the operator
create or replace function refuse_operator_command(refused_id uuid, why text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update operator_commands set outcome = 'refused', ended_at = clock_timestamp(), note = why
   where id = refused_id and ended_at is null and ready_at is not null;
  return found;
end $$;

-- Counts the signatures that are needed now: the sum of the day has grown, or the server has found another reason for two.
-- @param at_least signatures that it needs
create or replace function recount_operator_command(counted_id uuid, at_least integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update operator_commands c
     set people = greatest(c.people, at_least, count_needed_signatures(c)),
         ready_at = case when (select count(*) from list_command_signers(c)) >= greatest(c.people, at_least, count_needed_signatures(c))
                         then ready_at end
   where id = counted_id and ended_at is null
$$;
