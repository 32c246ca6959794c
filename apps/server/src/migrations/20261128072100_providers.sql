-- Access to processors and payout providers, as operators have ordered it. Without a row, settings of the servers name it.

-- owner: providers
create table provider_access (
  provider text primary key check (provider ~ '^[a-z0-9-]{2,40}$'),
  address text not null check (address ~ '^https?://' and length(address) <= 300),
  -- SHA-256 of the keys with their salt. Operators have signed it, and servers use no keys that it does not fit.
  keys_hash text not null check (keys_hash ~ '^[A-Za-z0-9_-]{43}$'),
  keys_sealed bytea not null,
  -- Names and last characters of the keys.
  key_ends jsonb not null check (jsonb_typeof(key_ends) = 'array'),
  changed_by text not null check (length(changed_by) between 1 and 60),
  changed_at timestamptz not null
);

-- What the desk shows: the keys are not in it.
-- owner: providers
create view provider_connections as
  select provider, address, keys_hash, key_ends, changed_by, changed_at from provider_access;
