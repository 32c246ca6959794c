-- Prices of a real market, recorded from its stream by one server at a time, so that all settle at the same ones.

-- The server that records.
-- owner: trading
create table market_recorders (
  -- There is one.
  id integer primary key check (id = 1),
  holder text not null check (length(holder) between 1 and 100),
  -- Then another server can take over.
  claimed_until timestamptz not null,
  -- No quote at or before this time will be added.
  recorded_until timestamptz not null
);

-- Each is kept for 30 days.
-- owner: trading
create table market_quotes (
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  at timestamptz not null,
  points bigint not null check (points > 0),
  primary key (symbol, at)
);
create index market_quotes_at_index on market_quotes (at);

-- What was recorded does not change, because trades were closed at these prices.
create trigger market_quotes_fixed before update on market_quotes
  for each statement execute function refuse_change();
create function check_market_quotes_order() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from added a join market_quotes q on q.symbol = a.symbol and q.at > a.at
              where not exists (select 1 from added b where b.symbol = q.symbol and b.at = q.at)) then
    raise exception 'a later quote is already recorded'
      using errcode = 'restrict_violation', constraint = 'market_quotes_order';
  end if;
  return null;
end $$;
create trigger market_quotes_order after insert on market_quotes referencing new table as added
  for each statement execute function check_market_quotes_order();

-- Never deleted.
-- owner: trading
create table market_candles (
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  seconds integer not null check (seconds in (60, 3600, 86400)),
  starts_at timestamptz not null,
  open bigint not null,
  high bigint not null,
  low bigint not null check (low > 0),
  close bigint not null,
  primary key (symbol, seconds, starts_at),
  constraint market_candles_range check (low <= open and low <= close and high >= open and high >= close)
);
