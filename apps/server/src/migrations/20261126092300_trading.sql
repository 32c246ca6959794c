-- Options that traders buy, and prices. A trade is inserted and closed by one statement each, together with its ledger entry.

-- owner: trading
create table trades (
  -- Derived from the trader and the Idempotency-Key.
  id uuid primary key,
  user_id bigint not null references users,
  -- True if the trade was bought with practice money.
  practice boolean not null,
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  direction text not null check (direction in ('up', 'down')),
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- In minor units, like all amounts here. The part of the stake that is not bonus is cash, or practice money.
  stake bigint not null check (stake > 0),
  bonus_stake bigint not null,
  constraint trades_bonus_stake check (bonus_stake between 0 and case when practice then 0 else stake end),
  -- What a win adds to the stake, in percent of it.
  payout_percent smallint not null,
  -- The less likely a strike is reached, the more it pays.
  constraint trades_payout_percent_check
    check (payout_percent between 1 and case when strike_points is null then 200 else 500 end),
  -- Units of the currency per unit of base currency.
  rate numeric not null check (rate > 0),
  -- What the house loses if the trade wins, in base currency. Practice money costs nothing.
  house_loss bigint not null
    generated always as (case when practice then 0 else ceil((stake * payout_percent / 100) / rate)::bigint end) stored,
  -- Limit of the sum of `house_loss` of open trades, as set at the purchase.
  house_loss_max bigint not null,
  -- True if prices were computed, so that they can be computed again.
  simulated boolean not null,
  -- Decimals of the prices, which are in the smallest steps of the symbol.
  digits smallint not null check (digits between 0 and 8),
  -- When the order arrived.
  arrived_at timestamptz not null,
  -- Round of the beacon that decides the opening price, and was not published when the order arrived. Null: the price was known at the
  -- purchase.
  entry_round bigint check (entry_round > 0),
  -- Opening price. Null while a trade waits for it, and if the trade was refused then.
  open_points bigint check (open_points > 0),
  -- Time of the opening price.
  quoted_at timestamptz,
  opened_at timestamptz not null,
  constraint trades_quote_age check (quoted_at between opened_at - interval '2 s' and opened_at + interval '2 s'),
  constraint trades_waiting check (
    num_nonnulls(open_points, quoted_at) = case when open_points is null then 0 else 2 end
    and (open_points is not null or (entry_round is not null and state in ('open', 'refused')))),
  constraint trades_arrived_at check (arrived_at between opened_at - interval '7 s' and opened_at),
  -- Lowest payout that the trader accepts for an option on the ladder. Null: the payout does not depend on the opening price.
  least_payout_percent smallint check (least_payout_percent >= 0),
  -- Rounded to the millisecond, as servers read it. A fraction would put it after the price that servers find for it, and the trade could
  -- not close.
  expires_at timestamptz(3) not null,
  constraint trades_expiry check (expires_at > opened_at),
  -- Hash of the purchase, to detect that its key is used for another one.
  request_hash bytea not null,
  state text not null check (state in ('open', 'won', 'lost', 'tie', 'sold', 'void', 'refused')),
  -- Code of the text that says why the trade was refused.
  refusal text,
  constraint trades_refusal check ((refusal is not null) = (state = 'refused')),
  close_points bigint check (close_points > 0),
  -- Time of the closing price. A void trade has its end here.
  closed_at timestamptz,
  returned bigint,
  -- When operators have voided it after its end, because the prices of a real market were wrong. Simulated ones cannot be.
  voided_at timestamptz,
  constraint trades_voided_real check (voided_at is null or (state = 'void' and not simulated and not practice)),
  -- Decided when it closes: the account whose trade on the same symbol was open in the other direction at the same time. It is the trader's own,
  -- or a linked one.
  opposite_user_id bigint,
  -- An opposite trade counts for no turnover and no score.
  is_opposite boolean not null generated always as (opposite_user_id is not null) stored,
  constraint trades_opposite check (opposite_user_id is null or state <> 'open'),
  constraint trades_closed_whole check (
    num_nonnulls(closed_at, returned) = case when state = 'open' then 0 else 2 end
    and (close_points is null) = (state in ('open', 'void', 'refused'))),
  constraint trades_outcome check (case state
    when 'won' then (close_points > coalesce(strike_points, open_points)) = (direction = 'up')
      and close_points <> coalesce(strike_points, open_points)
    when 'lost' then (close_points > coalesce(strike_points, open_points)) <> (direction = 'up')
      and close_points <> coalesce(strike_points, open_points)
    when 'tie' then close_points = coalesce(strike_points, open_points)
    else true end),
  constraint trades_returned check (case state
    when 'won' then returned = stake + stake * payout_percent / 100
    when 'lost' then returned = 0
    when 'sold' then returned between 0 and stake + stake * payout_percent / 100
    else returned = stake end),
  constraint trades_closed_at check (case state
    -- Practice trades also end when practice starts again in another currency.
    when 'void' then voided_at is not null or closed_at = expires_at + interval '1 minute' or (practice and closed_at < expires_at + interval '1 minute')
    when 'sold' then closed_at >= quoted_at and closed_at < expires_at
    when 'refused' then closed_at >= arrived_at
    else closed_at between expires_at and expires_at + interval '1 minute' end),
  -- Strike of an option on the ladder: the price that the closing price is compared with, in the smallest steps of the symbol. Null: it is compared
  -- with the opening price.
  strike_points bigint check (strike_points > 0)
);
create index trades_due on trades (expires_at, user_id, id) where state = 'open';
create index trades_user_open on trades (user_id) where state = 'open';
create index trades_waiting on trades (opened_at, id) where state = 'open' and open_points is null;
-- Used to find opposite trades: those that have closed since a time.
create index trades_overlapping on trades (user_id, symbol, direction, closed_at)
  where state not in ('open', 'refused') and not practice;
