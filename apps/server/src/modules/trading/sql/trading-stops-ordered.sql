-- Checks that only operators stop trading and let it continue.
create or replace function trading_stops_ordered() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_ordered(array[case when new.ended_at is null then 'trading.stop' else 'trading.resume' end],
    jsonb_build_object('symbol', new.symbol)) then
    raise exception 'no operator has ordered this for %', new.symbol
      using errcode = 'restrict_violation', constraint = 'trading_stops_ordered';
  end if;
  return null;
end $$;

create trigger trading_stops_ordered after insert or update of ended_at on trading_stops
  for each row execute function trading_stops_ordered();
create trigger trading_stops_begin before insert on trading_stops for each row
  when (new.ended_at is not null) execute function refuse_fixed();
-- A stop ends once.
create trigger trading_stops_end before update of ended_at on trading_stops for each row
  when (old.ended_at is not null or new.ended_at is null) execute function refuse_fixed();
create trigger trading_stops_fixed before update of id, symbol, began_at on trading_stops
  for each statement execute function refuse_fixed();
