-- Sessions of operators last eight hours. Their secrets are in cookies of the desk, and only their hashes are here.

-- Returns the one-time code of a step of 30 seconds (RFC 6238).
create or replace function compute_totp(key bytea, step bigint) returns text
  language plpgsql immutable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  mac bytea := extensions.hmac(int8send(step), key, 'sha1');
  place integer := get_byte(mac, 19) & 15;
begin
  return lpad(((('x' || encode(substr(mac, place + 1, 4), 'hex'))::bit(32)::bigint & 2147483647) % 1000000)::text, 6, '0');
end $$;

-- Makes a value for a passkey to sign. It is good for one log-in within five minutes.
create or replace function create_operator_challenge() returns bytea
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made bytea := extensions.gen_random_bytes(32);
begin
  delete from operator_challenges where created_at < clock_timestamp() - interval '5 minutes';
  insert into operator_challenges (challenge) values (made);
  return made;
end $$;

-- @returns whether name, password and code are right. Five wrong ones close this way for 15 minutes, also for a name that no operator has:
-- who tries learns nothing about it.
create or replace function open_operator_session_by_password(operator text, password text, code text, secret bytea) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account operator_passwords;
  given_name bytea := sha256(convert_to(operator, 'UTF8'));
  step bigint := floor(extract(epoch from clock_timestamp()) / 30);
  used bigint;
  given text;
begin
  -- One after the other, so that each one counts those before.
  perform pg_advisory_xact_lock(hashtextextended('operator log-in ' || operator, 0));
  delete from operator_login_failures where at < clock_timestamp() - interval '1 hour';
  if (select count(*) from operator_login_failures
       where name_hash = given_name and at > clock_timestamp() - interval '15 minutes') >= 5 then
    raise exception 'too many wrong log-ins of %', operator using errcode = 'restrict_violation', constraint = 'operator_login_failures_many';
  end if;
  select p.* into account from operator_passwords p join operators o on o.id = p.operator_id
    where o.name = operator and o.disabled_at is null for update of p;
  -- Takes as long for a name that does not exist.
  given := extensions.crypt(coalesce(password, ''), coalesce(account.hash, '$2a$10$abcdefghijklmnopqrstuu'));
  select s into used from generate_series(step - 1, step + 1) as s
    where s > account.totp_step and compute_totp(account.totp_key, s) = code;
  if account.hash is null or used is null or given is distinct from account.hash then
    insert into operator_login_failures (name_hash) values (given_name);
    return false;
  end if;
  update operator_passwords set totp_step = used where operator_id = account.operator_id;
  insert into operator_sessions (hash, operator_id, with_passkey) values (sha256(secret), account.operator_id, false);
  return true;
end $$;

-- Opens a session. Returns whether the passkey of an active operator has signed a value that `create_operator_challenge` made.
create or replace function open_operator_session_by_passkey(
  signed_challenge bytea, credential bytea, authenticator_data bytea, client_data bytea, signature bytea, secret bytea
) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  passkey operator_passkeys;
begin
  delete from operator_challenges where challenge = signed_challenge and created_at > clock_timestamp() - interval '5 minutes';
  if not found then
    return false;
  end if;
  select k.* into passkey from operator_passkeys k join operators o on o.id = k.operator_id
    where k.credential_id = credential and k.removed_at is null and o.disabled_at is null;
  if not found or check_passkey(passkey.public_key, signed_challenge, authenticator_data, client_data, signature) is not true then
    return false;
  end if;
  insert into operator_sessions (hash, operator_id, with_passkey) values (sha256(secret), passkey.operator_id, true);
  return true;
end $$;

-- Returns the operator of a session that has not ended; no row if there is none.
create or replace function find_session_operator(secret bytea) returns setof operators
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.* from operator_sessions s join operators o on o.id = s.operator_id
   where s.hash = sha256(secret) and s.ended_at is null and s.created_at > clock_timestamp() - interval '8 hours'
     and o.disabled_at is null
$$;

-- Returns the operator as `find_session_operator` does, and refuses if there is none.
create or replace function require_session_operator(secret bytea) returns operators
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators;
begin
  select * into operator from find_session_operator(secret);
  if not found then
    raise exception 'no session' using errcode = 'restrict_violation', constraint = 'operator_sessions_live';
  end if;
  return operator;
end $$;

create or replace function end_operator_session(secret bytea) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update operator_sessions set ended_at = clock_timestamp() where hash = sha256(secret) and ended_at is null
$$;