-- Used for the results of a day.
create index trades_closed on trades using brin (closed_at) with (pages_per_range = 16, autosummarize = on);
-- Includes the columns that reports filter by and add up, so that the rows of other pages are not read.
create index trades_user on trades (user_id, practice, opened_at desc, id desc)
  include (state, symbol, direction, currency, stake, returned, open_points);

-- How a trade had ended that operators have voided, and why.
-- owner: trading
create table trade_voids (
  trade_id uuid primary key references trades,
  state text not null check (state in ('won', 'lost', 'sold')),
  close_points bigint not null check (close_points > 0),
  -- In minor units.
  returned bigint not null check (returned >= 0),
  -- What was wrong with the prices, for operators.
  fault text not null check (length(fault) between 3 and 500),
  -- What the trader reads, by language.
  words jsonb not null,
  voided_at timestamptz not null
);
create index trade_voids_time on trade_voids (voided_at);

-- Orders to sell open trades at a sealed price.
-- owner: trading
create table trade_sales (
  trade_id uuid not null references trades,
  arrived_at timestamptz not null,
  -- Time of the price.
  sale_at timestamptz not null,
  primary key (trade_id, sale_at),
  constraint trade_sales_arrived_at check (arrived_at between sale_at - interval '7 s' and sale_at),
  entry_round bigint not null check (entry_round > 0),
  -- The trade is not sold for less than this, in minor units.
  least bigint not null check (least >= 0),
  -- Fee of the sale in percent of the value, as set when the order arrived.
  fee_percent numeric not null check (fee_percent >= 0),
  state text not null check (state in ('waiting', 'sold', 'refused')),
  -- Code of the text that says why the sale was refused.
  refusal text,
  constraint trade_sales_refusal check ((refusal is not null) = (state = 'refused')),
  -- What the sale would have brought. Null: there was no price.
  value bigint check (value >= 0),
  constraint trade_sales_value check (state <> 'sold' or value >= least)
);
create unique index trade_sales_waiting on trade_sales (trade_id) where state = 'waiting';
create index trade_sales_due on trade_sales (sale_at, trade_id) where state = 'waiting';

