-- Checks that money of trades moves only with a trade, and that what a closed trade returned was booked with its end.
create or replace function ledger_entries_trade_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from trades where id = substr(new.subject, 7)::uuid and (new.kind = 'trade.opened' or returned > 0))
  then
    raise exception 'no trade moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_entries_trade_exists';
  end if;
  return null;
end $$;

create trigger ledger_entries_trade_exists after insert on ledger_entries for each row
  when (new.kind in ('trade.opened', 'trade.closed')) execute function ledger_entries_trade_exists();
