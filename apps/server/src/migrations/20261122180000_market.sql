-- Prices: the secret and the announced days of the simulated market.

-- What all simulated prices follow from: 32 random bytes, from which the seed of each day is derived, and the day on which the market of
-- this installation began.
-- owner: trading
create table market_secrets (
  -- There is one.
  id integer primary key check (id = 1),
  -- Sealed with SECRET_KEY.
  sealed bytea not null,
  created_at timestamptz not null
);
-- Only the encryption of the secret can change.
create trigger market_secrets_fixed before update of id, created_at on market_secrets
  for each row when ((new.id, new.created_at) is distinct from (old.id, old.created_at)) execute function refuse_fixed();
create trigger market_secrets_not_deleted before delete on market_secrets
  for each statement execute function refuse_change();
create trigger market_secrets_no_truncate before truncate on market_secrets
  for each statement execute function refuse_change();

-- First price of each symbol, at the start of the UTC day of market_secrets.created_at, also of one that was added later.
-- owner: trading
create table market_starts (
  symbol text primary key check (symbol ~ '^[A-Z0-9]{3,12}$'),
  points bigint not null check (points > 0)
);
create trigger market_starts_append_only before update or delete on market_starts
  for each statement execute function refuse_change();
create trigger market_starts_no_truncate before truncate on market_starts
  for each statement execute function refuse_change();

-- SHA-256 of the seed of each UTC day, published before the day begins.
-- owner: trading
create table market_days (
  date date primary key,
  seed_hash bytea not null check (length(seed_hash) = 32),
  announced_at timestamptz not null
);
create trigger market_days_append_only before update or delete on market_days
  for each statement execute function refuse_change();
create trigger market_days_no_truncate before truncate on market_days
  for each statement execute function refuse_change();