-- Purchases with real money that were refused, and how they would have ended. They show whether the house refuses trades that win. Kept for
-- 90 days.
-- owner: trading
create table trade_refusals (
  id uuid primary key,
  user_id bigint not null references users,
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  direction text not null check (direction in ('up', 'down')),
  -- Code of the text that the trader got.
  code text not null,
  refused_at timestamptz not null,
  -- When the trade would have started and ended.
  entry_at timestamptz not null,
  expires_at timestamptz not null,
  constraint trade_refusals_times check (expires_at > entry_at),
  -- Strike of an option on the ladder. Null: the closing price is compared with the opening price.
  strike_points bigint check (strike_points > 0),
  -- Null: the time has not ended. `unknown`: there was no price.
  outcome text check (outcome in ('won', 'lost', 'tie', 'unknown'))
);
create index trade_refusals_due on trade_refusals (expires_at, id) where outcome is null;
create index trade_refusals_time on trade_refusals (refused_at);

-- Highest loss of the house if all open trades on a symbol that expire within a minute win, by direction. In base currency.
-- Only triggers of trades write here.
-- owner: trading
create table trade_exposures (
  symbol text not null,
  minute timestamptz not null,
  direction text not null,
  loss bigint not null,
  -- Limit as set at the latest purchase. Kept in the row so that a check can enforce it.
  loss_max bigint not null,
  constraint trade_exposures_limit check (loss between 0 and loss_max),
  primary key (symbol, minute, direction)
);

-- Number of trades, because counting the trades of a busy trader takes too long. Only a trigger of trades writes here.
-- owner: trading
create table trade_totals (
  user_id bigint not null references users,
  practice boolean not null,
  count integer not null,
  primary key (user_id, practice)
);

-- The first day (UTC) on which a trader lost own cash, by the end of the trades. Wins are subtracted; losses on the ladder and of opposite
-- trades do not count.
-- owner: trading
create table first_losing_days (
  user_id bigint primary key references users,
  day date not null,
  currency text not null check (currency in ('USD', 'EUR', 'GBP', 'RUB')),
  -- In minor units.
  loss bigint not null check (loss > 0)
);

-- The risk-free offer, once a trader has accepted it: a part of the loss of that day comes back as cash if the next Up/Down trade with own
-- cash loses.
-- owner: trading
create table loss_returns (
  user_id bigint primary key references first_losing_days,
  currency text not null,
  -- Part of the loss that comes back, in percent.
  percent smallint not null check (percent between 1 and 20),
  -- At most this comes back, in minor units.
  amount bigint not null check (amount > 0),
  accepted_at timestamptz not null,
  -- The trade that decides. A tie or a void trade decides nothing, and the next trade takes its place.
  trade_id uuid unique references trades,
  -- Amount that came back when the deciding trade ended.
  returned bigint,
  constraint loss_returns_ended check (returned is null or (trade_id is not null and returned between 0 and amount))
);

-- Origin of all simulated prices: 32 random bytes, from which all seeds are derived.
-- owner: trading
create table market_secrets (
  -- The table has one row.
  id integer primary key check (id = 1),
  -- The bytes, sealed with SECRET_KEY.
  sealed bytea not null,
  created_at timestamptz not null
);

-- First price of each symbol, and when its walk begins.
-- owner: trading
create table market_starts (
  symbol text primary key check (symbol ~ '^[A-Z0-9]{3,12}$'),
  points bigint not null check (points > 0),
  starts_at timestamptz not null
);

-- Root of the Merkle tree over the 288 seeds of each UTC day, published before the day begins.
-- owner: trading
create table market_days (
  date date primary key,
  root bytea not null check (length(root) = 32),
  announced_at timestamptz not null
);

-- The chain of the randomness beacon from which all simulated prices follow. It is chosen at the installation.
-- owner: trading
create table beacon_chains (
  -- The table has one row.
  id integer primary key check (id = 1),
  -- Values are in hex. The hash is the SHA-256 of the others.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  public_key text not null check (public_key ~ '^[0-9a-f]{192}$'),
  genesis_seconds bigint not null check (genesis_seconds > 0),
  group_hash text not null check (group_hash ~ '^[0-9a-f]{64}$'),
  beacon_id text not null
);

-- Verified rounds of the beacon.
-- owner: trading
create table beacon_rounds (
  round bigint primary key check (round > 0),
  signature bytea not null check (length(signature) = 48)
);

