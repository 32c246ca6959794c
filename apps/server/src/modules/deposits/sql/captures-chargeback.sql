-- A case opens by itself when a charge is taken back by the bank. Banks give ten days at least; operators write down the day that they are told.
create or replace function captures_chargeback() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into chargebacks (attempt_id, capture_number, due_at, opened_at)
    values (new.attempt_id, new.number, new.updated_at + interval '10 days', new.updated_at);
  return null;
end $$;

create trigger captures_chargeback after update of status on captures for each row
  when (old.status <> 'taken_back' and new.status = 'taken_back' and new.reason = 'chargeback')
  execute function captures_chargeback();
