-- Refuses purchases while trading in their symbol is stopped.
create or replace function trades_stopped() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from trading_stops s join inserted i on s.symbol in ('ALL', i.symbol) where s.ended_at is null) then
    raise exception 'trading is stopped' using errcode = 'restrict_violation', constraint = 'trades_stopped';
  end if;
  return null;
end $$;

create trigger trades_stopped after insert on trades
  referencing new table as inserted for each statement execute function trades_stopped();