-- The walk of each symbol at the start of five minutes. All later prices follow from it, from seeds and from rounds.
-- owner: trading
create table market_states (
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  window_start timestamptz not null,
  constraint market_states_window check (extract(epoch from window_start) % 300 = 0),
  -- Price at the start of the UTC day.
  start_points bigint not null check (start_points > 0),
  -- Sum of the deviates since the start of the day.
  sum bigint not null,
  primary key (symbol, window_start)
);
create index market_states_latest on market_states (window_start);

-- Times in which prices do not move, because no server was running and no open trade needed a price.
-- owner: trading
create table market_gaps (
  from_at timestamptz primary key,
  to_at timestamptz not null,
  constraint market_gaps_range check (to_at > from_at)
);

-- The server that records prices.
-- owner: trading
create table market_recorders (
  -- The table has one row.
  id integer primary key check (id = 1),
  holder text not null check (length(holder) between 1 and 100),
  -- End of the lease, after which another server can take over.
  claimed_until timestamptz not null,
  -- No quote at or before this time will be added.
  recorded_until timestamptz not null
);

-- Recorded prices of an exchange. Each is kept for 30 days.
-- owner: trading
create table market_quotes (
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  at timestamptz not null,
  points bigint not null check (points > 0),
  -- The earliest time at which the trade with this price can have happened.
  traded_at timestamptz not null,
  -- Prices of the trades since the quote before.
  trades bigint[] not null,
  primary key (symbol, at),
  constraint market_quotes_trades check (cardinality(trades) between 1 and 500 and trades[cardinality(trades)] = points)
);
create index market_quotes_at_index on market_quotes (at);

-- Candles are never deleted.
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

-- Results of closed trades by the UTC day of their purchase, for the totals of reports and the results by symbol.
-- owner: trading
create table trade_days (
  user_id bigint not null,
  practice boolean not null,
  day date not null,
  symbol text not null,
  direction text not null,
  state text not null,
  currency text not null,
  count integer not null,
  stake bigint not null,
  returned bigint not null,
  primary key (user_id, practice, day, symbol, direction, state, currency)
);

-- Results by UTC hour, for the results by period and by hour of the day in most time zones. They have one row per hour, because a busy
-- trader has many trades.
-- owner: trading
create table trade_hours (
  user_id bigint not null,
  practice boolean not null,
  hour timestamptz not null,
  currency text not null,
  -- Numbers of trades.
  won integer not null,
  lost integer not null,
  tie integer not null,
  sold integer not null,
  void integer not null,
  -- What came back, less the stakes.
  profit bigint not null,
  primary key (user_id, practice, hour, currency)
);

-- Number of trades of a user, with practice money and with real money, for other modules.
-- owner: trading
create view trade_counts as select user_id, practice, count from trade_totals;

-- Bonus money in open trades, for other modules.
-- owner: trading
create view staked_bonuses as
  select user_id, sum(bonus_stake)::bigint as amount from trades where state = 'open' group by user_id;

-- Traders who have lost on a day, for other modules.
-- owner: trading
create view losing_traders as select user_id, day, currency, loss from first_losing_days;

-- How trades of real money have ended, for other modules.
-- owner: trading
create view trade_results as
  select currency, state, stake, returned, expires_at, closed_at, user_id from trades where not practice;

-- Trades that operators have voided, for other modules.
-- owner: trading
create view voided_trades as select voided_at from trade_voids;

-- Sales that are not decided yet, for other modules.
-- owner: trading
create view waiting_sales as select trade_id, sale_at from trade_sales where state = 'waiting';

-- Columns that the history shows of a trade. The strike is null if the closing price is compared with the opening price.
-- owner: trading
create view trade_facts as
  select id, user_id, symbol, direction, state, opened_at, expires_at, closed_at, digits,
         nullif(strike_points, open_points) as strike_points
    from trades;

-- Closed trades of real money by the UTC day of their purchase, for other modules. In minor units.
-- owner: trading
create view trading_days as
  select user_id, day, currency, sum(count)::integer as count, sum(stake)::bigint as stake, sum(returned)::bigint as returned
    from trade_days where not practice group by user_id, day, currency;
