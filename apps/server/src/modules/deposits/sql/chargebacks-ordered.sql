-- Checks that only an operator ends a case, once.
create or replace function chargebacks_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'open' or not is_ordered('{chargeback.close}', jsonb_build_object(
    'attempt', (select reference from attempts where id = new.attempt_id), 'charge', new.capture_number, 'result', new.state)) then
    raise exception 'no operator has ended the case of attempt %', new.attempt_id
      using errcode = 'restrict_violation', constraint = 'chargebacks_ordered';
  end if;
  return null;
end $$;

create trigger chargebacks_begin after insert on chargebacks for each row
  when (new.state <> 'open') execute function refuse_server();
create trigger chargebacks_ordered after update of state on chargebacks for each row
  when (old.state <> new.state) execute function chargebacks_ordered();
