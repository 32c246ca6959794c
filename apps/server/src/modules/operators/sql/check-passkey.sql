-- Returns whether a passkey has made this assertion over a challenge (Web Authentication, 7.2): for the desk's own origin, with the person
-- present and verified, and with the right signature.
create or replace function check_passkey(
  public_key bytea, challenge bytea, authenticator_data bytea, client_data bytea, signature bytea
) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  client jsonb;
  host text;
begin
  -- What is missing is wrong, and never unknown: callers would take that for right.
  if public_key is null or challenge is null or authenticator_data is null or client_data is null or signature is null
     or length(authenticator_data) not between 37 and 1024 or length(client_data) > 2048 then
    return false;
  end if;
  client := convert_from(client_data, 'UTF8')::jsonb;
  if client ->> 'type' is distinct from 'webauthn.get'
     or client ->> 'challenge' is distinct from rtrim(translate(encode(challenge, 'base64'), E'+/\n', '-_'), '=')
     or coalesce(client ->> 'crossOrigin', 'false') <> 'false'
     or not exists (select from desk_origins where origin = client ->> 'origin') then
    return false;
  end if;
  host := substring(client ->> 'origin' from '^https?://([^:/]+)');
  return coalesce(substr(authenticator_data, 1, 32) = sha256(convert_to(host, 'UTF8'))
     -- The person was present (1) and has proved who they are (4), by fingerprint, face or PIN.
     and get_byte(authenticator_data, 32) & 5 = 5
     and verify_es256(public_key, authenticator_data || sha256(client_data), signature), false);
exception
  -- Neither UTF-8 nor JSON.
  when character_not_in_repertoire or untranslatable_character or invalid_text_representation then
    return false;
end $$;
