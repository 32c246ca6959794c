-- Stops of new trades that operators have ordered, e.g. while prices are wrong.

-- owner: trading
create table trading_stops (
  id bigint generated always as identity primary key,
  -- `ALL`: every symbol.
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint trading_stops_times check (ended_at >= began_at)
);
create unique index trading_stops_open on trading_stops (symbol) where ended_at is null;
