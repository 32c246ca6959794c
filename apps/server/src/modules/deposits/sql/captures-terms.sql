-- The amount, currency and attempt of a capture never change, and each change of its status has a higher movement. Money is credited late
-- only in the currency of its deposit.
create or replace function captures_terms() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.attempt_id, new.number, new.deposit_id, new.processor, new.processor_reference, new.amount, new.currency)
     is distinct from
     (old.attempt_id, old.number, old.deposit_id, old.processor, old.processor_reference, old.amount, old.currency) then
    raise exception 'the amount, currency and attempt of capture % cannot change', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_fixed';
  end if;
  if old.status = 'suspense' and new.status = 'credited_late'
     and new.currency <> (select currency from deposits where id = new.deposit_id) then
    raise exception 'capture % is not in the currency of its account', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_currency';
  end if;
  if new.status <> old.status and new.movement <= old.movement then
    raise exception 'the movements of capture % are numbered upwards', old.attempt_id
      using errcode = 'restrict_violation', constraint = 'captures_movement';
  end if;
  return new;
end $$;

create trigger captures_terms before update on captures for each row execute function captures_terms();
