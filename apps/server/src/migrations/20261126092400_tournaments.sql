-- Tournaments: scores of real trades by period, the place of each participant, and prizes.

-- Weekly: Monday 00:00 to Friday 21:00; weekend: Friday 21:00 to Sunday 21:00 (UTC). 2001-01-01 was a Monday.
-- owner: tournaments
create table tournaments (
  id integer generated always as identity primary key,
  type text not null check (type in ('weekly', 'weekend')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the scores became final and the prizes were paid.
  finished_at timestamptz,
  -- Fund that the prizes shared at the end, in minor units of base currency. Null: before the end, or if the whole list is paid (setting
  -- `tournament_prizes_scaled`).
  fund bigint check (fund >= 0),
  constraint tournaments_dates check (
    starts_at = date_bin('7 days', starts_at, '2001-01-01 00:00Z') + case type when 'weekly' then interval '0' else interval '117 hours' end
    and ends_at = starts_at + case type when 'weekly' then interval '117 hours' else interval '48 hours' end),
  constraint tournaments_finish check (finished_at >= ends_at),
  constraint tournaments_fund check (fund is null or finished_at is not null),
  unique (type, starts_at)
);
create index tournaments_waiting on tournaments (ends_at) where finished_at is null;

-- Symbols that count on weekends. A test compares them with the crypto symbols of packages/rules.
-- owner: tournaments
create table tournament_weekend_symbols (
  symbol text primary key
);
insert into tournament_weekend_symbols values ('BTCUSD'), ('ETHUSD'), ('LTCUSD'), ('SOLUSD'), ('XRPUSD');

-- Fair values of trades that were open at a boundary, in minor units of their currency. What a trade gains later counts from the last one.
-- owner: tournaments
create table tournament_trade_values (
  trade_id uuid not null references trades,
  at timestamptz not null check (at = any (array[
    date_bin('7 days', at, '2001-01-01 00:00Z'), date_bin('7 days', at, '2001-01-01 00:00Z') + interval '117 hours',
    date_bin('7 days', at, '2001-01-01 00:00Z') + interval '165 hours'])),
  value bigint not null check (value >= 0),
  -- True if another trade of the same person was open in the other direction: what this one had gained by then counts for no score.
  opposite boolean not null,
  primary key (trade_id, at)
);

-- One row per participant. `record_tournament_results` writes here, in the statement that opens, values or closes a trade.
-- The best have the smallest (ranking, reached_at, user_id).
-- owner: tournaments
create table tournament_scores (
  tournament_id integer not null references tournaments,
  user_id bigint not null references users,
  -- Profit of the period in minor units of base currency, at the rates of the purchases: realised, and of trades that were open at its end.
  score bigint not null,
  -- The negative score, so that one index has all three columns in the same order.
  ranking bigint not null generated always as (-score) stored,
  -- True if a closed trade has contributed to the score.
  has_result boolean not null,
  -- When that trade closed. Without a result: when the first trade was opened.
  reached_at timestamptz not null,
  -- Own cash in the trades that closed in the period, and the house edge on it, both in minor units of base currency. Without ties, void
  -- trades and opposite stakes; the edge also without trades that closed while a bonus was open.
  own_stakes bigint not null default 0 check (own_stakes >= 0),
  own_edge bigint not null default 0 check (own_edge >= 0),
  primary key (tournament_id, user_id)
);
create index tournament_scores_places on tournament_scores (tournament_id, ranking, reached_at, user_id);

-- The leaderboard of a tournament in ranges of at most a few thousand participants, and their number. A place is then the sum of a few
-- hundred numbers and a count within one range. A range begins at its key; the first one before all.
-- owner: tournaments
create table tournament_ranges (
  tournament_id integer not null references tournaments,
  ranking bigint not null,
  reached_at timestamptz not null,
  user_id bigint not null,
  number integer not null,
  primary key (tournament_id, ranking, reached_at, user_id),
  unique (tournament_id, number)
);

-- Several rows per range, by user, so that trades that close at once seldom wait for each other.
-- owner: tournaments
create table tournament_counts (
  tournament_id integer not null,
  range integer not null,
  shard smallint not null,
  participants integer not null check (participants >= 0),
  primary key (tournament_id, range, shard),
  foreign key (tournament_id, range) references tournament_ranges (tournament_id, number)
) with (fillfactor = 50);

-- The sum of `own_edge` of all participants, in several rows.
-- owner: tournaments
create table tournament_edges (
  tournament_id integer not null references tournaments,
  shard smallint not null,
  own_edge bigint not null check (own_edge >= 0),
  primary key (tournament_id, shard)
) with (fillfactor = 50);

-- Prizes that participants have won. Its amounts are fixed at the end of the tournament; it is paid when the winner is verified.
-- owner: tournaments
create table tournament_prizes (
  id uuid not null unique,
  tournament_id integer not null references tournaments,
  -- Place among those who meet the conditions for a prize.
  rank smallint not null check (rank between 1 and 100),
  user_id bigint not null references users,
  -- In minor units of base currency, like `amount`.
  score bigint not null check (score > 0),
  kind text not null check (kind in ('cash', 'bonus', 'item')),
  amount bigint not null check (amount > 0),
  item text check (length(item) between 1 and 40),
  currency text,
  -- Units of the currency per unit of base currency, at the award.
  rate numeric check (rate > 0),
  -- In minor units of the account's currency.
  paid bigint,
  required bigint check (required > 0),
  -- At most this is released by the turnover.
  release_max bigint check (release_max >= 0),
  created_at timestamptz not null,
  -- The prize lapses then if the winner is not verified.
  verify_until timestamptz not null,
  -- True for cash above the approval limit.
  needs_approval boolean not null,
  approved_at timestamptz,
  -- When the money was paid, or the operator was asked to send the item.
  settled_at timestamptz,
  -- When the prize was lost: the winner was not verified in time, or an operator refused it.
  lapsed_at timestamptz,
  -- When an operator sent the item.
  sent_at timestamptz,
  constraint tournament_prizes_content check (case when kind = 'item'
    then item is not null and num_nonnulls(currency, rate, paid, required, release_max) = 0
    else item is null and sent_at is null and num_nonnulls(currency, rate, paid) = 3
      and num_nonnulls(required, release_max) = case kind when 'bonus' then 2 else 0 end end),
  -- Rounded down, but not to zero.
  constraint tournament_prizes_converted check (paid = greatest(1, floor(amount * rate))),
  constraint tournament_prizes_deadline check (verify_until >= created_at),
  constraint tournament_prizes_held check (not needs_approval or kind = 'cash'),
  constraint tournament_prizes_end check (num_nonnulls(settled_at, lapsed_at) < 2),
  constraint tournament_prizes_sent check (sent_at is null or settled_at is not null),
  constraint tournament_prizes_approved check (settled_at is null or not needs_approval or approved_at is not null),
  primary key (tournament_id, rank),
  -- A trader gets one prize of a tournament.
  unique (tournament_id, user_id)
);
create index tournament_prizes_user on tournament_prizes (user_id, tournament_id desc);
create index tournament_prizes_waiting on tournament_prizes (tournament_id) where settled_at is null and lapsed_at is null;
create index tournament_prizes_unsent on tournament_prizes (tournament_id)
  where kind = 'item' and settled_at is not null and sent_at is null;

-- Fair values of trades, for the module that closes trades.
-- owner: tournaments
create view trade_values as select trade_id, at, value from tournament_trade_values;
