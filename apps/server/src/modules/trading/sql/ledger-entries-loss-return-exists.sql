-- Checks that money of a return of a loss moves only with that return.
create or replace function ledger_entries_loss_return_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from loss_returns where trade_id = substr(new.subject, 7)::uuid and returned > 0) then
    raise exception 'no return of a loss moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_entries_loss_return_exists';
  end if;
  return null;
end $$;

create trigger ledger_entries_loss_return_exists after insert on ledger_entries for each row
  when (new.kind = 'offer.returned') execute function ledger_entries_loss_return_exists();
