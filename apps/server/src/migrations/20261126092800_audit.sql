-- The audit trail as a chain of hashes: what is in it cannot be changed later without a trace.

-- Entries without a seal.
-- owner: platform
create table audit_unsealed (
  entry_id bigint primary key references audit_log,
  since timestamptz not null default clock_timestamp()
);

-- owner: platform
create table audit_seals (
  -- Numbers from 1, without gaps.
  number bigint primary key check (number > 0),
  entry_id bigint not null unique references audit_log,
  -- A random value in the text of the seal. Without it, the public hash would confirm a guess at the entry.
  salt uuid not null,
  -- SHA-256 over the hash before it and the text of the seal.
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null
);
