-- Checks that only two operators say where a provider answers, and by which keys: a server cannot send payments elsewhere, and names the operator
-- who has asked for it. It can seal the same keys again, when SECRET_KEY is replaced.
create or replace function provider_access_ordered() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_right boolean;
begin
  if tg_op = 'DELETE' then
    is_right := is_ordered('{provider.disconnect}', jsonb_build_object('provider', old.provider, 'before', old.keys_hash));
  elsif tg_op = 'UPDATE' and to_jsonb(new) - 'keys_sealed' = to_jsonb(old) - 'keys_sealed' then
    is_right := true;
  else
    is_right := (tg_op = 'INSERT' or new.provider = old.provider) and is_ordered('{provider.connect}', jsonb_build_object(
      'provider', new.provider, 'address', new.address, 'keys', new.key_ends, 'keysHash', new.keys_hash))
      and (can_act_in_emergency() or exists (select from operator_commands c join operators o on o.id = c.requested_by
                                              where c.done_in = pg_current_xact_id() and c.action = 'provider.connect'
                                                and o.name = new.changed_by));
  end if;
  if is_right is not true then
    raise exception 'no operators have ordered this access to %', coalesce(new.provider, old.provider)
      using errcode = 'restrict_violation', constraint = 'provider_access_ordered';
  end if;
  return null;
end $$;

create trigger provider_access_ordered after insert or update or delete on provider_access
  for each row execute function provider_access_ordered();
create trigger provider_access_no_truncate after truncate on provider_access
  for each statement execute function refuse_server();
