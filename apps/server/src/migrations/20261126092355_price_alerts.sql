-- Alerts of traders about prices.

-- owner: price-alerts
create table price_alerts (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  symbol text not null check (symbol ~ '^[A-Z0-9]{3,12}$'),
  -- Side of the level, seen from the latest price when the alert was set.
  direction text not null check (direction in ('above', 'below')),
  -- The level, in points of the symbol.
  points bigint not null check (points > 0),
  by_mail boolean not null,
  by_push boolean not null,
  -- When the alert was set. Only later prices can reach the level.
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  state text not null check (state in ('waiting', 'reached', 'expired')),
  -- One of the places of a trader while the alert waits: two devices cannot take the same one.
  slot smallint check (slot between 0 and 19),
  -- When the server found that the alert had ended.
  ended_at timestamptz,
  -- Time of the first price at the level or beyond it.
  reached_at timestamptz,
  reached_points bigint,
  constraint price_alerts_slot unique (user_id, slot),
  constraint price_alerts_waiting check ((state = 'waiting') = (slot is not null) and (state = 'waiting') = (ended_at is null)),
  constraint price_alerts_reached check (
    case
      when state <> 'reached' then num_nonnulls(reached_at, reached_points) = 0
      else num_nulls(reached_at, reached_points) = 0
           and reached_at > created_at and reached_at <= expires_at
           and case direction when 'above' then reached_points >= points else reached_points <= points end
    end)
);
-- A repeated request adds no second alert.
create unique index price_alerts_same on price_alerts (user_id, symbol, points) where state = 'waiting';
create index price_alerts_level on price_alerts (symbol, direction, points) where state = 'waiting';
create index price_alerts_expiry on price_alerts (symbol, expires_at) where state = 'waiting';
create index price_alerts_ended on price_alerts (ended_at) where state <> 'waiting';
