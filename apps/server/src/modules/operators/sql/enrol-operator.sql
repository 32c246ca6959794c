-- These functions give operators what they log in with.

-- Opens the first session of an invited operator, with a password and a key of one-time codes that the code proves to be set up.
-- @returns whether the invitation is good, for three days, and the code right
create or replace function accept_operator_invitation(invitation bytea, password text, totp_key bytea, code text, secret bytea) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  step bigint := floor(extract(epoch from clock_timestamp()) / 30);
  invited bigint;
begin
  if length(password) < 12 or octet_length(password) > 72 or not exists (select from generate_series(step - 1, step + 1) s where compute_totp(totp_key, s) = code) then
    return false;
  end if;
  update operator_invitations set used_at = clock_timestamp()
   where hash = sha256(invitation) and used_at is null and created_at > clock_timestamp() - interval '3 days'
     and operator_id in (select id from operators where disabled_at is null)
   returning operator_id into invited;
  if not found then
    return false;
  end if;
  insert into operator_passwords (operator_id, hash, totp_key)
    values (invited, extensions.crypt(password, extensions.gen_salt('bf', 10)), totp_key);
  insert into operator_sessions (hash, operator_id, with_passkey, by_invitation) values (sha256(secret), invited, false, true);
  return true;
end $$;

-- Adds a passkey. An operator who has one signs the new one's public key with it; the first is added within an hour of the invitation, in
-- the session that it has opened. So a stolen session adds none. On a test site without a wait, demo operators add theirs at any time.
-- @param signed_by null for the first passkey; else the credential id of the one that signs, with what it has given
create or replace function enrol_operator_passkey(
  secret bytea, credential bytea, key bytea, name text,
  signed_by bytea, authenticator_data bytea, client_data bytea, signature bytea
) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  operator operators := require_session_operator(secret);
  signing operator_passkeys;
  added bigint;
begin
  perform from operators where id = operator.id for update;
  if exists (select from operator_passkeys where operator_id = operator.id and removed_at is null) then
    select * into signing from operator_passkeys
      where operator_id = operator.id and removed_at is null and credential_id = signed_by;
    if not found or check_passkey(signing.public_key, sha256(key), authenticator_data, client_data, signature) is not true then
      raise exception 'not signed by a passkey of %', operator.name
        using errcode = 'restrict_violation', constraint = 'operator_signatures_valid';
    end if;
  elsif not exists (select from operator_sessions where hash = sha256(secret) and by_invitation and created_at > clock_timestamp() - interval '1 hour')
        and (select max(wait_hours) from desk_origins) is distinct from 0 then
    raise exception '% needs an invitation', operator.name
      using errcode = 'restrict_violation', constraint = 'operator_passkeys_invited';
  end if;
  insert into operator_passkeys (operator_id, credential_id, public_key, label)
    values (operator.id, credential, key, name) returning id into added;
  perform record_operator_act(operator.name, 'operator.passkey', 'operator:' || operator.name);
  return added;
end $$;
