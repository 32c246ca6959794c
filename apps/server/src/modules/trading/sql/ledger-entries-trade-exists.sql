-- Money of trades moves with a trade only. What a closed trade returned has been booked with its end, and a void trade returns nothing more.
-- A trade that had returned its stake is voided without an entry.
create or replace function ledger_entries_trade_exists() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from trades where id = substr(new.subject, 7)::uuid and case new.kind
      when 'trade.opened' then true when 'trade.voided' then voided_at is not null
        and exists (select from trade_voids v where v.trade_id = trades.id and v.returned <> trades.stake)
      else returned > 0 and voided_at is null end)
  then
    raise exception 'no trade moves money for %', new.subject
      using errcode = 'restrict_violation', constraint = 'ledger_entries_trade_exists';
  end if;
  return null;
end $$;

create trigger ledger_entries_trade_exists after insert on ledger_entries for each row
  when (new.kind in ('trade.opened', 'trade.closed', 'trade.voided')) execute function ledger_entries_trade_exists();
