-- Opens a case when a bank takes a charge back. It is due in ten days, the least that banks give, until an operator notes the bank's date.
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
