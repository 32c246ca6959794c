-- Rates for conversions: coins to USD and USD to other currencies. Limits and other round figures do not use them.

-- Accepted rates of the last week: a payment is credited at the rate when it was mined, also if it is credited later.
-- owner: rates
create table exchange_rates (
  code text not null check (code in ('BTC', 'LTC', 'ETH', 'DSH', 'EUR', 'GBP', 'RUB')),
  at timestamptz not null,
  -- Rate as USD for one coin, or as units of the currency for one USD.
  rate numeric(20, 8) not null check (rate > 0),
  -- True for a jump that later readings or an operator have confirmed. Later readings are compared only with rates from here on.
  is_confirmed boolean not null,
  primary key (code, at)
);

-- The latest jump of each code that was not confirmed. While there is one, nothing is converted.
-- owner: rates
create table held_rates (
  code text primary key check (code in ('BTC', 'LTC', 'ETH', 'DSH', 'EUR', 'GBP', 'RUB')),
  -- Rate of the first reading.
  rate numeric(20, 8) not null check (rate > 0),
  at timestamptz not null,
  readings integer not null check (readings > 0)
);
